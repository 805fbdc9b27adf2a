"""Whole sites in processes of their own: the embedded one, and the grown-up set of processes."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.infrastructure import ports
from tests.infrastructure.kept_python import KeptPython
from tests.infrastructure.postgresql import PostgreSQL
from tests.infrastructure.redis import Redis

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = "vrhcaby.settings.endtoend"
_START_LIMIT_S = 240

_ADD_MEMBER = """
import json, sys
from django.contrib.auth import get_user_model
given = json.loads({given!r})
get_user_model().objects.create_user(**given)
"""


class Site:
    """What both kinds have: an address, a data folder, an environment, processes."""

    def __init__(self, folder: Path, **environ: str) -> None:
        self.folder = folder
        self.clock_file = folder / "clock-offset"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.clock_file.write_text("0")
        self.environ = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": SETTINGS,
            "VRHCABY_DATA": str(folder),
            "VRHCABY_CLOCK_OFFSET_FILE": str(self.clock_file),
            "PYTHONUNBUFFERED": "1",
            **environ,
        }
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self._python = KeptPython(ROOT, self.environ)

    def manage(self, *arguments: str) -> str:
        """Run a management command on this site's data and return what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environ,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"manage.py {arguments} failed:\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def run(self, program: str) -> str:
        """Run a Python program on this site's data and return what it printed."""
        return self._python.run(program)

    def add_member(self, username: str, password: str, **fields: str) -> None:
        """Make a member who can sign in."""
        given = {"username": username, "email": f"{len(username)}{username}@example.org"}
        given = {**given, "password": password, **fields}
        self.run(_ADD_MEMBER.format(given=json.dumps(given)))

    def move_clock(self, ms: int) -> None:
        """Set how far this site's clock is ahead of the real one, at once, in milliseconds."""
        partial = self.clock_file.with_suffix(".new")
        partial.write_text(str(ms))
        partial.replace(self.clock_file)

    def log(self, name: str) -> str:
        """Return what a process has written so far."""
        return self._log_path(name).read_text(errors="replace")

    def get(self, url: str) -> tuple[int, str]:
        """Fetch an address of the site without redirects being an error; return status and text."""
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def spawn(self, name: str, *command: str) -> subprocess.Popen[bytes]:
        """Start one of the site's processes; its output goes to a log of its name."""
        with self._log_path(name).open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, *command], cwd=ROOT, env=self.environ, stdout=log, stderr=log
            )
        self.processes[name] = process
        return process

    def kill(self, name: str) -> None:
        """End one process as a crash would."""
        self.processes[name].send_signal(signal.SIGKILL)
        self.processes[name].wait(10)

    def stop(self) -> None:
        """Stop every process of the site."""
        self._python.stop()
        for process in self.processes.values():
            if process.poll() is None:
                process.terminate()
        for process in self.processes.values():
            ports.end(process)

    def _log_path(self, name: str) -> Path:
        return self.folder / f"{name}.log"


class EmbeddedSite(Site):
    """`manage.py club` on a data folder of its own, without the demo club."""

    def __init__(self, folder: Path, **environ: str) -> None:
        super().__init__(folder, DATABASE_URL="", REDIS_URL="", CACHE_URL="", **environ)
        self.port = ports.free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.ws_url = f"ws://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, or start again on the same data and port, and wait until it listens."""
        process = self.spawn("club", "manage.py", "club", "--port", str(self.port), "--no-demo")
        try:
            ports.wait_for(self.port, process, seconds=_START_LIMIT_S)
        except RuntimeError as error:
            raise RuntimeError(f"{error}\n{self.log('club')}") from error


class GrownUpSite(Site):
    """Two Daphne processes, a worker for each queue and one beat on PostgreSQL and Redis."""

    def __init__(
        self, folder: Path, *, postgresql: PostgreSQL, redis: Redis, **environ: str
    ) -> None:
        super().__init__(
            folder,
            DATABASE_URL=postgresql.create(f"site_{ports.free_port()}"),
            REDIS_URL=redis.url(0),
            CACHE_URL=redis.url(1),
            **environ,
        )
        self.ports = {"web-1": ports.free_port(), "web-2": ports.free_port()}
        self.urls = [f"http://127.0.0.1:{port}" for port in self.ports.values()]
        self.ws_urls = [f"ws://127.0.0.1:{port}" for port in self.ports.values()]
        self.url, self.ws_url = self.urls[0], self.ws_urls[0]
        self.prepared = False

    def start(self) -> None:
        """Start everything that does not run and wait until both web processes listen."""
        if not self.prepared:
            self.manage("migrate", "--verbosity", "0")
            self.manage("collectstatic", "--no-input", "--verbosity", "0")
            self.prepared = True
        for name in [*self.ports, "worker-clocks", "worker-default", "beat"]:
            if name not in self.processes or self.processes[name].poll() is not None:
                self.start_one(name)
        for name in self.ports:
            self.wait(name)

    def start_one(self, name: str) -> None:
        """Start one process: `web-1`, `web-2`, `worker-clocks`, `worker-default` or `beat`."""
        celery = ("-m", "celery", "-A", "vrhcaby.celery")
        if name == "beat":
            self.spawn(name, *celery, "beat", "-S", "celery.beat.Scheduler", "--pidfile=")
        elif name in self.ports:
            port = str(self.ports[name])
            self.spawn(
                name, "-m", "daphne", "-b", "127.0.0.1", "-p", port, "vrhcaby.asgi:application"
            )
        else:
            queue = name.removeprefix("worker-")
            worker = ("worker", "-P", "threads", "-c", "4", "-Q", queue, "-n", f"{queue}@%h")
            self.spawn(name, *celery, *worker)

    def wait(self, name: str) -> None:
        """Wait until a web process listens."""
        try:
            ports.wait_for(self.ports[name], self.processes[name], seconds=_START_LIMIT_S)
        except RuntimeError as error:
            raise RuntimeError(f"{error}\n{self.log(name)}") from error
