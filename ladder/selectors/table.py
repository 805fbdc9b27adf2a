"""The ladder page: places now and a week ago, at any size in a fixed number of queries."""

import datetime
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import Member
from ladder.curve import Curve, sparkline
from ladder.models import (
    PROVISIONAL_BELOW,
    Pool,
    Rating,
    RatingChange,
    RatingQuerySet,
    Season,
    SoftReset,
)
from ladder.rules.rating import soft_reset

PAGE_SIZE = 40
PROVISIONAL_SHOWN = 20
ACTIVE = datetime.timedelta(days=365)
WEEK = datetime.timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Row:
    """A member's line. `moved` is places gained since a week ago, None for one new on the list."""

    place: int
    member: Member
    rating: float
    experience: int
    last_rated_at: datetime.datetime | None
    moved: int | None
    line: Curve | None


@dataclass(frozen=True, slots=True)
class Table:
    """One page of a pool's ladder, and beside it the newest provisional ratings."""

    rows: tuple[Row, ...]
    number: int
    has_next: bool
    provisional: tuple[Row, ...]
    more_provisional: bool


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whom to list: rated since a moment (None: everybody), or provisional members alone."""

    since: datetime.datetime | None = None
    provisional: bool = False


def pools() -> list[Pool]:
    """Return all pools; each knows name and start of the open season, None where none is open."""
    season = Season.objects.open()
    return list(
        Pool.objects.annotate(
            season=Subquery(season.values("name")[:1]),
            season_since=Subquery(season.values("opened_at")[:1]),
        )
    )


def table(pool: Pool, wanted: Wanted, *, now: datetime.datetime, number: int = 1) -> Table:
    """Return page `number` (from 1) of those wanted."""
    everybody = _listed(pool, since=wanted.since)
    if wanted.provisional:
        return _provisional_page(everybody.provisional(), number)
    established = everybody.established()
    ratings = _page(established, number, PAGE_SIZE)
    shown = ratings[:PAGE_SIZE]
    provisional = _page(everybody.provisional(), 1, PROVISIONAL_SHOWN)
    return Table(
        rows=_rows(shown, established, since=now - WEEK),
        number=number,
        has_next=len(ratings) > PAGE_SIZE,
        provisional=tuple(_row(rating, 0, None) for rating in provisional[:PROVISIONAL_SHOWN]),
        more_provisional=len(provisional) > PROVISIONAL_SHOWN,
    )


def _provisional_page(listed: "QuerySet[Rating]", number: int) -> Table:
    ratings = _page(listed, number, PAGE_SIZE)
    shown = ratings[:PAGE_SIZE]
    return Table(
        rows=tuple(_row(rating, 0, None) for rating in shown),
        number=number,
        has_next=len(ratings) > PAGE_SIZE,
        provisional=(),
        more_provisional=False,
    )


def _page(listed: "QuerySet[Rating]", number: int, size: int) -> list[Rating]:
    """Return a page with its members, and the first rating after it, if there is one."""
    start = (number - 1) * size
    found = ranked(listed)[start : start + size + 1]
    # A join beside the slice would read a member for every rating that is passed over.
    return list(ranked(Rating.objects.filter(pk__in=found.values("pk"))).select_related("member"))


def top(ruleset: str, *, now: datetime.datetime, most: int = 5) -> tuple[Row, ...]:
    """Return the first lines of a ruleset's ladder in one statement, without changes of place."""
    # By the pool's number, asked first: so the index of the ladder gives the first lines.
    pool = Pool.objects.filter(ruleset=ruleset).values("pk")
    listed = Rating.objects.filter(pool=pool[:1], last_rated_at__gte=now - ACTIVE).established()
    ratings = list(ranked(listed).select_related("member")[:most])
    numbers = places([rating.rating for rating in ratings], first=1)
    return tuple(_row(rating, place, None) for rating, place in zip(ratings, numbers, strict=True))


def place_of(rating: Rating, *, now: datetime.datetime) -> int | None:
    """Return the member's place on the ladder of active members, None when not on it.

    A rating read with `above` knows how many stand there.
    """
    last = rating.last_rated_at
    if rating.is_provisional or last is None or last < now - ACTIVE:
        return None
    counted: int | None = getattr(rating, "above", None)
    if counted is None:
        listed = _listed(rating.pool, since=now - ACTIVE).established()
        counted = listed.filter(rating__gt=rating.rating).count()
    return counted + 1


