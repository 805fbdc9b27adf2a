"""System checks that refuse a half-configured production.

They run with `manage.py check --deploy`, and `synchronous_commit` with `--database default`.
"""

from collections.abc import Callable, Iterator, Sequence
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
    return [Error(text, id=f"vrhcaby.{code}") for code, text in faults(settings)]


def faults(configured: Any) -> Iterator[tuple[str, str]]:
    """Give a code and a sentence for each thing that a production must not have."""
    for code, is_wrong, text in _FAULTS:
        if is_wrong(configured):
            yield code, text


_FAULTS: list[tuple[str, Callable[[Any], bool], str]] = [
    ("E010", lambda s: s.DEBUG, "DEBUG is on."),
    (
        "E011",
        lambda s: not s.ALLOWED_HOSTS or "*" in s.ALLOWED_HOSTS,
        "VRHCABY_HOSTS must name the hosts; a wildcard is refused.",
    ),
    (
        "E012",
        lambda s: s.CHANNEL_LAYERS["default"]["BACKEND"].endswith("InMemoryLayer"),
        "The channel layer is in memory: set REDIS_URL.",
    ),
    (
        "E013",
        lambda s: s.CELERY_BROKER_URL.startswith("memory:"),
        "The Celery broker is in memory: set REDIS_URL or BROKER_URL.",
    ),
    (
        "E014",
        lambda s: "locmem" in s.CACHES["default"]["BACKEND"],
        "The cache is each process's own, and so are rate limits: set CACHE_URL.",
    ),
    (
        "E015",
        lambda s: s.DATABASES["default"]["ENGINE"].endswith("sqlite3"),
        "The database is SQLite: set DATABASE_URL to a PostgreSQL.",
    ),
    (
        "E016",
        lambda s: not s.PROXY_COUNT,
        "VRHCABY_PROXIES must say how many proxies stand before the site.",
    ),
    (
        "E017",
        lambda s: s.CLOCK_MAY_BE_MOVED,
        "The clock may be moved: these are settings for tests.",
    ),
    (
        "E018",
        lambda s: s.SECRET_KEY in s.SEED_KEYS,
        "SEED_KEYS must be apart from SECRET_KEY.",
    ),
    (
        "E019",
        lambda s: s.CACHES["default"].get("LOCATION") == s.CELERY_BROKER_URL,
        "Cache and broker share a Redis database: one may evict, the other must not.",
    ),
]


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
