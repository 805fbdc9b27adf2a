"""The one clock of the site: milliseconds since the epoch, the same for every process.

On PostgreSQL it is the database server's, read by a statement of its own after the lock is
held: a clock inside the locking statement itself is as old as the wait for the lock.
"""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection

DATABASE_CLOCK = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
"""PostgreSQL's expression for the time of the statement that holds it, not of its transaction."""


class Hand:
    """The hand of a stopped clock: a test sets and advances it."""

    def __init__(self, ms: int) -> None:
        self.ms = ms

    def advance(self, ms: int) -> int:
        """Move the hand on by so many milliseconds, and return where it is."""
        self.ms += ms
        return self.ms


_stopped: list[Hand] = []
_own = threading.local()


def now() -> int:
    """Return the time in milliseconds since the epoch."""
    hand = _hand()
    return hand.ms if hand is not None else _read() + _offset()


def shown_by(database_ms: int) -> int:
    """Return the time when a statement has read DATABASE_CLOCK as so many milliseconds.

    For statements that read other things as well: one round trip fewer.
    """
    hand = _hand()
    return hand.ms if hand is not None else database_ms + _offset()


def _hand() -> Hand | None:
    own: Hand | None = getattr(_own, "hand", None)
    if own is None and settings.CLOCK_MAY_BE_MOVED and _stopped:
        return _stopped[-1]
    return own


def _read() -> int:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {DATABASE_CLOCK}")
            return int(cursor.fetchone()[0])
    return time.time_ns() // 1_000_000


def _offset() -> int:
    """Return what tests of whole processes add: a number, or a file with one that may change."""
    if not settings.CLOCK_MAY_BE_MOVED:
        return 0
    path = os.environ.get("VRHCABY_CLOCK_OFFSET_FILE")
    if path:
        return int(Path(path).read_text(encoding="ascii").strip() or 0)
    return int(os.environ.get("VRHCABY_CLOCK_OFFSET_MS", "0"))


@contextmanager
def living_at(ms: int) -> Iterator[Hand]:
    """Let this thread alone live at another time: for histories that are made up afterwards."""
    before = getattr(_own, "hand", None)
    _own.hand = Hand(ms)
    try:
        yield _own.hand
    finally:
        _own.hand = before


@contextmanager
def frozen(ms: int) -> Iterator[Hand]:
    """Stop the clock of every thread of this process at a time; under test settings only."""
    if not settings.CLOCK_MAY_BE_MOVED:
        raise RuntimeError("The clock may be moved under test settings only.")
    hand = Hand(ms)
    _stopped.append(hand)
    try:
        yield hand
    finally:
        _stopped.remove(hand)
