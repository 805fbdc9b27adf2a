"""Rating a finished match, and replaying the ledger.

Lock order: the match (held by the caller) → the pool → rating rows by ascending member id.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ladder.enums import RatingStatus
from ladder.models import HISTORY_LENGTH, Pool, Rating, RatingChange
from ladder.rules import Change, RatedResult
from ladder.rules import rate as rate_result
from ladder.rules import replay as replay_results
from ladder.selectors import ledger

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from games.models import Match, Result

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Replayed:
    """What the ledger should hold for one result: both members' lines, side 0 first."""

    sequence: int
    result_id: int
    members: tuple[int, int]
    changes: tuple[Change, Change]


def rate(*, match: Match, result: Result) -> tuple[RatingChange, ...]:
    """Write both members' lines of the ledger and their new ratings; return the lines.

    Nothing is written, and nothing returned, for a result that does not count. The caller holds
    the match's lock and its transaction; a second call for the same result breaks the constraint
    `change_once` and undoes that transaction.
    """
    if ledger.rating_status(match=match, result=result) is not RatingStatus.RATED:
        return ()
    members = tuple(seat.member_id for seat in match.seats.order_by("side", "place"))
    pool, ratings = _locked(match.ruleset, members)
    changes = rate_result(
        ratings[members[0]].standing,
        ratings[members[1]].standing,
        score=ledger.SCORE_OF_FIRST[result.winner],
        length=match.options["length"],
        constants=pool.constants,
    )
    pool.last_sequence += 1
    pool.save(update_fields=["last_sequence"])
    lines = _lines(pool, result, members, changes)
    RatingChange.objects.bulk_create(lines)
    for line in lines:
        _advance(ratings[line.member_id], line)
    logger.info("result %s rated: %s", result.pk, ", ".join(str(line) for line in lines))
    return lines


def replay(pool: Pool) -> Iterator[Replayed]:
    """Rate all results of a pool again in the order of the ledger, from nothing. Writes nothing.

    Raises `RatingError` where the ledger holds something that cannot be rated.
    """
    originals = list(ledger.ledger_results(pool))
    results = (
        RatedResult(entry.members[0], entry.members[1], entry.score, entry.length)
        for entry in originals
    )
    replayed = replay_results(results, constants=pool.constants)
    for entry, changes in zip(originals, replayed, strict=True):
        yield Replayed(entry.sequence, entry.result_id, entry.members, changes)


def _locked(ruleset: str, members: tuple[int, ...]) -> tuple[Pool, Mapping[int, Rating]]:
    """Lock the pool, then both ratings by ascending member id; make those that are missing."""
    pool, _ = Pool.objects.select_for_update().get_or_create(ruleset=ruleset)
    ratings = Rating.objects.select_for_update().filter(pool=pool, member__in=members)
    found = {rating.member_id: rating for rating in ratings.order_by("member_id")}
    for member_id in sorted(set(members) - set(found)):
        found[member_id] = Rating.objects.create(
            pool=pool, member_id=member_id, rating=pool.start, experience=0
        )
    return pool, found


def _lines(
    pool: Pool, result: Result, members: tuple[int, ...], changes: tuple[Change, Change]
) -> tuple[RatingChange, ...]:
    pairs = ((members[0], members[1], changes[0]), (members[1], members[0], changes[1]))
    return tuple(
        RatingChange(
            pool=pool,
            sequence=pool.last_sequence,
            result=result,
            member_id=member,
            opponent_id=opponent,
            difference=change.difference,
            length=change.length,
            k=change.k,
            expected=change.expected,
            score=change.score,
            before=change.before,
            after=change.after,
            experience_before=change.experience_before,
            at=result.finished_at,
        )
        for member, opponent, change in pairs
    )


def _advance(rating: Rating, line: RatingChange) -> None:
    """Bring a current rating to where a new line of the ledger leaves it."""
    rating.rating = line.after
    rating.experience = line.experience_before + line.length
    rating.history = [*rating.history, line.after][-HISTORY_LENGTH:]
    rating.last_result_id = line.result_id
    rating.last_rated_at = line.at
    rating.save()
