"""What comes later than it was due: how the log says it, and that nobody's time is less. Inner."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from ladder.enums import RoundsOpen, RoundState
from ladder.models import Round

if TYPE_CHECKING:
    from ladder.services.tournaments.acting import Acting

LATE = datetime.timedelta(minutes=3)
"""The clock looks each minute; what comes later than this has been caught up."""


def lateness(acting: Acting, due: datetime.datetime) -> dict[str, Any]:
    """Return what the log says of an act that was due earlier: nothing when it was in time."""
    late = acting.at - due
    if late <= LATE:
        return {}
    return {"due": due.isoformat(), "late_minutes": int(late.total_seconds() // 60)}


def give_time(acting: Acting, played: Round) -> None:
    """Let a round that opens now, later than was planned, last as long as was planned.

    Of several rounds in turn that open together each lasts from the end of the one before. The
    caller saves it; `played.stage` should be joined.
    """
    opens, ends, now = played.opens_at, played.deadline_at, acting.at
    if ends is not None and opens is not None and now - opens > LATE:
        played.deadline_at = max(now, _end_before(acting, played)) + (ends - opens)
    elif ends is not None and ends <= now:
        played.deadline_at = None
    lasts = acting.tournament.round_lasts_minutes
    if played.deadline_at is None and lasts is not None:
        played.deadline_at = now + datetime.timedelta(minutes=lasts)


def _end_before(acting: Acting, played: Round) -> datetime.datetime:
    """Return when the round before ends, if it is open still and rounds come in turn."""
    if acting.tournament.rounds_open == RoundsOpen.ALL:
        return acting.at
    before = Round.objects.filter(
        stage=played.stage_id, number=played.number - 1, state=RoundState.OPEN
    )
    return before.values_list("deadline_at", flat=True).first() or acting.at
