"""Where members stood at a moment of the past: read once, then brought forward.

A week of a big site has more lines of the ledger than a page may read. So each process remembers
them summed up, a pool's in the memory of its members who were rated in that time, and reads only
the lines that were written since. Nothing is changed in place: threads may share what they got.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ladder.models import PROVISIONAL_BELOW, Pool, RatingChange, SoftReset
from ladder.rules.rating import soft_reset

if TYPE_CHECKING:
    import datetime

    from django.db.models import QuerySet


@dataclass(frozen=True, slots=True)
class Past:
    """The members of a pool who were rated since a moment, as they stood then.

    `before` holds their ratings by member id, None for one who was not established. A soft reset
    since then pulled everybody alike and changed no place: ratings are told as if it had come
    before them. `ranked` are those of the established, ascending.
    """

    since: datetime.datetime
    correction: int
    sequence: int
    before: Mapping[int, float | None]
    ranked: Sequence[float]

    def above(self, rating: float) -> int:
        """Return how many of the established stood above a rating."""
        return len(self.ranked) - bisect_right(self.ranked, rating)


_remembered: dict[int, Past] = {}


def of(pool: Pool, *, since: datetime.datetime) -> Past:
    """Return a pool as it was, up to the entry and the correction that `pool` was read with.

    Without a statement when these and `since` are those of the last time.
    """
    known = _remembered.get(pool.pk)
    if known is None or (known.since, known.correction) != (since, pool.last_correction):
        known = None
    elif known.sequence == pool.last_sequence:
        return known
    _remembered[pool.pk] = found = (known and _forward(known, pool)) or _read(pool, since)
    return found


def forget() -> None:
    """Forget everything, as tests must whose databases have the same numbers."""
    _remembered.clear()


def _forward(known: Past, pool: Pool) -> Past | None:
    """Add the entries since; None where ratings of before are no longer comparable."""
    since_then = {"sequence__gt": known.sequence, "sequence__lte": pool.last_sequence}
    is_older = pool.last_sequence < known.sequence
    if is_older or SoftReset.objects.filter(pool=pool, **since_then).exists():
        return None
    lines = _lines(pool, known.since).filter(**since_then)
    added = {
        member: before
        for member, before in _first(lines, resets=()).items()
        if member not in known.before
    }
    return replace(
        known,
        sequence=pool.last_sequence,
        before={**known.before, **added},
        ranked=_ranked([*known.ranked, *added.values()]),
    )


def _read(pool: Pool, since: datetime.datetime) -> Past:
    # What is entered meanwhile comes next time, whole: a reset and its lines belong together.
    known = {"pool": pool, "sequence__lte": pool.last_sequence}
    resets = list(SoftReset.objects.filter(**known, at__gte=since).order_by("sequence"))
    before = _first(_lines(pool, since).filter(**known), resets)
    return Past(
        since, pool.last_correction, pool.last_sequence, before, _ranked([*before.values()])
    )


def _lines(pool: Pool, since: datetime.datetime) -> QuerySet[RatingChange]:
    found: QuerySet[RatingChange] = RatingChange.objects.in_force().of_results()
    return found.filter(pool=pool, at__gte=since).order_by("sequence")


def _first(lines: QuerySet[RatingChange], resets: Sequence[SoftReset]) -> dict[int, float | None]:
    """Return what members had before their first lines."""
    columns = ("member", "before", "experience_before", "sequence")
    first: dict[int, float | None] = {}
    for member, before, experience, sequence in lines.values_list(*columns):
        if member not in first:
            later = [reset for reset in resets if reset.sequence > sequence]
            first[member] = _pulled(before, later) if experience >= PROVISIONAL_BELOW else None
    return first


def _ranked(ratings: Sequence[float | None]) -> list[float]:
    return sorted(rating for rating in ratings if rating is not None)


def _pulled(rating: float, resets: Sequence[SoftReset]) -> float:
    for reset in resets:
        rating = soft_reset(rating, target=reset.target, keep=reset.keep)
    return rating
