"""The statements of the way every step takes, and of its server's beats, written by hand.

The ORM needs longer to compose these than the database to run them: a millisecond of a step's
three. Everything that is not done at each step goes through the ORM. One statement reads a match
under its lock, one what must be read after the lock, one (three on SQLite) keeps a step.
"""

import datetime
import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from functools import cache
from operator import attrgetter
from typing import Any

from django.db import connection

from games.enums import MatchStatus
from vrhcaby import clock

LIVE = MatchStatus.LIVE.value


@dataclass(frozen=True, slots=True)
class LockedRow:
    """What a judgement needs of a match, its dice and its seats."""

    match_id: int
    state: str
    version: int
    trail: str
    last_outage_id: int | None
    secret: str
    members: tuple[int, int]
    seeds: tuple[str, str]
    stopped_at: int | None


@dataclass(frozen=True, slots=True)
class Moment:
    """What is read after the lock: the time, the referee's row, a command's answer of before."""

    now: int
    swept_at: int | None
    outage_id: int | None
    known_hash: str | None
    known_version: int | None


@dataclass(frozen=True, slots=True)
class Due:
    """Which live matches a sweep is to look at, of those with an id beyond `after`."""

    where: str
    value: int
    after: int = 0

    @classmethod
    def at(cls, now: int) -> "Due":
        """Return those whose deadline has come."""
        return cls("m.deadline_at <= %s", now)

    @classmethod
    def uncredited(cls, outage_id: int) -> "Due":
        """Return those that an outage was not given back to."""
        return cls("coalesce(m.last_outage_id, 0) < %s", outage_id)

    @classmethod
    def one(cls, match_id: int) -> "Due":
        """Return one match."""
        return cls("m.id = %s", match_id)

    def beyond(self, match_id: int) -> "Due":
        """Return the same with ids beyond this one alone."""
        return replace(self, after=match_id)


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event as it is stored."""

    seq: int
    at: int
    seat: int | None
    kind: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class MatchRow:
    """The columns of a match that each change rewrites."""

    match_id: int
    state: str
    version: int
    last_at: int
    trail: Mapping[str, Any]
    deadline_at: int | None
    last_outage_id: int | None


@dataclass(frozen=True, slots=True)
class CommandRow:
    """An accepted command to be kept; `version` is the match's after it."""

    match_id: int
    member_id: int
    key: str
    body_hash: str
    version: int


@dataclass(frozen=True, slots=True)
class EndRow:
    """The columns of a match that its end writes."""

    status: str
    finished_at: datetime.datetime
    winner: int | None
    reason: str
    match_id: int


@dataclass(frozen=True, slots=True)
class SeatRow:
    """What the end of a match writes at a seat."""

    points: int
    rating_before: float | None
    rating_after: float | None
    seat_id: int


@dataclass(frozen=True, slots=True)
class LeaseRow:
    """A lease as it is after a beat; one that was deleted meanwhile is made again."""

    connection: str
    member_id: int
    match_id: int | None
    instance_id: str
    since: int
    expires: int


_LOCK = """
SELECT m.id, m.state, m.version, m.trail, m.last_outage_id, d.secret,
       a.member_id, b.member_id, a.seed, b.seed, m.stopped_at
  FROM games_match m
  JOIN games_diceseed d ON d.id = m.dice_id
  JOIN games_seat a ON a.match_id = m.id AND a.side = 0 AND a.place = 0
  JOIN games_seat b ON b.match_id = m.id AND b.side = 1 AND b.place = 0
 WHERE """

_MOMENT = """
SELECT {clock}, h.swept_at, h.outage_id, c.body_hash, c.version
  FROM (SELECT 1 AS one) x
  LEFT JOIN games_heartbeat h ON h.id = 1
  LEFT JOIN games_command c ON c.match_id = %s AND c.member_id = %s AND c.key = %s"""

_COMMAND = """
INSERT INTO games_command (match_id, member_id, key, body_hash, version, answer)
VALUES (%s, %s, %s, %s, %s, %s) RETURNING id"""

_EVENTS = "INSERT INTO games_matchevent (match_id, command_id, seq, at, seat, kind, data) "

_EVENT = "(%s::int, %s::bigint, %s::smallint, %s, %s::jsonb)"
_OF_COMMAND = "SELECT %s::bigint, (SELECT id FROM c), v.* FROM "
_OF_NOBODY = "SELECT %s::bigint, NULL::bigint, v.* FROM "

_UPDATE = """
UPDATE games_match SET state = %s, version = %s, last_at = %s, trail = %s, deadline_at = %s,
       last_outage_id = %s
 WHERE id = %s"""


_END = """
UPDATE games_match SET status = %s, finished_at = %s, winner = %s, reason = %s WHERE id = %s"""
_SEAT = "UPDATE games_seat SET points = %s, rating_before = %s, rating_after = %s WHERE id = %s"

_LEASES = """
INSERT INTO games_lease (connection, member_id, match_id, instance_id, since, expires)
{rows} ON CONFLICT (connection, since) DO UPDATE SET expires = excluded.expires"""
_LEASES_AT_ONCE = _LEASES.format(
    rows="SELECT * FROM unnest(%s::text[], %s::bigint[], %s::bigint[], %s::text[], %s::bigint[],"
    " %s::bigint[])"
)
_LEASES_ONE_BY_ONE = _LEASES.format(rows="VALUES (%s, %s, %s, %s, %s, %s)")
_lease_values = attrgetter("connection", "member_id", "match_id", "instance_id", "since", "expires")


