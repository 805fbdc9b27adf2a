"""A PostgreSQL server of our own, on a free port, in a folder that is removed afterwards."""

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg

from tests.infrastructure import ports

# Crashes of a process lose nothing without fsync; only those of the machine would.
_OPTIONS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "log_min_messages": "warning",
}


class PostgreSQL:
    """One server process, with options of its own; `start` may be called again after `kill`."""

    def __init__(self, binaries: Path, **options: str) -> None:
        self._binaries = binaries
        self._options = {**_OPTIONS, **options}
        self.port = ports.free_port()
        self._folder = Path(tempfile.mkdtemp(prefix="vrhcaby-postgresql-"))
        self._as_user = _ordinary_user(self._folder)
        self._process: subprocess.Popen[bytes] | None = None
        self._run(
            "initdb",
            *("--pgdata", str(self._data), "--username", "vrhcaby", "--auth", "trust"),
            *("--encoding", "UTF8", "--no-locale", "--no-sync"),
        )

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def start(self) -> None:
        """Start the server and wait until it takes statements."""
        options = [f"-c{name}={value}" for name, value in self._options.items()]
        command = [str(self._binaries / "postgres"), "-D", str(self._data), f"-p{self.port}"]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, *options], stdout=log, stderr=log, cwd="/", **self._as_user
            )
        ports.wait_for(self.port, self._process, seconds=30)
        self._wait_for_statements()

    def _wait_for_statements(self) -> None:
        for _attempt in range(100):
            try:
                with psycopg.connect(self.url("postgres")):
                    return
            except psycopg.OperationalError as error:
                last = error
                time.sleep(0.1)
        raise last

    def kill(self) -> None:
        """End it as a crash would: SIGKILL to the server and all its children."""
        if self._process is None:
            return
        children = subprocess.run(
            ["pgrep", "-P", str(self._process.pid)], capture_output=True, text=True, check=False
        )
        for pid in [self._process.pid, *map(int, children.stdout.split())]:
            subprocess.run(["kill", "-9", str(pid)], check=False, capture_output=True)
        self._process.wait(10)

    def remove(self) -> None:
        """Stop the server and remove its folder."""
        if self._process is not None and self._process.poll() is None:
            # SIGQUIT: at once, without waiting for sessions.
            self._process.send_signal(3)
            self._process.wait(20)
        shutil.rmtree(self._folder, ignore_errors=True)

    def url(self, database: str) -> str:
        """Return the URL of a database of this server."""
        return f"postgresql://vrhcaby@127.0.0.1:{self.port}/{database}"

    def create(self, database: str) -> str:
        """Create an empty database and return its URL."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{database}"')
        return self.url(database)

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [str(self._binaries / program), *arguments],
            check=True,
            capture_output=True,
            cwd="/",
            **self._as_user,
        )


def _ordinary_user(folder: Path) -> dict[str, Any]:
    """Hand the folder to an ordinary user when we are root, whom `initdb` refuses."""
    if os.geteuid() != 0:
        return {}
    name = next(name for name in ("postgres", "nobody") if _exists(name))
    entry = pwd.getpwnam(name)
    os.chown(folder, entry.pw_uid, entry.pw_gid)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _exists(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True
