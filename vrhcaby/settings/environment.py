"""What the environment says, as settings: pure functions from a URL or a word to a value."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from vrhcaby.spoken import gettext as _

LANES_POSTGRESQL = 4
LANES_SQLITE = 1

_SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;",
}
# A request waits two seconds for a connection and then is told 503; after an outage the pool asks
# again for each request, instead of waiting as long as it was away.
_POOL = {"min_size": 1, "timeout": 2, "reconnect_timeout": 5}


@dataclass(frozen=True, slots=True)
class Services:
    """Where state and messages live, ready to be assigned to Django's and Celery's settings."""

    database: dict[str, Any]
    channel_layer: dict[str, Any]
    cache: dict[str, Any]
    broker_url: str
    broker_options: dict[str, Any]
    lanes: int


def words(value: str) -> list[str]:
    """Return the words of a list separated by commas or blanks."""
    return value.replace(",", " ").split()


def people(value: str) -> list[tuple[str, str]]:
    """Return name and address of each person whom a list of mail addresses names."""
    return [(address.partition("@")[0], address) for address in words(value)]


def truth(value: str) -> bool:
    """Say whether a switch is on: `1`, `true`, `yes` or `on`, in any case."""
    return value.strip().lower() in {"1", "true", "yes", "on"}


def whole(environ: Mapping[str, str], name: str, default: int) -> int:
    """Read a whole number that is not negative.

    Raises ImproperlyConfigured, naming the variable, for anything else.
    """
    text = environ.get(name, str(default))
    if not (text.isascii() and text.isdigit()):
        raise ImproperlyConfigured(
            _("%(name)s must be a whole number, not “%(text)s”.") % {"name": name, "text": text}
        )
    return int(text)


def database(url: str, *, folder: Path, lock_timeout_ms: int, pool_size: int) -> dict[str, Any]:
    """Translate DATABASE_URL into Django's dictionary; without one, SQLite in the data folder.

    Known schemes: `postgresql://user:password@host:port/name` and `sqlite:///path`.
    """
    if not url:
        return _sqlite(folder / "club.sqlite3")
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return _sqlite(Path(unquote(parts.path.removeprefix("/"))))
    if parts.scheme in {"postgres", "postgresql"}:
        return _postgresql(parts, lock_timeout_ms=lock_timeout_ms, pool_size=pool_size)
    raise ImproperlyConfigured(_("DATABASE_URL must begin with postgresql:// or sqlite:///."))


def _sqlite(path: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "OPTIONS": dict(_SQLITE_OPTIONS),
        "ATOMIC_REQUESTS": False,
    }


def _postgresql(parts: SplitResult, *, lock_timeout_ms: int, pool_size: int) -> dict[str, Any]:
    query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    host = query.pop("host", None) or unquote(parts.hostname or "")
    options: dict[str, Any] = {
        **query,
        "connect_timeout": int(query.get("connect_timeout", 5)),
        "options": f"-c lock_timeout={lock_timeout_ms}",
    }
    if pool_size:
        options["pool"] = {"max_size": pool_size, **_POOL}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.removeprefix("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
        "ATOMIC_REQUESTS": False,
    }


def channel_layer(redis_url: str) -> dict[str, Any]:
    """Return the channel layer: Redis publish and subscribe, or the bridged one in memory."""
    if not redis_url:
        return {"BACKEND": "vrhcaby.layers.BridgedInMemoryLayer", "CONFIG": {"capacity": 500}}
    host = {"address": redis_url, "socket_timeout": None}
    return {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [host], "prefix": "vrhcaby"},
    }


def cache(cache_url: str) -> dict[str, Any]:
    """Return the cache for rate limits: a Redis with eviction, or this process's memory."""
    if not cache_url:
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    return {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": cache_url,
        "KEY_PREFIX": "vrhcaby",
    }


def mail(url: str) -> dict[str, Any]:
    """Translate EMAIL_URL into Django's mail settings; without one, mail goes to the terminal.

    Known schemes: `smtp`, `smtp+tls` (STARTTLS) and `smtps`.
    """
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    parts = urlsplit(url)
    if parts.scheme not in {"smtp", "smtp+tls", "smtps"}:
        raise ImproperlyConfigured(_("EMAIL_URL must begin with smtp://, smtp+tls:// or smtps://."))
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname or "localhost",
        "EMAIL_PORT": parts.port or {"smtp": 25, "smtp+tls": 587, "smtps": 465}[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_TIMEOUT": 10,
    }


def data_folder(environ: Mapping[str, str], base: Path) -> Path:
    """Return the folder of everything the embedded site keeps: VRHCABY_DATA, else `var`."""
    return Path(environ.get("VRHCABY_DATA") or base / "var").expanduser().absolute()


def current() -> Mapping[str, str]:
    """Return the environment of this process."""
    return os.environ
