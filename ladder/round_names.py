"""Rounds and matches for places, named for people."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

BY_WAY: Mapping[int, Promise] = {
    0: _("Final"),
    1: _("Semi-finals"),
    2: _("Quarter-finals"),
    3: _("Round of 16"),
}
"""Names of a knock-out's rounds by how many come after them."""

BY_PLACE: Mapping[int, Promise] = {1: _("Final"), 3: _("Match for the third place")}


def of_round(number: int, to_final: int | None) -> str:
    """Return the name of a round: by its number, the last ones of a knock-out by their own."""
    if to_final is not None and to_final in BY_WAY:
        return str(BY_WAY[to_final])
    return gettext("Round %(number)s") % {"number": number}


def of_place(place: int | None) -> str:
    """Return the name of a match for a place; nothing for another match."""
    return "" if place is None else str(BY_PLACE.get(place, ""))
