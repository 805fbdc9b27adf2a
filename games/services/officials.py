"""What an official may do to a match: hold its clock, end it without a result (rules V18)."""

from typing import Any

from django.db import transaction

from games import permissions
from games.engine import decide as engine
from games.engine.errors import GameOver
from games.engine.events import Cause
from games.engine.settle import credit
from games.engine.state import Phase
from games.instants import to_datetime
from games.models import Annulment, Match
from games.services import keep, settling
from games.services.answers import Ok, answering
from games.services.table import Table, take
from vrhcaby.errors import Refused, WhyMissing

LONGEST_WHY = 500


@answering
def annul(*, match_id: int, official: Any, why: str) -> Ok | Refused:
    """End a live match as annulled and unrated, and keep who did it and why; entry service."""
    permissions.require_may_annul(official)
    if not why.strip():
        raise WhyMissing
    with transaction.atomic(durable=True):
        version = end_without_result(match_id=match_id, official_id=official.pk, why=why)
    return Refused(GameOver.code) if version is None else Ok(version)


def stop_clock(*, match_id: int, official_id: int, why: str) -> int | None:
    """Hold the clock of a live match; return its version, or None where it cannot be held.

    Both players read who holds it and why.

    Inner: locks the match in the caller's transaction; the caller knows that the official may.
    Nothing is played or lost meanwhile. None: the match is over, if only just, or stands already.
    Raises NoSuchMatch.
    """
    table = take(match_id)
    settling.settle(table)
    held = table.state.phase is not Phase.OVER and table.stopped_at is None
    if held:
        # A millisecond is given back at once: an event, by which the pages see the clock stand.
        _give_back(table, since=table.now - 1)
        table.stopped_at = table.now
        Match.objects.filter(pk=match_id).update(
            stopped_at=table.now, stopped_by=official_id, stopped_why=why.strip()[:LONGEST_WHY]
        )
    keep.write(table) if table.events else keep.note(table)
    return table.state.version if held else None


def let_clock_go(*, match_id: int) -> int | None:
    """Let a clock that was held go on; the time between is nobody's. None where it was not held.

    Inner, as `stop_clock`.
    """
    table = take(match_id)
    if table.stopped_at is None:
        return None
    since, table.stopped_at = table.stopped_at, None
    Match.objects.filter(pk=match_id).update(stopped_at=None, stopped_by=None, stopped_why="")
    _give_back(table, since=since)
    keep.write(table) if table.events else keep.note(table)
    return table.state.version


def _give_back(table: Table, *, since: int) -> None:
    table.happen(credit(table.state, since=since, at=table.now, cause=Cause.OFFICIAL))


def hold(*, match_id: int) -> None:
    """Lock a match in the caller's transaction, who judges something else before he ends it."""
    Match.objects.select_for_update().only("pk").get(pk=match_id)


def end_without_result(*, match_id: int, official_id: int, why: str) -> int | None:
    """End a match as annulled; return its version, or None where it was over, if only just.

    Inner: locks the match in the caller's transaction; the caller knows that the official may.
    What the clock had decided is kept. Raises NoSuchMatch.
    """
    table = take(match_id)
    settling.settle(table)
    if table.state.phase is Phase.OVER:
        if table.events:
            keep.write(table)
        return None
    table.happen(engine.annul(table.state, at=table.at))
    Annulment.objects.create(
        match_id=match_id, official_id=official_id, why=why.strip(), at=to_datetime(table.at)
    )
    keep.write(table)
    return table.state.version
