"""What a request costs beside a bare query, in this process, on a PostgreSQL of its own."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from tests.infrastructure import required
from tests.infrastructure.postgresql import PostgreSQL


@contextmanager
def database(name: str) -> Iterator[None]:
    """A migrated database on a fresh PostgreSQL server, as the project's settings see it."""
    with ExitStack() as ending:
        server = PostgreSQL(required.postgresql_binaries())
        ending.callback(server.remove)
        server.start()
        os.environ["DATABASE_URL"] = server.create(name)
        os.environ["DJANGO_SETTINGS_MODULE"] = "vrhcaby.settings.test"
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        ending.callback(connection.close)
        call_command("migrate", verbosity=0)
        yield


def answering(client: Any, path: str) -> Callable[[], None]:
    """Return what asks for an address, which must be answered with 200."""

    def ask() -> None:
        response = client.get(path)
        told = (path, response.status_code, response.content[:500])
        assert response.status_code == 200, told

    return ask


def querying(statement: str, arguments: tuple[Any, ...] | None = None) -> Callable[[], None]:
    """Return what asks the database one bare question."""
    from django.db import connection

    def bare() -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement, arguments)
            cursor.fetchall()

    return bare


def queries_of(ask: Callable[[], None]) -> int:
    """Return how many statements something takes, once it is warm."""
    from django.db import connection

    count = 0

    def counted(execute: Any, *rest: Any) -> Any:
        nonlocal count
        count += 1
        return execute(*rest)

    ask()
    with connection.execute_wrapper(counted):
        ask()
    return count


def by_turns(contestants: list[Callable[[], None]], runs: int) -> list[list[float]]:
    """Return each one's times in milliseconds; they take turns."""
    taken: list[list[float]] = [[] for _ in contestants]
    for _ in range(runs):
        for at, code in enumerate(contestants):
            started = time.perf_counter()
            code()
            taken[at].append((time.perf_counter() - started) * 1000)
    return taken
