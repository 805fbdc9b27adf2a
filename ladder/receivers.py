"""What the ladder hears from the games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ladder.services import rating

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.signals import Finished
    from ladder.models import RatingChange


def rate_finished(*, finished: Sequence[Finished], **kwargs: Any) -> tuple[RatingChange, ...]:
    """Rate matches inside their finishing transaction; see `rating.rate_all`."""
    return rating.rate_all(finished)
