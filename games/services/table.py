"""A match with its lock held: its state, the time, who sits there, what has happened to it."""

import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import structlog

from games import dice as chance
from games import limits, reading
from games.engine import codec, fairness
from games.engine.events import Event
from games.engine.evolve import fold
from games.engine.match_errors import StaleSnapshot
from games.engine.state import MatchState
from games.models import Match
from games.services import statements
from games.services.statements import Due, LockedRow, Moment
from vrhcaby import clock
from vrhcaby.errors import DomainError


class NoSuchMatch(DomainError):
    """No match has this number."""

    code = "no_such_match"


class Dice:
    """The stream of rolls of a match; most steps roll nothing, so the first roll unseals it."""

    def __init__(self, secret: str, seeds: tuple[str, str]) -> None:
        self._secret = secret
        self._seeds = seeds

    @cached_property
    def _stream(self) -> fairness.Stream:
        return fairness.Stream(chance.unseal(self._secret), self._seeds)

    def roll(self, number: int) -> tuple[int, int]:
        """Return the two dice of this roll, numbered from 1."""
        return self._stream.roll(number)

    def lot(self, game: int = 1) -> int:
        """Return the seat that begins this game."""
        return self._stream.lot(game)


@dataclass(slots=True)
class Table:
    """A locked match and what has happened to it in this transaction.

    `now` is the database's time after the lock; `at` the time a command is judged at: `now`
    less what it has waited in our process, never before the last event. `version` and `trail`
    are those before this transaction; `last_outage_id` is the last outage credited to it;
    `stopped_at` is since when an official holds the clock.
    """

    match_id: int
    state: MatchState
    version: int
    trail: Mapping[str, Any]
    secret: str
    members: tuple[int, int]
    seeds: tuple[str, str]
    now: int
    at: int
    swept_at: int | None
    outage_id: int | None
    last_outage_id: int | None
    stopped_at: int | None = None
    known_hash: str | None = None
    known_version: int = 0
    events: list[Event] = field(default_factory=list)

    @property
    def paused(self) -> bool:
        """Whether nothing may be lost or claimed now, because no clock is enforced."""
        return self.stopped_at is not None or limits.paused(self.swept_at, now=self.now)

    @property
    def dice(self) -> "Dice":
        """The dice of this match."""
        return Dice(self.secret, self.seeds)

    def happen(self, events: Iterable[Event]) -> None:
        """Let events have happened; `keep.write` keeps them."""
        fresh = tuple(events)
        self.state = fold(self.state, fresh)
        self.events += fresh


def take(
    match_id: int,
    *,
    member_id: int | None = None,
    key: str | None = None,
    arrived: float | None = None,
) -> Table:
    """Lock a match and read everything a judgement needs. Raises NoSuchMatch.

    `member_id` and `key` look up a command that was answered before. `arrived` is the reading of
    `time.monotonic` when the command came into this process.
    """
    structlog.contextvars.bind_contextvars(match=match_id)
    row = statements.lock(match_id)
    if row is None:
        raise NoSuchMatch
    now = clock.now()
    waited = 0 if arrived is None else max(0, int((time.monotonic() - arrived) * 1000))
    moment = statements.moment(match_id, member_id, key)
    return _table(row, now=now, waited=waited, moment=moment)


def take_due(due: Due, *, limit: int) -> list[Table]:
    """Lock live matches that are due, passing over those that others hold."""
    rows = statements.lock_due(due, limit=limit)
    if not rows:
        return []
    now, moment = clock.now(), statements.moment(0, None, None)
    return [_table(row, now=now, waited=0, moment=moment) for row in rows]


def seat_new(match: Match, *, members: tuple[int, int], seeds: tuple[str, str], now: int) -> Table:
    """Return the table of a match that this transaction has just created, at no event yet."""
    return Table(
        match_id=match.pk,
        state=reading.waiting(match),
        version=0,
        trail={},
        secret=match.dice.secret,
        members=members,
        seeds=seeds,
        now=now,
        at=now,
        swept_at=now,
        outage_id=match.last_outage_id,
        last_outage_id=match.last_outage_id,
    )


def _table(row: LockedRow, *, now: int, waited: int, moment: Moment) -> Table:
    state = _state(row)
    return Table(
        match_id=row.match_id,
        state=state,
        version=row.version,
        trail=json.loads(row.trail),
        secret=row.secret,
        members=row.members,
        seeds=row.seeds,
        now=now,
        at=max(now - waited, state.at),
        swept_at=moment.swept_at,
        outage_id=moment.outage_id,
        last_outage_id=row.last_outage_id,
        stopped_at=row.stopped_at,
        known_hash=moment.known_hash,
        known_version=moment.known_version or 0,
    )


def _state(row: LockedRow) -> MatchState:
    try:
        return codec.state_from_json(row.state)
    except StaleSnapshot:
        return reading.state_of(Match.objects.get(pk=row.match_id))
