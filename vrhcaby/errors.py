"""Refusals: what the site will not do, with a stable code and no sentence for people."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import InterfaceError, OperationalError

BUSY = "busy"
UNAVAILABLE = "unavailable"

# PostgreSQL's conditions: lock_not_available, deadlock_detected, serialization_failure.
_BUSY_STATES = frozenset({"55P03", "40P01", "40001"})
_BUSY_SQLITE = ("database is locked", "database table is locked", "database is busy")


class DomainError(Exception):
    """A command is refused and nothing was written.

    Subclasses set `code`; a plain one is made with its code. Details are JSON values.
    """

    code = "refused"

    def __init__(self, code: str | None = None, details: Mapping[str, Any] | None = None) -> None:
        self.code = code or self.code
        self.details = dict(details or {})
        super().__init__(self.code)


class Busy(DomainError):
    """Another command holds the lock; the same command may succeed when sent again."""

    code = BUSY


class WhyMissing(DomainError):
    """An act of an official needs its reason."""

    code = "why_missing"


class Unavailable(DomainError):
    """The database cannot be reached."""

    code = UNAVAILABLE


@dataclass(frozen=True, slots=True)
class Refused:
    """A refusal that a service returns, because a settlement before it must commit."""

    code: str
    details: Mapping[str, Any] = field(default_factory=dict)


def database_refusal(error: BaseException) -> str | None:
    """Return the refusal code of a database failure, or None when it is no passing failure.

    `busy`: lock time-out, deadlock, SQLite busy. `unavailable`: the database is away.
    """
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    state = getattr(error.__cause__, "sqlstate", None)
    if state in _BUSY_STATES:
        return BUSY
    if any(words in str(error) for words in _BUSY_SQLITE):
        return BUSY
    return UNAVAILABLE if _is_away(error, state) else None


def _is_away(error: BaseException, state: str | None) -> bool:
    """Connection failures carry no state, class 08 or 57P (the server is stopping or starting)."""
    if state is None:
        return not _is_sqlite(error) or "unable to open" in str(error)
    return state.startswith(("08", "57P", "53"))


def _is_sqlite(error: BaseException) -> bool:
    return type(error.__cause__).__module__.startswith("sqlite3")