def above(*, now: datetime.datetime) -> Coalesce:
    """Return how many active members stand above a rating, as a part of a statement over them."""
    higher = Rating.objects.filter(
        pool=OuterRef("pool"), rating__gt=OuterRef("rating"), last_rated_at__gte=now - ACTIVE
    )
    counted = higher.established().order_by().values("pool").annotate(above=Count("pk"))
    return Coalesce(Subquery(counted.values("above")), 0)


def _listed(pool: Pool, *, since: datetime.datetime | None) -> RatingQuerySet:
    ratings = Rating.objects.filter(pool=pool)
    return ratings if since is None else ratings.filter(last_rated_at__gte=since)


def ranked(ratings: "QuerySet[Rating]") -> "QuerySet[Rating]":
    """Return ratings in the order of the ladder."""
    return ratings.order_by("-rating", "member_id")


def _rows(
    shown: Sequence[Rating], listed: "QuerySet[Rating]", *, since: datetime.datetime
) -> tuple[Row, ...]:
    if not shown:
        return ()
    above, before = _places_before(shown, listed, since=since)
    numbers = places([rating.rating for rating in shown], first=above + 1)
    return tuple(
        _row(rating, place, None if was is None else was - place)
        for rating, place, was in zip(shown, numbers, before, strict=True)
    )


def _row(rating: Rating, place: int, moved: int | None) -> Row:
    return Row(
        place=place,
        member=rating.member,
        rating=rating.rating,
        experience=rating.experience,
        last_rated_at=rating.last_rated_at,
        moved=moved,
        line=sparkline(rating.history),
    )


def places(ratings: Sequence[float], *, first: int) -> list[int]:
    """Number ratings that fall from one to the next; equal ratings share the better place."""
    numbers: list[int] = []
    for index, rating in enumerate(ratings):
        same = index and rating == ratings[index - 1]
        numbers.append(numbers[-1] if same else first + index)
    return numbers


@dataclass(frozen=True, slots=True)
class Past:
    """Of a member rated in the last week: his rating before it, and whether it was established."""

    rating: float
    established: bool


def _places_before(
    shown: Sequence[Rating], listed: "QuerySet[Rating]", *, since: datetime.datetime
) -> tuple[int, list[int | None]]:
    """Return how many stand above those shown, and the places that these had a week ago.

    A place is None for who was not established then. Only members rated since then had another
    rating: instead of ranking everybody twice it counts who stood above the highest of the
    ratings asked for, and reads those between them.
    """
    past = _past_of(shown[0].pool_id, since=since)
    asked = [past.get(rating.member_id, Past(rating.rating, established=True)) for rating in shown]
    low, high = min(was.rating for was in asked), max(was.rating for was in asked)
    above, above_then = _above(listed, now=shown[0].rating, then=high, since=since)
    unmoved = listed.exclude(last_rated_at__gte=since)
    between = unmoved.filter(rating__gt=low, rating__lte=high).values_list("rating", flat=True)
    ordered = sorted([*between, *(was.rating for was in past.values() if was.established)])
    return above, [
        above_then + len(ordered) - bisect_right(ordered, was.rating) + 1
        if was.established
        else None
        for was in asked
    ]


def _above(
    listed: "QuerySet[Rating]", *, now: float, then: float, since: datetime.datetime
) -> tuple[int, int]:
    """Count who is rated above `now`, and who above `then` was not rated since; one statement."""
    unmoved = Q(last_rated_at__lt=since) | Q(last_rated_at=None)
    counts = listed.filter(rating__gt=min(now, then)).aggregate(
        now=Count("pk", filter=Q(rating__gt=now)),
        then=Count("pk", filter=Q(rating__gt=then) & unmoved),
    )
    return counts["now"], counts["then"]


def _past_of(pool_id: int, *, since: datetime.datetime) -> Mapping[int, Past]:
    """Return where members rated since then stood before, by member id.

    A soft reset since then pulled everybody alike and changed no place, so that older ratings are
    compared as if it had come before them.
    """
    resets = list(SoftReset.objects.filter(pool=pool_id, at__gte=since).order_by("sequence"))
    lines = RatingChange.objects.in_force().of_results().filter(pool=pool_id, at__gte=since)
    past: dict[int, Past] = {}
    for member_id, before, experience, sequence in lines.order_by("sequence").values_list(
        "member", "before", "experience_before", "sequence"
    ):
        if member_id not in past:
            later = [reset for reset in resets if reset.sequence > sequence]
            past[member_id] = Past(_pulled(before, later), experience >= PROVISIONAL_BELOW)
    return past


def _pulled(rating: float, resets: Sequence[SoftReset]) -> float:
    for reset in resets:
        rating = soft_reset(rating, target=reset.target, keep=reset.keep)
    return rating
