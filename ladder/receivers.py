"""What the ladder hears from the games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ladder.services import rating
from ladder.services.tournaments import results

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.models import Challenge, Match, Result, Seat
    from games.signals import Finished


class Moved(NamedTuple):
    """How a result moved the rating of one who sat there."""

    result_id: int | None
    member_id: int
    before: float
    after: float


def begin_pairing(*, match: Match, challenge: Challenge, **kwargs: Any) -> None:
    """Let a match of a tournament's pairing be its match; see `results.begin_live`."""
    results.begin_live(match=match, challenge=challenge)


def settle_pairing(*, match: Match, result: Result, seats: Sequence[Seat], **kwargs: Any) -> None:
    """Write the end of a pairing's match as its result; see `results.settle_live`."""
    results.settle_live(match=match, result=result, seats=seats)


def rate_finished(*, finished: Sequence[Finished], **kwargs: Any) -> list[Moved]:
    """Rate matches inside their finishing transaction; see `rating.rate_all`."""
    return [
        Moved(line.ladder_result.result_id, line.member_id, line.before, line.after)
        for line in rating.rate_all(finished)
        if line.ladder_result is not None
    ]
