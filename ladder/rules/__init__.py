"""The arithmetic of the ladder: pure, usable alone as ``python -m ladder.rules``."""

from ladder.rules.rating import (
    FIBS,
    Change,
    Constants,
    RatedResult,
    RatingError,
    Standing,
    expected_score,
    k_factor,
    newcomer,
    rate,
    replay,
)

__all__ = [
    "FIBS",
    "Change",
    "Constants",
    "RatedResult",
    "RatingError",
    "Standing",
    "expected_score",
    "k_factor",
    "newcomer",
    "rate",
    "replay",
]
