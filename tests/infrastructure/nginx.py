"""nginx with the site's own configuration, on free ports, with a certificate made for the day."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.infrastructure import ports

ROOT = Path(__file__).resolve().parents[2]
CONFIGURATION = ROOT / "deploy" / "nginx" / "vrhcaby.conf"

_AROUND = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
events {{ worker_connections 4096; }}
http {{
    include /etc/nginx/mime.types;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{site}
}}
"""


class Nginx:
    """One nginx before some web processes; `url` is its address with TLS."""

    def __init__(self, binary: str, *, web_ports: list[int], static: Path) -> None:
        self._binary = binary
        self._folder = Path(tempfile.mkdtemp(prefix="vrhcaby-nginx-"))
        self.port, self._plain_port = ports.free_port(), ports.free_port()
        self.url = f"https://localhost:{self.port}"
        self.plain_url = f"http://localhost:{self._plain_port}"
        self.certificate = self._folder / "certificate.pem"
        self.access_log = self._folder / "access.log"
        self.error_log = self._folder / "site-error.log"
        # Started by root, it keeps large bodies as somebody else.
        self._folder.chmod(0o711)
        self._process: subprocess.Popen[bytes] | None = None
        self._make_certificate()
        self._write(web_ports, static)

    def start(self) -> None:
        """Start it and wait until it listens."""
        command = [self._binary, "-c", str(self._folder / "nginx.conf"), "-p", str(self._folder)]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        ports.wait_for(self.port, self._process, seconds=20)

    def remove(self) -> None:
        """Stop it and remove its folder."""
        if self._process is not None:
            ports.end(self._process)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _make_certificate(self) -> None:
        subject = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
        key = ("-newkey", "rsa:2048", "-nodes", "-keyout", str(self._folder / "key.pem"))
        out = ("-out", str(self.certificate), "-days", "2")
        command = ["openssl", "req", "-x509", *key, *out, *subject]
        subprocess.run(command, check=True, capture_output=True)

    def _write(self, web_ports: list[int], static: Path) -> None:
        site = CONFIGURATION.read_text(encoding="utf-8")
        for old, new in self._changes(web_ports, static).items():
            if old not in site:
                raise RuntimeError(f"{CONFIGURATION} no longer says {old!r}")
            site = site.replace(old, new)
        text = _AROUND.format(folder=self._folder, site=site)
        (self._folder / "nginx.conf").write_text(text, encoding="utf-8")

    def _changes(self, web_ports: list[int], static: Path) -> dict[str, str]:
        """Return what an operator changes: names, ports and places."""
        first, second = web_ports
        return {
            "listen 80;": f"listen 127.0.0.1:{self._plain_port};",
            "    listen [::]:80;\n": "",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{self.port} ssl http2;",
            "    listen [::]:443 ssl http2;\n": "",
            "127.0.0.1:8001": f"127.0.0.1:{first}",
            "127.0.0.1:8002": f"127.0.0.1:{second}",
            "server_name club.example.org": "server_name localhost",
            "/etc/letsencrypt/live/club.example.org/fullchain.pem": str(self.certificate),
            "/etc/letsencrypt/live/club.example.org/privkey.pem": str(self._folder / "key.pem"),
            "/var/lib/vrhcaby/static/": f"{static}/",
            "/var/log/nginx/vrhcaby.log": str(self.access_log),
            "/var/log/nginx/vrhcaby.error.log": str(self.error_log),
        }
