"""Keeping what has happened at a table: events, snapshot, version, deadline, and the end."""

from typing import Any

from games import projection, realtime, selectors, trail, wire
from games.engine import codec
from games.engine.events import Event
from games.engine.state import Phase, deadline
from games.models import Command, Match, MatchEvent, Seat
from games.services import finish
from games.services.table import Table


def write(table: Table, *, command: Command | None = None) -> None:
    """Write what has happened since `table.take`, and publish it when the transaction commits.

    The caller holds the match's lock inside a durable transaction. `command` is the accepted
    command that brought it about, not saved yet.
    """
    match, state = table.match, table.state
    if command is not None:
        command.version = state.version
        command.save(force_insert=True)
    numbered = list(enumerate(table.events, start=match.version + 1))
    MatchEvent.objects.bulk_create([_row(match, seq, event, command) for seq, event in numbered])
    over = state.phase is Phase.OVER
    _update(table, deadline_at=None if over else deadline(state))
    result = _end(table) if over else None
    realtime.to_match(match.pk, _events_frame(table, numbered, result))
    if over:
        realtime.lobby_changed()
    table.events = []


def _end(table: Table) -> wire.ResultFrame:
    result = finish.close(table)
    seats = Seat.objects.filter(match=table.match).order_by("side", "place")
    return selectors.result_frame(table.state, result, seats)


def _update(table: Table, **columns: Any) -> None:
    match, state = table.match, table.state
    match.state = codec.state_to_json(state)
    match.version = state.version
    match.last_at = state.at
    match.trail = trail.follow(match.trail, table.events)
    match.deadline_at = columns["deadline_at"]
    match.last_outage_id = table.outage_id
    match.save(update_fields=["state", "version", "last_at", "trail", "deadline_at", "last_outage"])


def _row(match: Match, seq: int, event: Event, command: Command | None) -> MatchEvent:
    kind, facts = codec.event_to_data(event)
    return MatchEvent(
        match=match, seq=seq, at=event.at, seat=event.seat, command=command, kind=kind, data=facts
    )


def _events_frame(
    table: Table, numbered: list[tuple[int, Event]], result: wire.ResultFrame | None
) -> wire.Events:
    frames = []
    for seq, event in numbered:
        kind, facts = codec.event_to_data(event)
        frames.append(wire.EventFrame(seq, kind, event.at, event.seat, facts))
    return wire.Events(
        match=table.match.pk,
        version=table.state.version,
        now=table.now,
        events=frames,
        state=projection.state(table.state, table.match.trail, at=table.now),
        legal=projection.legal(table.state),
        clock=projection.clock(table.state, at=table.now, paused=table.paused),
        result=result,
    )
