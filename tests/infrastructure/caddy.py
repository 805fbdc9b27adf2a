"""Caddy with the site's own configuration, on free ports, with a certificate of its own making."""

import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from pathlib import Path

from tests.infrastructure import ports

ROOT = Path(__file__).resolve().parents[2]
CONFIGURATION = ROOT / "deploy" / "caddy" / "Caddyfile"

# What one Caddy of a machine has for itself: its port for plain HTTP, its port for orders.
_OWN = """{{
    admin off
    http_port {plain_port}
    skip_install_trust
"""


class Caddy:
    """One Caddy before a web process; `url` is its address with TLS."""

    def __init__(self, binary: str, *, web_port: int, static: Path) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="vrhcaby-caddy-"))
        self._port = ports.free_port()
        self.url = f"https://localhost:{self._port}"
        self.certificate = self._folder / "caddy/pki/authorities/local/root.crt"
        self.log = self._folder / "log"
        self._binary = binary
        self._environ = {
            **os.environ,
            "XDG_DATA_HOME": str(self._folder),
            "XDG_CONFIG_HOME": str(self._folder),
            "VRHCABY_HOST": f"localhost:{self._port}",
            "VRHCABY_WEB": f"127.0.0.1:{web_port}",
            "VRHCABY_STATIC": str(static),
        }
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it listens."""
        file = self._folder / "Caddyfile"
        file.write_text(self._configuration(), encoding="utf-8")
        command = [self._binary, "run", "--config", str(file), "--adapter", "caddyfile"]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=self._environ)
        ports.wait_for(self._port, self._process, seconds=60)
        self._wait_for_certificate()

    def remove(self) -> None:
        """Stop it and remove its folder."""
        if self._process is not None:
            ports.end(self._process)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _wait_for_certificate(self) -> None:
        """Wait until it has made its certificate; it listens before. Raises RuntimeError."""
        until = time.monotonic() + 60
        while not self._shakes_hands():
            if time.monotonic() > until:
                raise RuntimeError("Caddy has no certificate after a minute")
            time.sleep(0.05)

    def _shakes_hands(self) -> bool:
        try:
            trusted = ssl.create_default_context(cafile=str(self.certificate))
            with socket.create_connection(("127.0.0.1", self._port), timeout=5) as plain:
                trusted.wrap_socket(plain, server_hostname="localhost").close()
        except OSError:
            return False
        return True

    def _configuration(self) -> str:
        site = CONFIGURATION.read_text(encoding="utf-8")
        own = _OWN.format(plain_port=ports.free_port())
        changed = site.replace("\n{\n", f"\n{own}", 1)
        if changed == site:
            raise RuntimeError(f"{CONFIGURATION} no longer has global options")
        return changed
