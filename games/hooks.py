"""What the apps above tell the games app: functions they register when they are ready."""

from collections.abc import Callable, Collection, Iterable, Mapping

RatingsOf = Callable[[Collection[int], Collection[str]], Mapping[tuple[str, int], float]]

_ratings: list[RatingsOf] = []


def register_ratings(read: RatingsOf) -> None:
    """Let `read(member_ids, rulesets)` tell ratings by ruleset and member; the last is asked."""
    _ratings[:] = [read]


def ratings_of(
    member_ids: Collection[int], rulesets: Collection[str]
) -> Mapping[tuple[str, int], float]:
    """Return the ratings that those members have in the pools of those rulesets."""
    return _ratings[0](member_ids, rulesets) if _ratings and member_ids else {}


def rating_of(member_ids: Iterable[int], ruleset: str) -> Mapping[int, float]:
    """Return the ratings of those members who have one in the pool of the ruleset."""
    found = ratings_of(list(member_ids), [ruleset])
    return {member_id: rating for (_, member_id), rating in found.items()}
