"""The ladder page: places now and a week ago, at any size in a fixed number of queries."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.db.models import Case, Count, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from accounts.models import Member
from ladder.curve import Curve, sparkline
from ladder.models import Pool, Rating, RatingQuerySet, Season
from ladder.selectors import past

PAGE_SIZE = 40
PROVISIONAL_SHOWN = 20
ACTIVE = datetime.timedelta(days=365)
WEEK = datetime.timedelta(days=7)
SHOWN = (
    *("rating", "experience", "history", "last_rated_at"),
    *("member__username", "member__is_bot"),
)
"""What a line is made of: of a member nothing else is read."""


@dataclass(frozen=True, slots=True)
class Row:
    """A member's line. `moved`: places gained in a week, to the hour; None for one new on it."""

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
    """Return page `number` (from 1) of those wanted.

    `pool` as it was just read: its numbers tell whether what is known of the week still holds.
    """
    everybody = _listed(pool, since=wanted.since)
    if wanted.provisional:
        return _provisional_page(pool, everybody.provisional(), number)
    established = everybody.established()
    ratings = _page(pool, established, number, PAGE_SIZE)
    shown = ratings[:PAGE_SIZE]
    provisional = _page(pool, everybody.provisional(), 1, PROVISIONAL_SHOWN)
    return Table(
        rows=_rows(shown, established, pool, now=now),
        number=number,
        has_next=len(ratings) > PAGE_SIZE,
        provisional=tuple(_row(rating, 0, None) for rating in provisional[:PROVISIONAL_SHOWN]),
        more_provisional=len(provisional) > PROVISIONAL_SHOWN,
    )


def _provisional_page(pool: Pool, listed: "QuerySet[Rating]", number: int) -> Table:
    ratings = _page(pool, listed, number, PAGE_SIZE)
    shown = ratings[:PAGE_SIZE]
    return Table(
        rows=tuple(_row(rating, 0, None) for rating in shown),
        number=number,
        has_next=len(ratings) > PAGE_SIZE,
        provisional=(),
        more_provisional=False,
    )


def _page(pool: Pool, listed: "QuerySet[Rating]", number: int, size: int) -> list[Rating]:
    """Return a page with its members, and the first rating after it, if there is one."""
    start = (number - 1) * size
    found = ranked(listed)[start : start + size + 1].values("member")
    # What is passed over is read from the index alone, which has members and no keys of ratings.
    page = Rating.objects.filter(pool=pool, member__in=found)
    return list(ranked(page).select_related("member").only(*SHOWN))


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
    counted = higher.established().order_by().values("pool").annotate(above=Count("member"))
    return Coalesce(Subquery(counted.values("above")), 0)


def _listed(pool: Pool, *, since: datetime.datetime | None) -> RatingQuerySet:
    ratings = Rating.objects.filter(pool=pool)
    return ratings if since is None else ratings.filter(last_rated_at__gte=since)


def ranked(ratings: "QuerySet[Rating]") -> "QuerySet[Rating]":
    """Return ratings in the order of the ladder."""
    return ratings.order_by("-rating", "member_id")


def _rows(
    shown: Sequence[Rating], listed: "QuerySet[Rating]", pool: Pool, *, now: datetime.datetime
) -> tuple[Row, ...]:
    if not shown:
        return ()
    # To the hour: what is known of the week holds as long.
    since = (now - WEEK).replace(minute=0, second=0, microsecond=0)
    above, before = _places_before(shown, listed, past.of(pool, since=since))
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


def _places_before(
    shown: Sequence[Rating], listed: "QuerySet[Rating]", week: past.Past
) -> tuple[int, list[int | None]]:
    """Return how many stand above those shown, and the places that these had a week ago.

    A place is None for who was not established then. Only members rated since then had another
    rating: instead of ranking everybody twice it counts, of the others, who stood above each of
    the ratings asked for.
    """
    asked = [week.before.get(rating.member_id, rating.rating) for rating in shown]
    points = sorted({rating for rating in asked if rating is not None})
    high = points[-1] if points else shown[0].rating
    above, above_then = _above(listed, now=shown[0].rating, then=high, since=week.since)
    between = _above_each(listed.exclude(last_rated_at__gte=week.since), points)
    stood = {point: above_then + between[point] + week.above(point) + 1 for point in points}
    return above, [None if rating is None else stood[rating] for rating in asked]


def _above(
    listed: "QuerySet[Rating]", *, now: float, then: float, since: datetime.datetime
) -> tuple[int, int]:
    """Count who is rated above `now`, and who above `then` was not rated since; one statement."""
    unmoved = Q(last_rated_at__lt=since) | Q(last_rated_at=None)
    counts = listed.filter(rating__gt=min(now, then)).aggregate(
        now=Count("member", filter=Q(rating__gt=now)),
        then=Count("member", filter=Q(rating__gt=then) & unmoved),
    )
    return counts["now"], counts["then"]


def _above_each(listed: "QuerySet[Rating]", points: Sequence[float]) -> Mapping[float, int]:
    """Count who stands above each of some ascending ratings, and not above the last of them."""
    if len(points) < 2:
        return dict.fromkeys(points, 0)
    # Counted there: between the ratings of a page may lie half of the ladder.
    steps = [When(rating__lte=point, then=step) for step, point in enumerate(points) if step]
    between = listed.filter(rating__gt=points[0], rating__lte=points[-1])
    counted = between.order_by().values(step=Case(*steps)).annotate(counted=Count("member"))
    at = dict(counted.values_list("step", "counted"))
    above = accumulate(at.get(step, 0) for step in range(len(points) - 1, 0, -1))
    return dict(zip(reversed(points), [0, *above], strict=True))
