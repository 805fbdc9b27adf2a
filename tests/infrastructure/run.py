"""`manage.py test`: pytest on SQLite, then what needs PostgreSQL and Redis on our own servers."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.infrastructure import required
from tests.infrastructure.postgresql import PostgreSQL
from tests.infrastructure.redis import Redis

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = "--ds=vrhcaby.settings.test"
SERVICES_ONLY = "--services"
_NO_TESTS = 5

USAGE = """\
python3 manage.py test [--services] [pytest's arguments]

Runs the tests on SQLite, then those marked `services` on a PostgreSQL and a Redis that it starts.
--services    runs only there, and all but the tests that start processes of their own.
"""


def main(arguments: list[str]) -> int:
    """Run the tests and return the exit code: of the first pass that failed, else 0."""
    if arguments[:1] in (["-h"], ["--help"]):
        sys.stdout.write(USAGE)
        return 0
    if SERVICES_ONLY in arguments:
        rest = [argument for argument in arguments if argument != SERVICES_ONLY]
        return _with_services(_narrowed(rest, "not own_process"))
    first = _pytest(_narrowed(arguments, "not services"), os.environ)
    if first not in {0, _NO_TESTS}:
        return first
    second = _with_services(_narrowed(arguments, "services"))
    return first if second == _NO_TESTS else second


def _with_services(arguments: list[str]) -> int:
    missing = _missing()
    if missing:
        sys.stderr.write(f"Tests on PostgreSQL and Redis: skipped, {missing} not installed.\n")
        return 1 if required.is_required() else _NO_TESTS
    with _services() as environ:
        return _pytest(arguments, environ)


def _missing() -> str:
    found = {"PostgreSQL": required.postgresql_binaries(), "Redis": required.redis_binary()}
    return " and ".join(name for name, place in found.items() if not place)


@contextmanager
def _services() -> Iterator[dict[str, str]]:
    """Start both servers; give the environment that points to them."""
    with ExitStack() as ending:
        postgresql = PostgreSQL(required.postgresql_binaries())
        ending.callback(postgresql.remove)
        postgresql.start()
        redis = Redis(required.redis_binary())
        ending.callback(redis.remove)
        redis.start()
        yield {
            **os.environ,
            "DATABASE_URL": postgresql.create("vrhcaby"),
            "REDIS_URL": redis.url(0),
            "CACHE_URL": redis.url(1),
        }


def _narrowed(arguments: list[str], expression: str) -> list[str]:
    """Add a marker expression, joined with one that was given."""
    rest = list(arguments)
    if "-m" in rest[:-1]:
        place = rest.index("-m")
        expression = f"({expression}) and ({rest[place + 1]})"
        del rest[place : place + 2]
    return ["-m", expression, *rest]


def _pytest(arguments: list[str], environ: dict[str, str]) -> int:
    # The option beats an exported DJANGO_SETTINGS_MODULE, the ini file would not.
    command = [sys.executable, "-m", "pytest", SETTINGS, *arguments]
    environ = {name: value for name, value in environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    process = subprocess.Popen(command, cwd=ROOT, env=environ)
    try:
        return process.wait()
    except KeyboardInterrupt:
        # pytest got it too and sums up; its code says so.
        return process.wait()
