"""Closing matches that are over: their results, once, and what the apps above make of them."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from games import realtime
from games.enums import MatchStatus
from games.instants import to_datetime
from games.models import Match, Result, Seat
from games.services import statements
from games.services.statements import EndRow, SeatRow
from games.services.table import Table
from games.signals import Finished, game_finished, games_finished

logger = logging.getLogger(__name__)

ANNULLED = "annulled"


def close(tables: Sequence[Table]) -> Mapping[int, Finished]:
    """Write the results of matches whose states are over, and tell the apps above.

    The caller holds the matches' locks, has kept their events and their states. Returns what has
    finished by match. Ratings that receivers return are entered at the seats.
    """
    if not tables:
        return {}
    finished = _write_results(tables)
    for one in finished:
        game_finished.send(sender=Match, match=one.match, result=one.result, seats=one.seats)
    answers = games_finished.send(sender=Match, finished=finished)
    _enter_at_seats(finished, answers)
    for one in finished:
        realtime.chat_opened(one.match.pk)
        logger.info("match %s finished: %s", one.match.pk, one.result.reason)
    return {one.match.pk: one for one in finished}


def _write_results(tables: Sequence[Table]) -> list[Finished]:
    ids = [table.match_id for table in tables]
    matches = Match.objects.in_bulk(ids)
    statements.finish([_end(matches[table.match_id], table) for table in tables])
    results = Result.objects.bulk_create(_result(matches[one.match_id], one) for one in tables)
    rows = Seat.objects.filter(match__in=ids).order_by("match", "side", "place")
    seats = {pk: tuple(of) for pk, of in groupby(rows, key=attrgetter("match_id"))}
    for table in tables:
        for seat in seats[table.match_id]:
            seat.points = table.state.score[seat.side]
    return [Finished(one.match, one, seats[one.match_id]) for one in results]


def _end(match: Match, table: Table) -> EndRow:
    at = to_datetime(table.state.at)
    match.status, match.finished_at = MatchStatus.FINISHED, at
    match.winner, match.reason = table.state.winner, str(table.state.reason)
    return EndRow(match.status, at, match.winner, match.reason, match.pk)


def _result(match: Match, table: Table) -> Result:
    return Result(
        match=match,
        winner=match.winner,
        reason=match.reason,
        rated=match.rated and match.reason != ANNULLED,
        finished_at=to_datetime(table.state.at),
    )


def _enter_at_seats(finished: Sequence[Finished], answers: Iterable[tuple[Any, Any]]) -> None:
    """Enter the points, and the ratings that receivers returned."""
    moved = {(row.result_id, row.member_id): row for _, rows in answers for row in rows or ()}
    changed = []
    for one in finished:
        for seat in one.seats:
            row = moved.get((one.result.pk, seat.member_id))
            if row is not None:
                seat.rating_before, seat.rating_after = row.before, row.after
            changed.append(SeatRow(seat.points, seat.rating_before, seat.rating_after, seat.pk))
    statements.enter_at_seats(changed)
