"""The ladder and its ledger as data, for files and for everybody who wants to check them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from accounts.models import Member
from ladder.models import PROVISIONAL_BELOW, Pool, Rating, RatingChange
from ladder.selectors import ledger
from ladder.selectors.table import places, ranked
from vrhcaby.errors import DomainError

if TYPE_CHECKING:
    import datetime

FORMAT = "vrhcaby-ratings-1"
ENTRIES_AT_MOST = 20_000
"""How many entries of the ledger one file holds; the next file begins where it ends."""
TRIES = 3

LADDER = ("place", "player", "rating", "experience", "last_rated_at", "is_bot")
CHANGES = (
    *("entry", "at", "player", "opponent", "score", "length", "difference", "k", "expected"),
    *("before", "after", "change", "experience_before", "correction"),
    *("player_is_bot", "opponent_is_bot"),
)


class LedgerMoves(DomainError):
    """Results came in faster than the ledger could be read; try again."""

    code = "busy"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the ledger's lines, and the entry with which the next part begins."""

    lines: list[tuple[Any, ...]]
    next: int | None


def ladder(pool: Pool, *, since: datetime.datetime | None) -> list[tuple[Any, ...]]:
    """Return the ladder by `LADDER`: established members with places, then provisional ones."""
    ratings = Rating.objects.filter(pool=pool, experience__gt=0)
    if since is not None:
        ratings = ratings.filter(last_rated_at__gte=since)
    columns = ("member__username", "rating", "experience", "last_rated_at", "member__is_bot")
    rows = list(ranked(ratings).values_list(*columns))
    established = [row for row in rows if row[2] >= PROVISIONAL_BELOW]
    provisional = [row for row in rows if row[2] < PROVISIONAL_BELOW]
    numbers = places([row[1] for row in established], first=1)
    return [
        *((place, *row) for place, row in zip(numbers, established, strict=True)),
        *((None, *row) for row in provisional),
    ]


def changes(pool: Pool, *, since: int = 1) -> Part:
    """Return lines in force by `CHANGES`, from entry `since` on; resets have no opponent."""
    end = since + ENTRIES_AT_MOST
    rows = RatingChange.objects.in_force().filter(pool=pool, sequence__gte=since, sequence__lt=end)
    columns = (
        *("sequence", "at", "member__username", "opponent__username", "score", "length"),
        *("difference", "k", "expected", "before", "after", "experience_before", "correction"),
        *("member__is_bot", "opponent__is_bot"),
    )
    lines = [
        (*row[:11], row[10] - row[9], *row[11:])
        for row in rows.order_by("sequence", "pk").values_list(*columns)
    ]
    return Part(lines, end if pool.last_sequence >= end else None)


def recomputation(pool: Pool) -> dict[str, Any]:
    """Return the results of a pool in order, and the ratings that must come out of them.

    The form that `python -m ladder.rules rating` reads. Annulled results are left out, corrected
    ones are as they count. Raises `LedgerMoves` when it could not be read between two results.
    """
    for _ in range(TRIES):
        state = Pool.objects.get(pk=pool.pk)
        document = _document(state)
        now = Pool.objects.get(pk=pool.pk)
        if (now.last_sequence, now.last_correction) == (state.last_sequence, state.last_correction):
            return document
    raise LedgerMoves


def _document(pool: Pool) -> dict[str, Any]:
    names = dict(Member.objects.filter(ratings__pool=pool).values_list("pk", "username"))
    ratings = pool.ratings.filter(experience__gt=0).order_by("member_id")
    return {
        "format": FORMAT,
        "pool": pool.ruleset,
        "constants": asdict(pool.constants),
        "results": list(_results(pool, names)),
        "ratings": [
            {"player": names[member], "rating": rating, "experience": experience}
            for member, rating, experience in ratings.values_list("member", "rating", "experience")
        ],
    }


def _results(pool: Pool, names: dict[int, str]) -> Iterator[dict[str, Any]]:
    for entry in ledger.entries(pool):
        if entry.ladder_result_id is None:
            yield {
                "reset": {"target": entry.target, "keep": entry.keep},
                "entry": entry.sequence,
                "at": entry.at.isoformat(),
            }
        elif entry.score is not None:
            first, second = entry.members
            yield {
                "first": names[first],
                "second": names[second],
                "score": entry.score,
                "length": entry.length,
                "entry": entry.sequence,
                "at": entry.at.isoformat(),
            }
