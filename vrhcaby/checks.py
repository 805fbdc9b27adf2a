"""System checks that refuse a half-configured production.

They run with `manage.py check --deploy`; those that ask the servers with `--database default`.
"""

import ipaddress
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cryptography.fernet import Fernet
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections

from vrhcaby import append_only, probes


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


_SHORTEST_SECRET = 50
_LEAST_VARIED = 5
_SHORTEST_TOKEN = 24
_NARROWEST_PREFIX = 8


def _is_narrow_network(text: str) -> bool:
    try:
        return ipaddress.ip_network(text).prefixlen >= _NARROWEST_PREFIX
    except ValueError:
        return False


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
    (
        "E021",
        lambda s: not s.EMAIL_BACKEND.endswith("smtp.EmailBackend"),
        "Mail goes nowhere, and nobody can set a new password: set EMAIL_URL.",
    ),
    (
        "E022",
        lambda s: any(not origin.startswith("https://") for origin in s.CSRF_TRUSTED_ORIGINS),
        "VRHCABY_ORIGINS must all begin with https://.",
    ),
    (
        "E023",
        lambda s: any("*" in origin for origin in s.CSRF_TRUSTED_ORIGINS),
        "VRHCABY_ORIGINS names a wildcard: any of those sites could act for a member.",
    ),
    (
        "E024",
        lambda s: len(s.SECRET_KEY) < _SHORTEST_SECRET or len(set(s.SECRET_KEY)) < _LEAST_VARIED,
        "SECRET_KEY can be guessed: it needs 50 random characters.",
    ),
    (
        "E025",
        lambda s: not (s.SESSION_COOKIE_SECURE and s.CSRF_COOKIE_SECURE and s.SECURE_SSL_REDIRECT),
        "Cookies or pages may travel without TLS.",
    ),
    (
        "E026",
        lambda s: s.METRICS_TOKEN and len(s.METRICS_TOKEN) < _SHORTEST_TOKEN,
        "VRHCABY_METRICS_TOKEN can be guessed: it needs 24 characters.",
    ),
    (
        "E027",
        lambda s: not all(map(_is_narrow_network, s.METRICS_FROM)),
        "VRHCABY_METRICS_FROM must hold addresses or networks, none of them the whole world.",
    ),
    (
        "E028",
        lambda s: s.CELERY_TASK_ROUTES.get("games.sweep") != {"queue": "clocks"},
        "The sweep must have the queue `clocks` to itself.",
    ),
    (
        "E029",
        lambda s: getattr(s, "ALLAUTH_TRUSTED_PROXY_COUNT", 0) != s.PROXY_COUNT,
        "Rate limits do not know how many proxies there are.",
    ),
]


@register(Tags.database)
def acknowledged_means_committed(
    databases: Sequence[str] | None = None, **_options: Any
) -> list[CheckMessage]:
    """Refuse a PostgreSQL that acknowledges commits before they are on the disk."""
    return _switched_off(databases, "synchronous_commit", code="E020")


@register(Tags.database, deploy=True)
def committed_means_kept(
    databases: Sequence[str] | None = None, **_options: Any
) -> list[CheckMessage]:
    """Refuse a PostgreSQL that a power cut would damage."""
    return [
        fault
        for name in ("fsync", "full_page_writes")
        for fault in _switched_off(databases, name, code="E032")
    ]


def _switched_off(databases: Sequence[str] | None, name: str, *, code: str) -> list[CheckMessage]:
    return [
        Error(f"{name} is off in {alias}.", id=f"vrhcaby.{code}")
        for alias in databases or ()
        if connections[alias].vendor == "postgresql" and _shown(alias, name) == "off"
    ]


@register(Tags.database, deploy=True)
def facts_stay(databases: Sequence[str] | None = None, **_options: Any) -> list[CheckMessage]:
    """Warn when the role that we are in the database could change or delete what must stay."""
    return [
        Warning(
            f"The database role may change or delete rows of {table}; "
            "see `manage.py database_roles`.",
            id="vrhcaby.W030",
        )
        for alias in databases or ()
        if connections[alias].vendor == "postgresql"
        for table in append_only.changeable_tables(connections[alias])
    ]


@register(Tags.database, deploy=True)
def broker_keeps_tasks(
    databases: Sequence[str] | None = None, **_options: Any
) -> list[CheckMessage]:
    """Refuse a broker that may throw tasks away; one that does not say gets the benefit."""
    url = settings.CELERY_BROKER_URL
    if not databases or not probes.is_redis(url):
        return []
    try:
        with probes.connected(url) as broker:
            policy = broker.config_get("maxmemory-policy").get("maxmemory-policy", "noeviction")
    except probes.Away:
        return []
    if policy == "noeviction":
        return []
    return [Error(f"The broker's maxmemory-policy is {policy}, not noeviction.", id="vrhcaby.E031")]


def _shown(alias: str, name: str) -> str:
    with connections[alias].cursor() as cursor:
        cursor.execute(f"SHOW {name}")
        return str(cursor.fetchone()[0])
