"""Seasons as pages show them: which there were, and the tables they left behind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import F

from ladder.models import Pool, Season, SeasonPlace

if TYPE_CHECKING:
    from django.db.models import QuerySet

PAGE_SIZE = 100
ORDER = (F("place").asc(nulls_last=True), "-rating", "member_id")


@dataclass(frozen=True, slots=True)
class Archive:
    """One page of a pool's table as a season left it; provisional members last, without places."""

    season: Season
    pool: Pool
    rows: tuple[SeasonPlace, ...]
    number: int
    has_next: bool


def seasons() -> list[Season]:
    """Return all seasons, the newest first."""
    return list(Season.objects.select_related("opened_by", "closed_by").order_by("-opened_at"))


def pools_of(season: Season) -> list[Pool]:
    """Return the pools in which anybody played a rated game in the season."""
    return list(Pool.objects.filter(pk__in=season.places.values("pool")))


def archive(season: Season, pool: Pool, *, number: int = 1) -> Archive:
    """Return page `number` (from 1) of a pool's table."""
    start = (number - 1) * PAGE_SIZE
    page = _lines(season, pool)[start : start + PAGE_SIZE + 1]
    # A join beside the slice would read a member for every line that is passed over.
    found = list(_with_members(SeasonPlace.objects.filter(pk__in=page.values("pk"))))
    return Archive(season, pool, tuple(found[:PAGE_SIZE]), number, has_next=len(found) > PAGE_SIZE)


def ordered(season: Season, pool: Pool) -> QuerySet[SeasonPlace]:
    """Return the lines of a pool's table in order."""
    return _with_members(_lines(season, pool))


def _lines(season: Season, pool: Pool) -> QuerySet[SeasonPlace]:
    return SeasonPlace.objects.filter(season=season, pool=pool).order_by(*ORDER)


def _with_members(lines: QuerySet[SeasonPlace]) -> QuerySet[SeasonPlace]:
    return lines.select_related("member").order_by(*ORDER)
