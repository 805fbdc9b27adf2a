"""What tells whether the site can serve now, and readings taken when somebody looks.

The applications register their own when they are ready: this module knows none of them.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from vrhcaby import metrics

if TYPE_CHECKING:
    import redis

logger = logging.getLogger(__name__)

Check = Callable[[], str | None]
Reading = Callable[[], None]

OK = "ok"
_REDIS_LIMIT_S = 1.0

_checks: dict[str, Check] = {}
_readings: dict[str, Reading] = {}
_migrated: list[bool] = []


class Away(Exception):
    """A Redis server does not answer, or not as it should."""


def register_check(name: str, check: Check) -> None:
    """Let `check()` tell what is wrong, in a word or two, or None when all is well."""
    _checks[name] = check


def register_reading(name: str, read: Reading) -> None:
    """Let `read()` set the gauges of `vrhcaby.metrics` that are read off when asked for."""
    _readings[name] = read


def readiness() -> dict[str, str]:
    """Return for each check `ok` or what is wrong; a check that fails is wrong, never raised."""
    return {name: _outcome(name, check) for name, check in _checks.items()}


def take_readings() -> None:
    """Set the gauges; one that cannot be read keeps its value and is logged."""
    for name, read in _readings.items():
        try:
            read()
        except Exception as error:
            logger.warning("%s cannot be read: %s", name, type(error).__name__)


def queue_lengths() -> dict[str, int]:
    """Return how many tasks wait in each queue; empty where the broker is this process's memory.

    Raises Away when the broker is.
    """
    if not is_redis(settings.CELERY_BROKER_URL):
        return {}
    with connected(settings.CELERY_BROKER_URL) as broker:
        return {queue: int(broker.llen(queue)) for queue in settings.WORK_QUEUES}


def redis_urls() -> list[str]:
    """Return the Redis databases that this site uses: broker, channel layer, cache."""
    layer = settings.CHANNEL_LAYERS["default"].get("CONFIG", {}).get("hosts", [])
    cache = settings.CACHES["default"].get("LOCATION", "")
    urls = [settings.CELERY_BROKER_URL, *(host["address"] for host in layer), cache]
    return list(dict.fromkeys(url for url in urls if is_redis(url)))


def _outcome(name: str, check: Check) -> str:
    try:
        return check() or OK
    except Exception as error:
        logger.warning("readiness: %s: %s", name, type(error).__name__)
        return "away"


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _migrations() -> str | None:
    """Look until all are applied: a process never sees its own migrations undone."""
    if not _migrated:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return "unapplied"
        _migrated.append(True)
    return None


def _redis() -> None:
    for url in redis_urls():
        with connected(url) as server:
            server.ping()


def _queues() -> None:
    for queue, length in queue_lengths().items():
        metrics.QUEUED.labels(queue).set(length)


def is_redis(url: str) -> bool:
    """Say whether a URL is a Redis server's."""
    return url.startswith(("redis://", "rediss://", "unix://"))


@contextmanager
def connected(url: str) -> Iterator["redis.Redis"]:
    """Give a client of a Redis server that answers soon or not at all. Raises Away."""
    # Imported where Redis is used: the one process does without five megabytes of it.
    import redis  # noqa: PLC0415

    limits = {"socket_timeout": _REDIS_LIMIT_S, "socket_connect_timeout": _REDIS_LIMIT_S}
    try:
        with redis.Redis.from_url(url, **limits) as client:
            yield client
    except redis.RedisError as error:
        raise Away(str(error)) from error


register_check("database", _database)
register_check("redis", _redis)
register_check("migrations", _migrations)
register_reading("queues", _queues)
