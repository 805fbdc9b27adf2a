"""A match with its lock held: the row, the engine's state, the time, who sits there."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import F, FilteredRelation, Q, Subquery

from games import dice as chance
from games import limits, reading
from games.engine import fairness
from games.engine.events import Event
from games.engine.evolve import fold
from games.engine.state import MatchState
from games.models import Command, Heartbeat, Match
from vrhcaby import clock
from vrhcaby.errors import DomainError


class NoSuchMatch(DomainError):
    """No match has this number."""

    code = "no_such_match"


@dataclass(slots=True)
class Table:
    """A locked match and what has happened to it in this transaction.

    `now` is the database's time after the lock; `at` the time the command is judged at: `now`
    less what the command has waited in our process, never before the last event.
    """

    match: Match
    state: MatchState
    members: tuple[int, int]
    seeds: tuple[str, str]
    now: int
    at: int
    swept_at: int | None
    outage_id: int | None
    known: Command | None = None
    events: list[Event] = field(default_factory=list)
    _stream: fairness.Stream | None = None

    @property
    def paused(self) -> bool:
        """Whether nothing may be lost or claimed now, because no clock is enforced."""
        return limits.paused(self.swept_at, now=self.now)

    @property
    def dice(self) -> fairness.Stream:
        """The stream of rolls of this match."""
        if self._stream is None:
            self._stream = fairness.Stream(chance.unseal(self.match.dice.secret), self.seeds)
        return self._stream

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
    match = _seated().select_for_update(of=("self",)).filter(pk=match_id).first()
    if match is None:
        raise NoSuchMatch
    now = clock.now()
    waited = 0 if arrived is None else max(0, int((time.monotonic() - arrived) * 1000))
    return _table(match, now=now, waited=waited, beat=_heartbeat(match_id, member_id, key))


def take_due(due: Q, *, limit: int) -> list[Table]:
    """Lock live matches that fulfil a condition, passing over those that others hold."""
    rows = _seated().live().select_for_update(of=("self",), skip_locked=True)
    matches = list(rows.filter(due).order_by("id")[:limit])
    if not matches:
        return []
    now, beat = clock.now(), _heartbeat()
    return [_table(match, now=now, waited=0, beat=beat) for match in matches]


def seat_new(match: Match, *, members: tuple[int, int], seeds: tuple[str, str], now: int) -> Table:
    """Return the table of a match that this transaction has just created, at no event yet."""
    return Table(
        match=match,
        state=reading.waiting(match),
        members=members,
        seeds=seeds,
        now=now,
        at=now,
        swept_at=now,
        outage_id=match.last_outage_id,
    )


def _seated() -> Any:
    """Matches with their dice and both players, which never change, by one statement."""
    return (
        Match.objects.select_related("dice")
        .annotate(
            first=FilteredRelation("seats", condition=Q(seats__side=0)),
            second=FilteredRelation("seats", condition=Q(seats__side=1)),
        )
        .annotate(
            member_0=F("first__member_id"),
            member_1=F("second__member_id"),
            seed_0=F("first__seed"),
            seed_1=F("second__seed"),
        )
    )


def _table(match: Any, *, now: int, waited: int, beat: dict[str, Any]) -> Table:
    state = reading.state_of(match)
    known = None
    if beat.get("known_hash") is not None:
        known = Command(body_hash=beat["known_hash"], version=beat["known_version"])
    return Table(
        match=match,
        state=state,
        members=(match.member_0, match.member_1),
        seeds=(match.seed_0, match.seed_1),
        now=now,
        at=max(now - waited, state.at),
        swept_at=beat.get("swept_at"),
        outage_id=beat.get("outage_id"),
        known=known,
    )


def _heartbeat(
    match_id: int | None = None, member_id: int | None = None, key: str | None = None
) -> dict[str, Any]:
    """Read the referee's row, and with it the command of this id if there is one."""
    rows = Heartbeat.objects.all()
    names = ["swept_at", "outage_id"]
    if key is not None:
        known = Command.objects.filter(match=match_id, member=member_id, key=key).order_by()
        rows = rows.annotate(
            known_hash=Subquery(known.values("body_hash")[:1]),
            known_version=Subquery(known.values("version")[:1]),
        )
        names += ["known_hash", "known_version"]
    return rows.values(*names).first() or {}
