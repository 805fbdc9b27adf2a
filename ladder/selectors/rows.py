"""Rows of the ladder and of its ledger for lists of any length, each list in one statement.

They are rows of their own, not models: to make models of members and results, most columns of
which nobody has read, takes longer than all the rest.
"""

from functools import cache
from typing import Any

from ladder.models import Pool, Rating, RatingChange
from vrhcaby.lookup import Lookup

_OF_RATING = (
    *("pk", "rating", "experience", "last_rated_at"),
    *("member_id", "member__username", "member__is_bot"),
)
_OF_CHANGE = (
    *("pk", "pool__ruleset", "sequence", "correction", "ladder_result_id"),
    *("ladder_result__result__match_id", "member_id", "member__username", "member__is_bot"),
    *("opponent_id", "opponent__username", "opponent__is_bot", "difference", "length", "k"),
    *("expected", "score", "before", "after", "experience_before", "at"),
)
_POOL_IDS = Lookup(
    lambda ruleset: Pool.objects.filter(ruleset=ruleset).order_by().values_list("pk")
)


def pool_id(ruleset: str) -> int | None:
    """Return the number of a ruleset's pool, None if it has none."""
    found = _POOL_IDS.row(ruleset)
    return None if found is None else int(found[0])


def ratings(pool_id: int) -> Any:
    """Return the ratings of a pool as rows of what a list shows of them."""
    return _ratings().filter(pool=pool_id)


def changes() -> Any:
    """Return all lines of the ledger as rows of what a list shows of them."""
    return _changes().all()


# Query sets are immutable: what all lists ask for is put together once.
@cache
def _ratings() -> Any:
    return Rating.objects.values_list(*_OF_RATING, named=True)


@cache
def _changes() -> Any:
    return RatingChange.objects.values_list(*_OF_CHANGE, named=True)
