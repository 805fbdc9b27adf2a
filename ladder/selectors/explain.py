"""How a change was computed: the sum, number by number, for the page that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from django.apps import apps

from ladder import phrases
from ladder.enums import RatingStatus
from ladder.selectors import ledger

if TYPE_CHECKING:
    from django.utils.functional import Promise

    from accounts.models import Member
    from games.models import Match, Result
    from ladder.models import Pool, RatingChange


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
    """A result, whether it counts and why, and both players' sums (none when it does not)."""

    match: Match
    result: Result
    players: tuple[Member, ...]
    status: RatingStatus
    pool: Pool | None
    sums: tuple[Sum, ...]

    @property
    def why(self) -> Promise:
        """Return in words why the result counts, or why it does not."""
        return phrases.WHY[self.status]

    @property
    def winner(self) -> Member | None:
        """Return who won, None for a draw and for an annulled match."""
        return None if self.result.winner is None else self.players[self.result.winner]


def explanation(result_id: int) -> Explanation | None:
    """Explain a result; None when there is none of this number."""
    results = apps.get_model("games", "Result").objects.select_related("match")
    result = results.filter(pk=result_id).first()
    if result is None:
        return None
    lines = ledger.changes_of(result_id)
    seats = result.match.seats.select_related("member").order_by("side", "place")
    return Explanation(
        match=result.match,
        result=result,
        players=tuple(seat.member for seat in seats),
        status=ledger.rating_status(match=result.match, result=result),
        pool=lines[0].pool if lines else None,
        sums=tuple(_sum(line) for line in lines),
    )


def _sum(line: RatingChange) -> Sum:
    root = sqrt(line.length)
    return Sum(
        line=line,
        root=root,
        exponent=-line.difference * root / line.pool.scale,
        experience_after=line.experience_before + line.length,
    )
