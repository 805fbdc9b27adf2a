"""Closing a match that is over: its result, once, and what the apps above make of it."""

import logging
from collections.abc import Iterable
from typing import Any

from games import realtime
from games.enums import MatchStatus
from games.instants import to_datetime
from games.models import Match, Result, Seat
from games.services.table import Table
from games.signals import game_finished

logger = logging.getLogger(__name__)


def close(table: Table) -> Result:
    """Write the result of a match whose state is over, and tell the apps above.

    The caller holds the match's lock, has kept its events and its state.
    Ratings that receivers of the signal return are entered at the seats.
    """
    state = table.state
    match = Match.objects.get(pk=table.match_id)
    match.status = MatchStatus.FINISHED
    match.finished_at = to_datetime(state.at)
    match.winner = state.winner
    match.reason = str(state.reason)
    match.save(update_fields=["status", "finished_at", "winner", "reason"])
    result = Result.objects.create(
        match=match,
        winner=state.winner,
        reason=match.reason,
        rated=match.rated and match.reason != "annulled",
        finished_at=match.finished_at,
    )
    for side, points in enumerate(state.score):
        if points:
            Seat.objects.filter(match=match, side=side).update(points=points)
    answers = game_finished.send(sender=Match, match=match, result=result)
    _enter_ratings(match, answers)
    realtime.chat_opened(match.pk)
    logger.info("match %s finished: %s, winner %s", match.pk, match.reason, match.winner)
    return result


def _enter_ratings(match: Match, answers: Iterable[tuple[Any, Any]]) -> None:
    """Enter at the seats what receivers returned: rows with member_id, before and after."""
    for _, rows in answers:
        for row in rows or ():
            seat = Seat.objects.filter(match=match, member_id=row.member_id)
            seat.update(rating_before=row.before, rating_after=row.after)
