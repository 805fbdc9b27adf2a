"""Rating finished matches, and replaying the ledger.

Lock order: the matches (held by the caller) → the pools → rating rows by ascending member id.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from games.signals import Finished
from ladder.enums import RatingStatus
from ladder.models import HISTORY_LENGTH, Pool, Rating, RatingChange
from ladder.rules import Change, RatedResult
from ladder.rules import rate as rate_result
from ladder.rules import replay as replay_results
from ladder.selectors import ledger

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

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
    """Rate one result as `rate_all` does."""
    seats = tuple(match.seats.order_by("side", "place"))
    return rate_all([Finished(match, result, seats)])


def rate_all(finished: Sequence[Finished]) -> tuple[RatingChange, ...]:
    """Write both members' lines of the ledger for each result, and their new ratings.

    In the order given; returns the lines. Nothing is written, and nothing returned, for a result
    that does not count. The caller holds the matches' locks and their transaction; a second call
    for the same result breaks the constraint `change_once` and undoes that transaction.
    """
    counting = [one for one in finished if _counts(one)]
    if not counting:
        return ()
    pools = _locked_pools({one.match.ruleset for one in counting})
    ratings = _locked_ratings(counting, pools)
    lines = [line for one in counting for line in _rate(one, pools[one.match.ruleset], ratings)]
    for pool in pools.values():
        pool.save(update_fields=["last_sequence"])
    RatingChange.objects.bulk_create(lines)
    _store(ratings.values())
    return tuple(lines)


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


def _counts(one: Finished) -> bool:
    return ledger.rating_status(match=one.match, result=one.result) is RatingStatus.RATED


def _rate(
    one: Finished, pool: Pool, ratings: Mapping[tuple[int, int], Rating]
) -> tuple[RatingChange, ...]:
    """Advance both ratings by a result and return its lines."""
    members = tuple(seat.member_id for seat in one.seats)
    changes = rate_result(
        ratings[pool.pk, members[0]].standing,
        ratings[pool.pk, members[1]].standing,
        score=ledger.SCORE_OF_FIRST[one.result.winner],
        length=one.match.options["length"],
        constants=pool.constants,
    )
    pool.last_sequence += 1
    lines = _lines(pool, one.result, members, changes)
    for line in lines:
        _advance(ratings[pool.pk, line.member_id], line)
    logger.info("result %s rated: %s", one.result.pk, ", ".join(str(line) for line in lines))
    return lines


def _locked_pools(rulesets: set[str]) -> dict[str, Pool]:
    """Lock pools by ascending id; make those that are missing."""
    for ruleset in rulesets - set(Pool.objects.values_list("ruleset", flat=True)):
        Pool.objects.get_or_create(ruleset=ruleset)
    rows = Pool.objects.select_for_update().filter(ruleset__in=rulesets).order_by("pk")
    return {pool.ruleset: pool for pool in rows}


def _locked_ratings(
    counting: Sequence[Finished], pools: Mapping[str, Pool]
) -> dict[tuple[int, int], Rating]:
    """Lock the ratings by ascending member id; those that are missing begin in memory."""
    wanted = {
        (pools[one.match.ruleset].pk, seat.member_id): pools[one.match.ruleset]
        for one in counting
        for seat in one.seats
    }
    rows = Rating.objects.select_for_update().filter(
        pool__in=pools.values(), member__in={member_id for _, member_id in wanted}
    )
    found = {(row.pool_id, row.member_id): row for row in rows.order_by("member_id", "pool_id")}
    for (pool_id, member_id), pool in wanted.items():
        if (pool_id, member_id) not in found:
            made = Rating(pool_id=pool_id, member_id=member_id, rating=pool.start, experience=0)
            found[pool_id, member_id] = made
    return {key: found[key] for key in wanted}


def _store(ratings: Iterable[Rating]) -> None:
    """Write current ratings, new or old, in one statement."""
    fields = ("rating", "experience", "history", "last_result_id", "last_rated_at")
    rows = [
        Rating(
            pool_id=rating.pool_id,
            member_id=rating.member_id,
            **{name: getattr(rating, name) for name in fields},
        )
        for rating in sorted(ratings, key=attrgetter("member_id", "pool_id"))
    ]
    Rating.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["pool", "member"],
        update_fields=[name.removesuffix("_id") for name in fields],
    )


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
