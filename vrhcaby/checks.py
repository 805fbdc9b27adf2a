"""System checks that refuse a half-configured production.

They run with `manage.py check --deploy`, and `synchronous_commit` with `--database default`.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from cryptography.fernet import Fernet
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections


@register()
def seed_keys(**_options: Any) -> list[CheckMessage]:
    """Refuse seed keys that are missing or are no Fernet keys: dice could not be kept secret."""
    if not settings.SEED_KEYS:
        return [Error("SEED_KEYS is empty.", id="vrhcaby.E001")]
    wrong = [place for place, key in enumerate(settings.SEED_KEYS, 1) if not _is_fernet(key)]
    return [
        Error(f"SEED_KEYS: key {place} is no Fernet key.", id="vrhcaby.E002") for place in wrong
    ]


def _is_fernet(key: str) -> bool:
    try:
        Fernet(key)
    except ValueError:
        return False
    return True


@register(deploy=True)
def production(**_options: Any) -> list[CheckMessage]:
    """Refuse what works on one machine for one person and fails a club silently."""
    return [Error(text, id=f"vrhcaby.{code}") for code, text in _faults()]


def _faults() -> Iterator[tuple[str, str]]:
    if settings.DEBUG:
        yield "E010", "DEBUG is on."
    if not settings.ALLOWED_HOSTS or "*" in settings.ALLOWED_HOSTS:
        yield "E011", "VRHCABY_HOSTS must name the hosts; a wildcard is refused."
    if settings.CHANNEL_LAYERS["default"]["BACKEND"].endswith("InMemoryLayer"):
        yield "E012", "The channel layer is in memory: set REDIS_URL."
    if settings.CELERY_BROKER_URL.startswith("memory:"):
        yield "E013", "The Celery broker is in memory: set REDIS_URL or BROKER_URL."
    if "locmem" in settings.CACHES["default"]["BACKEND"]:
        yield "E014", "The cache is each process's own, and so are rate limits: set CACHE_URL."
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        yield "E015", "The database is SQLite: set DATABASE_URL to a PostgreSQL."
    if not getattr(settings, "PROXY_COUNT", 0):
        yield "E016", "VRHCABY_PROXIES must say how many proxies stand before the site."
    if settings.CLOCK_MAY_BE_MOVED:
        yield "E017", "The clock may be moved: these are settings for tests."
    if settings.SECRET_KEY in settings.SEED_KEYS:
        yield "E018", "SEED_KEYS must be apart from SECRET_KEY."
    if settings.CACHES["default"].get("LOCATION") == settings.CELERY_BROKER_URL:
        yield "E019", "Cache and broker share a Redis database: one may evict, the other must not."


@register(Tags.database)
def acknowledged_means_committed(
    databases: Sequence[str] | None = None, **_options: Any
) -> list[CheckMessage]:
    """Refuse a PostgreSQL that acknowledges commits before they are on the disk."""
    messages: list[CheckMessage] = []
    for alias in databases or ():
        connection = connections[alias]
        if connection.vendor != "postgresql":
            continue
        with connection.cursor() as cursor:
            cursor.execute("SHOW synchronous_commit")
            if cursor.fetchone()[0] == "off":
                messages.append(Error(f"synchronous_commit is off in {alias}.", id="vrhcaby.E020"))
    return messages
