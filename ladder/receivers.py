"""What the ladder hears from the games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ladder.services import rating
from ladder.services.tournaments import results

if TYPE_CHECKING:
    from games.models import Challenge, Match, Result
    from ladder.models import RatingChange


def begin_pairing(*, match: Match, challenge: Challenge, **kwargs: Any) -> None:
    """Let a match of a tournament's pairing be its match; see `results.begin_live`."""
    results.begin_live(match=match, challenge=challenge)


def settle_pairing(*, match: Match, result: Result, **kwargs: Any) -> None:
    """Write the end of a pairing's match as its result; see `results.settle_live`."""
    results.settle_live(match=match, result=result)


def rate_finished(*, match: Match, result: Result, **kwargs: Any) -> tuple[RatingChange, ...]:
    """Rate a match inside its finishing transaction; see `rating.rate`."""
    return rating.rate(match=match, result=result)
