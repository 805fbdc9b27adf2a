"""A Redis server of our own, on a free port, that keeps nothing."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.infrastructure import ports


class Redis:
    """One server process, with a password if it is given one; `start` may follow `kill`."""

    def __init__(self, binary: str, *, password: str = "") -> None:
        self._binary = binary
        self._password = password
        self.port = ports.free_port()
        self._folder = Path(tempfile.mkdtemp(prefix="vrhcaby-redis-"))
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and wait until it listens."""
        options = {
            "--port": str(self.port),
            "--bind": "127.0.0.1",
            "--save": "",
            "--appendonly": "no",
            "--dir": str(self._folder),
            "--requirepass": self._password,
        }
        command = [self._binary, *(word for pair in options.items() for word in pair)]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        ports.wait_for(self.port, self._process, seconds=15)

    def kill(self) -> None:
        """End it as a crash would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)

    def remove(self) -> None:
        """Stop the server and remove its folder."""
        if self._process is not None:
            ports.end(self._process)
        shutil.rmtree(self._folder, ignore_errors=True)

    def url(self, number: int = 0) -> str:
        """Return the URL of one of its numbered databases."""
        known = f":{self._password}@" if self._password else ""
        return f"redis://{known}127.0.0.1:{self.port}/{number}"
