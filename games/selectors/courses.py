"""How games went, in figures, for those who look at many results."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Q

from games.models import Result


@dataclass(frozen=True, slots=True)
class Course:
    """A result's match, why it ended, and how many steps both made in it."""

    match_id: int
    reason: str
    steps: int


def courses(result_ids: Collection[int]) -> dict[int, Course]:
    """Return the courses of results by their numbers, in one statement."""
    steps = Count("match__events", filter=Q(match__events__kind="stepped"))
    rows = Result.objects.filter(pk__in=result_ids).annotate(steps=steps)
    return {
        pk: Course(match_id, reason, count)
        for pk, match_id, reason, count in rows.values_list("pk", "match", "reason", "steps")
    }