def lock(match_id: int) -> LockedRow | None:
    """Lock a match and read it; None when there is none."""
    with connection.cursor() as cursor:
        cursor.execute(f"{_LOCK} m.id = %s {_for_update()}", [match_id])
        row = cursor.fetchone()
    return None if row is None else _locked(row)


def lock_due(due: Due, *, limit: int) -> list[LockedRow]:
    """Lock live matches that are due, passing over those that others hold."""
    tail = f"AND m.id > %s AND m.status = '{LIVE}' ORDER BY m.id LIMIT %s"
    statement = f"{_LOCK} {due.where} {tail} {_for_update(' SKIP LOCKED')}"
    with connection.cursor() as cursor:
        cursor.execute(statement, [due.value, due.after, limit])
        return [_locked(row) for row in cursor.fetchall()]


def moment(match_id: int, member_id: int | None, key: str | None) -> Moment:
    """Read the time, the referee's row, and what a command of this id was answered before.

    The caller holds the lock already: a statement of its own, so that the time is not older.
    """
    on_postgresql = connection.vendor == "postgresql"
    statement = _MOMENT.format(clock=clock.DATABASE_CLOCK if on_postgresql else "0")
    with connection.cursor() as cursor:
        cursor.execute(statement, [match_id, member_id, key])
        read, *rest = cursor.fetchone()
    return Moment(clock.shown_by(read) if on_postgresql else clock.now(), *rest)


def keep(match: MatchRow, events: Sequence[EventRow], command: CommandRow | None) -> None:
    """Insert the command and the events, and rewrite the match's row."""
    if connection.vendor == "postgresql":
        _keep_at_once(match, events, command)
    else:
        _keep_one_by_one(match, events, command)


def finish(rows: Sequence[EndRow]) -> None:
    """Write the ends of matches, whose deadlines are gone already."""
    adapt = connection.ops.adapt_datetimefield_value
    values = [
        (row.status, adapt(row.finished_at), row.winner, row.reason, row.match_id) for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(_END, values)


def enter_at_seats(rows: Sequence[SeatRow]) -> None:
    """Write points and ratings beside the seats."""
    with connection.cursor() as cursor:
        cursor.executemany(_SEAT, [astuple(row) for row in rows])


def renew(leases: Sequence[LeaseRow]) -> None:
    """Let leases expire later; a server's beat is that of hundreds, while others make moves."""
    if not leases:
        return
    values = [_lease_values(row) for row in leases]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_LEASES_AT_ONCE, [list(column) for column in zip(*values, strict=True)])
        else:
            cursor.executemany(_LEASES_ONE_BY_ONE, values)


def _for_update(wait: str = "") -> str:
    return f"FOR UPDATE OF m{wait}" if connection.features.has_select_for_update else ""


def _locked(row: tuple[Any, ...]) -> LockedRow:
    match_id, state, version, trail, outage, secret, first, second, seed_0, seed_1, stopped = row
    members, seeds = (first, second), (seed_0, seed_1)
    return LockedRow(match_id, state, version, trail, outage, secret, members, seeds, stopped)


def _keep_at_once(match: MatchRow, events: Sequence[EventRow], command: CommandRow | None) -> None:
    statement, values = _at_once(len(events), command is not None), []
    if command is not None:
        values += _command_values(command)
    for event in events:
        values += [event.seq, event.at, event.seat, event.kind, _json(event.data)]
    if events:
        values.insert(6 if command is not None else 0, match.match_id)
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, *_match_values(match)])


@cache
def _at_once(events: int, commanded: bool) -> str:
    """Return PostgreSQL's one statement for so many events, of a command or not."""
    parts = [f"c AS ({_COMMAND})"] if commanded else []
    if events:
        source = _OF_COMMAND if commanded else _OF_NOBODY
        rows = ", ".join([_EVENT] * events)
        parts.append("".join(("e AS (", _EVENTS, source, "(VALUES ", rows, ") v)")))
    return " ".join(("WITH", ", ".join(parts), _UPDATE)) if parts else _UPDATE


def _keep_one_by_one(
    match: MatchRow, events: Sequence[EventRow], command: CommandRow | None
) -> None:
    with connection.cursor() as cursor:
        command_id = None
        if command is not None:
            cursor.execute(_COMMAND, _command_values(command))
            command_id = cursor.fetchone()[0]
        cursor.executemany(
            f"{_EVENTS} VALUES (%s, %s, %s, %s, %s, %s, %s)",
            [
                (match.match_id, command_id, one.seq, one.at, one.seat, one.kind, _json(one.data))
                for one in events
            ],
        )
        cursor.execute(_UPDATE, _match_values(match))


def _command_values(row: CommandRow) -> list[Any]:
    answer = _json({"version": row.version})
    return [row.match_id, row.member_id, row.key, row.body_hash, row.version, answer]


def _match_values(row: MatchRow) -> list[Any]:
    return [
        row.state,
        row.version,
        row.last_at,
        _json(row.trail),
        row.deadline_at,
        row.last_outage_id,
        row.match_id,
    ]


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":"))
