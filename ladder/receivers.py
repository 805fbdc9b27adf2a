"""What the ladder hears from the games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ladder.services import rating

if TYPE_CHECKING:
    from games.models import Match, Result
    from ladder.models import RatingChange


def rate_finished(*, match: Match, result: Result, **kwargs: Any) -> tuple[RatingChange, ...]:
    """Rate a match inside its finishing transaction; see `rating.rate`."""
    return rating.rate(match=match, result=result)
