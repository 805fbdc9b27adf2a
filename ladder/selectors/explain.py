"""How a change was computed: the sum, number by number, for the page that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from django.apps import apps

from games.enums import EndReason, MatchSource
from ladder import phrases
from ladder.enums import RatingStatus
from ladder.models import LadderResult
from ladder.selectors import ledger

if TYPE_CHECKING:
    import datetime

    from django.db.models import QuerySet
    from django.utils.functional import Promise

    from accounts.models import Member
    from games.models import Match, Result
    from ladder.models import Correction, Pool, RatingChange


@dataclass(frozen=True, slots=True)
class Sum:
    """One player's sum with its steps between the inputs and the change."""

    line: RatingChange
    root: float
    exponent: float
    experience_after: int

    @property
    def amount(self) -> float:
        """Return the points won or lost."""
        return self.line.amount


@dataclass(frozen=True, slots=True)
class Explanation:
    """A result, whether it counts and why, both players' sums, and what officials did to it.

    `sums` are empty when it does not count. A result from the board has no `match`.
    """

    players: tuple[Member, ...]
    score: float | None
    at: datetime.datetime
    status: RatingStatus
    match: Match | None = None
    result: Result | None = None
    entry: LadderResult | None = None
    sums: tuple[Sum, ...] = ()
    corrections: tuple[Correction, ...] = ()

    @property
    def why(self) -> Promise:
        """Return in words why the result counts, or why it does not."""
        if self.status == RatingStatus.RATED and self.of_tournament:
            return phrases.RATED_TOURNAMENT
        return phrases.WHY[self.status]

    @property
    def of_tournament(self) -> bool:
        """Tell whether it was played for a tournament, here or over the board."""
        if self.match is not None:
            return self.match.source == MatchSource.PAIRING
        return self.entry is not None and self.entry.pairing_id is not None

    @property
    def pool(self) -> Pool | None:
        """Return the pool in whose ledger it is."""
        return self.entry.pool if self.entry else None

    @property
    def known(self) -> int:
        """Return the number of the newest correction, 0 for none."""
        return self.corrections[-1].number if self.corrections else 0

    @property
    def winner(self) -> Member | None:
        """Return who won as it counts now, None for a draw and for an annulled result."""
        return {1.0: self.players[0], 0.0: self.players[1]}.get(self.score)  # type: ignore[arg-type]


def of_match_result(result_id: int) -> Explanation | None:
    """Explain the result of a match; None when there is none of this number."""
    results = apps.get_model("games", "Result").objects.select_related("match")
    result = results.filter(pk=result_id).first()
    if result is None:
        return None
    entry = _entries().filter(result=result).first()
    if entry is not None:
        return _of_entry(entry)
    seats = result.match.seats.select_related("member").order_by("side", "place")
    annulled = result.reason == EndReason.ANNULLED
    players = tuple(seat.member for seat in seats)
    return Explanation(
        match=result.match,
        result=result,
        players=players,
        score=None if annulled else ledger.SCORE_OF_FIRST[result.winner],
        at=result.finished_at,
        status=ledger.rating_status(match=result.match, result=result, members=players),
    )


def of_ladder_result(ladder_result_id: int) -> Explanation | None:
    """Explain a result of the ledger; None when there is none of this number."""
    entry = _entries().filter(pk=ladder_result_id).first()
    return None if entry is None else _of_entry(entry)


def _entries() -> QuerySet[LadderResult]:
    return LadderResult.objects.select_related(
        "pool", "first", "second", "result__match", "pairing__round__stage__tournament"
    )


def _of_entry(entry: LadderResult) -> Explanation:
    acts = tuple(entry.corrections.select_related("official", "undoes").order_by("number"))
    score = acts[-1].score if acts else entry.score
    lines = [] if score is None else ledger.changes_of(entry)
    return Explanation(
        match=entry.result.match if entry.result else None,
        result=entry.result,
        entry=entry,
        players=(entry.first, entry.second),
        score=score,
        at=entry.at,
        status=RatingStatus.CORRECTED if score is None else RatingStatus.RATED,
        sums=tuple(_sum(line) for line in lines),
        corrections=acts,
    )


def _sum(line: RatingChange) -> Sum:
    root = sqrt(line.length or 0)
    return Sum(
        line=line,
        root=root,
        exponent=-(line.difference or 0.0) * root / line.pool.scale,
        experience_after=line.experience_after,
    )
