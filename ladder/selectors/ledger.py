"""Reading the ledger: who is rated how, and what a result did."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from django.db.models import F, Q

from games.enums import EndReason, MatchSource
from ladder.enums import RatingStatus
from ladder.models import Pool, Rating, RatingChange

if TYPE_CHECKING:
    from games.models import Match, Result

SCORE_OF_FIRST: Mapping[int | None, float] = {0: 1.0, 1: 0.0, None: 0.5}
"""The score of side 0 by the winner's side."""


@dataclass(frozen=True, slots=True)
class LedgerResult:
    """A rated result as a replay needs it; members by side, `score` that of side 0."""

    sequence: int
    result_id: int
    members: tuple[int, int]
    score: float
    length: int


def rating_status(*, match: Match, result: Result) -> RatingStatus:
    """Tell whether a result counts for the ladder, or why it does not."""
    if result.reason == EndReason.ANNULLED:
        return RatingStatus.ANNULLED
    if match.source == MatchSource.PRACTICE:
        return RatingStatus.PRACTICE
    if not match.rated:
        return RatingStatus.UNRATED
    return RatingStatus.RATED if match.options["length"] else RatingStatus.MONEY


def counting() -> Q:
    """Return the condition under which `rating_status` of a result is `RATED`."""
    money = Q(match__options__length=None)
    annulled = Q(reason=EndReason.ANNULLED)
    return Q(match__rated=True) & ~(money | annulled | Q(match__source=MatchSource.PRACTICE))


def ratings_of(
    member_ids: Collection[int], rulesets: Collection[str]
) -> dict[tuple[str, int], float]:
    """Return the ratings that those members have in the pools of those rulesets."""
    rows = Rating.objects.filter(pool__ruleset__in=rulesets, member__in=member_ids)
    return {
        (ruleset, member_id): rating
        for ruleset, member_id, rating in rows.values_list("pool__ruleset", "member", "rating")
    }


def ledger_results(pool: Pool) -> Iterator[LedgerResult]:
    """Yield the pool's rated results in the order of the ledger.

    Sides and winners come from the games, so that a replay does not believe the ledger itself;
    a result whose lines do not name both seats is left out (`audit` reports it).
    """
    side = F("result__match__seats__side")
    lines = (
        RatingChange.objects.filter(
            pool=pool, correction=0, result__match__seats__member=F("member")
        )
        .annotate(side=side)
        .order_by("sequence", "side")
        .values_list("sequence", "result", "member", "result__winner", "length", "side", named=True)
    )
    for _, pair in groupby(lines.iterator(), key=attrgetter("sequence", "result")):
        both = list(pair)
        if [line.side for line in both] == [0, 1]:
            yield LedgerResult(
                sequence=both[0].sequence,
                result_id=both[0].result,
                members=(both[0].member, both[1].member),
                score=SCORE_OF_FIRST[both[0].result__winner],
                length=both[0].length,
            )


def changes_of(result_id: int) -> list[RatingChange]:
    """Return the lines in force of a result, side 0 first; empty when it is not rated."""
    lines = RatingChange.objects.in_force().filter(
        result=result_id, result__match__seats__member=F("member")
    )
    return list(
        lines.select_related("pool", "member", "opponent", "result__match").order_by(
            "result__match__seats__side"
        )
    )
