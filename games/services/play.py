"""Commands of the players: the one way in for what they do at a match."""

import hashlib
import logging

from django.db import transaction

from games import permissions, projection
from games.engine import commands
from games.engine.clock import ControlKind
from games.engine.decide import decide
from games.engine.errors import RuleViolation
from games.engine.events import Cause, Event
from games.engine.evolve import fold
from games.engine.match_errors import PresenceIsUnknown
from games.engine.settle import credit
from games.services import keep, presence, settling
from games.services.answers import Ok, answering
from games.services.table import Table, take
from vrhcaby.errors import DomainError, Refused

logger = logging.getLogger(__name__)


class CommandIdReused(DomainError):
    """Another command came under an id that was answered before."""

    code = "command_id_reused"


class ClocksPaused(DomainError):
    """No clock is enforced at present, so nothing can be claimed (rules V23)."""

    code = "clocks_paused"


class ClockStopped(DomainError):
    """An official holds the clock: nothing is played until he lets go."""

    code = projection.CLOCK_STOPPED


@answering
def command(
    *,
    match_id: int,
    member_id: int | None,
    command_id: str,
    command: commands.Command,
    arrived: float | None = None,
) -> Ok | Refused:
    """Judge a member's command at his match, keep and publish what follows from it.

    Entry service. `command_id` is the client's: the same id and command get the same answer
    again. `arrived` is the reading of `time.monotonic` when the command reached this process.
    Nothing is raised for a refusal; what the clock had decided before it is kept.
    """
    with transaction.atomic(durable=True):
        table = take(match_id, member_id=member_id, key=command_id, arrived=arrived)
        if table.known_hash is not None:
            return _answered_before(table, command)
        settling.settle(table)
        try:
            _judge(table, member_id, command)
        except (RuleViolation, DomainError) as refusal:
            if table.events:
                keep.write(table)
            return Refused(refusal.code, {**refusal.details, "version": table.state.version})
        keep.write(table, member_id=member_id or 0, key=command_id, body_hash=_hash(command))
    return Ok(table.version)


def _answered_before(table: Table, command: commands.Command) -> Ok:
    if table.known_hash != _hash(command):
        raise CommandIdReused
    return Ok(table.known_version)


def _judge(table: Table, member_id: int | None, command: commands.Command) -> None:
    """Let happen what the command brings about. Raises RuleViolation, DomainError."""
    if permissions.require_seat(table.members, member_id) != command.seat:
        raise permissions.NotAPlayer
    if table.stopped_at is not None:
        raise ClockStopped
    if isinstance(command, commands.Claim):
        _require_claimable(table, command.seat)
    owed = _owed(table)
    state = fold(table.state, owed) if owed else table.state
    events = decide(state, command, at=table.at, dice=table.dice)
    table.happen((*owed, *events))


def _require_claimable(table: Table, seat: int) -> None:
    """Raise ClocksPaused, or PresenceIsUnknown when the other's server died before the limit."""
    if table.paused:
        raise ClocksPaused
    clock = table.state.clock
    by_letter = table.state.control.kind is ControlKind.CORRESPONDENCE
    if by_letter or clock.verdict is None or clock.seat in (None, seat):
        return
    member_id = table.members[1 - seat]
    if not presence.may_be_claimed(
        table.match_id, member_id, limit_at=clock.ends, moment=table.at, now=table.now
    ):
        raise PresenceIsUnknown


def _owed(table: Table) -> tuple[Event, ...]:
    """Return the credit for a time without a referee that lasts still (rules V23).

    A player who acts before the first sweep must not find his time gone; the outage that the
    sweep will record counts nothing twice.
    """
    if not table.paused or table.swept_at is None:
        return ()
    return credit(table.state, since=table.swept_at, at=table.now, cause=Cause.OUTAGE)


def _hash(command: commands.Command) -> str:
    return hashlib.sha256(repr(command).encode()).hexdigest()
