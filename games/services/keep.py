"""Keeping what has happened at a table: events, snapshot, version, deadline, and the end."""

from collections.abc import Sequence

from games import projection, realtime, selectors, trail, wire
from games.engine import codec
from games.engine.events import Event
from games.engine.state import Phase, deadline
from games.services import finish, statements
from games.services.statements import CommandRow, EventRow, MatchRow
from games.services.table import Table
from games.signals import Finished


def write(table: Table, *, member_id: int = 0, key: str = "", body_hash: str = "") -> None:
    """Write what has happened since `table.take`, and publish it when the transaction commits.

    The caller holds the match's lock inside a durable transaction. `key` and `body_hash` are
    those of the accepted command of a member that brought it about, if one did.
    """
    command = None
    if key:
        command = CommandRow(table.match_id, member_id, key, body_hash, table.state.version)
    _write([table], command)


def write_all(tables: Sequence[Table]) -> None:
    """Write and publish what has happened at several tables, as `write` does at one.

    The caller holds the locks, taken by ascending id. Ends are cheaper together.
    """
    _write(tables, None)


def _write(tables: Sequence[Table], command: CommandRow | None) -> None:
    kept = [(table, _keep(table, command)) for table in tables]
    finished = finish.close([table for table in tables if table.state.phase is Phase.OVER])
    for table, rows in kept:
        _publish(table, rows, finished.get(table.match_id))
        table.version, table.events = table.state.version, []


def _keep(table: Table, command: CommandRow | None) -> list[EventRow]:
    rows = [_row(seq, event) for seq, event in enumerate(table.events, start=table.version + 1)]
    table.trail = trail.follow(table.trail, table.events)
    statements.keep(_match_row(table), rows, command)
    return rows


def _publish(table: Table, rows: list[EventRow], finished: Finished | None) -> None:
    result = None
    if finished is not None:
        result = selectors.result_frame(table.state, finished.result, finished.seats)
        realtime.lobby_changed()
        realtime.lobby_changed(*table.members)
    realtime.to_match(table.match_id, _events_frame(table, rows, result))


def note(table: Table) -> None:
    """Write that nothing has happened, but what was looked at; the caller holds the lock."""
    statements.keep(_match_row(table), [], None)


def _match_row(table: Table) -> MatchRow:
    state = table.state
    return MatchRow(
        match_id=table.match_id,
        state=codec.state_to_json(state),
        version=state.version,
        last_at=state.at,
        trail=table.trail,
        deadline_at=None if _stands(table) else deadline(state),
        last_outage_id=table.outage_id,
    )


def _stands(table: Table) -> bool:
    """Whether nothing can happen by itself: the match is over, or an official holds the clock."""
    return table.state.phase is Phase.OVER or table.stopped_at is not None


def _row(seq: int, event: Event) -> EventRow:
    kind, facts = codec.event_to_data(event)
    return EventRow(seq, event.at, event.seat, kind, facts)


def _events_frame(
    table: Table, rows: list[EventRow], result: wire.ResultFrame | None
) -> wire.Events:
    state, now = table.state, table.now
    return wire.Events(
        match=table.match_id,
        version=state.version,
        now=now,
        events=[wire.EventFrame(row.seq, row.kind, row.at, row.seat, row.data) for row in rows],
        result=result,
        **projection.faces(
            state,
            table.trail,
            at=now,
            paused=table.paused,
            held=None if table.stopped_at is None else selectors.held(table.match_id),
        ),
    )
