"""Places on the ladder, of one rating or of a page of them."""

from typing import Any

from django.utils import timezone

from ladder.models import PROVISIONAL_BELOW, Rating, RatingQuerySet
from ladder.selectors import table


def place_now(rating: Rating) -> int | None:
    """Return the place among active members; None when not on the ladder."""
    return table.place_of(rating, now=timezone.now())


class Places:
    """Places of ratings in one list: of active members, of those long away, or of all.

    A rating is any row with `rating` and `experience`.
    """

    def __init__(self, pool_id: int, *, active: bool | None) -> None:
        self._pool_id, self._active = pool_id, active
        self._known: dict[float, int] = {}

    def of(self, rating: Any) -> int | None:
        """Return the place of a rating of the list, None for a provisional one."""
        return self._known[rating.rating] if _has_place(rating) else None

    def read(self, page: list[Any], *, whole: bool = False) -> None:
        """Find the places of the ratings of a page, in two statements.

        `whole`: the page is the head of the list with nothing left out, and has them in itself.
        """
        values = sorted((row.rating for row in page if _has_place(row)), reverse=True)
        if not values:
            return
        if whole:
            self._place(values, above=0)
            return
        listed = self._listed()
        above = listed.filter(rating__gt=values[0]).count()
        between = listed.filter(rating__lte=values[0], rating__gte=values[-1])
        ranked = list(between.order_by("-rating").values_list("rating", flat=True))
        self._place(ranked, above=above)

    def _listed(self) -> RatingQuerySet:
        listed = Rating.objects.filter(pool=self._pool_id).established()
        if self._active is None:
            return listed
        since = timezone.now() - table.ACTIVE
        if self._active:
            return listed.filter(last_rated_at__gte=since)
        return listed.exclude(last_rated_at__gte=since)

    def _place(self, ranked: list[float], *, above: int) -> None:
        for place, value in enumerate(ranked, start=above + 1):
            self._known.setdefault(value, place)


def _has_place(rating: Any) -> bool:
    return bool(rating.experience >= PROVISIONAL_BELOW)
