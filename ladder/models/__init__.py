"""Tables of the ladder app, by subject."""

from ladder.models.append_only import AppendOnlyError
from ladder.models.ratings import (
    HISTORY_LENGTH,
    PROVISIONAL_BELOW,
    Pool,
    Rating,
    RatingChange,
    RatingQuerySet,
)

__all__ = [
    "HISTORY_LENGTH",
    "PROVISIONAL_BELOW",
    "AppendOnlyError",
    "Pool",
    "Rating",
    "RatingChange",
    "RatingQuerySet",
]
