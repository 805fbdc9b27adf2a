"""What the apps above tell the games app: functions they register when they are ready."""

from collections.abc import Callable, Iterable, Mapping

RatingOf = Callable[[Iterable[int], str], Mapping[int, float]]

_ratings: list[RatingOf] = []


def register_ratings(read: RatingOf) -> None:
    """Let `read(member_ids, ruleset)` tell ratings to show; the last one registered is asked."""
    _ratings[:] = [read]


def rating_of(member_ids: Iterable[int], ruleset: str) -> Mapping[int, float]:
    """Return the ratings of those members who have one in the pool of the ruleset."""
    return _ratings[0](member_ids, ruleset) if _ratings else {}
