"""What the ladder says in sentences, by code."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ladder.enums import RatingStatus

WHY: Mapping[RatingStatus, Promise] = {
    RatingStatus.RATED: _("Rated: two members agreed before the game that it counts."),
    RatingStatus.UNRATED: _("Not rated: the game was agreed as unrated before it began."),
    RatingStatus.ANNULLED: _("Not rated: an official annulled the game."),
    RatingStatus.MONEY: _("Not rated: money sessions do not count."),
    RatingStatus.PRACTICE: _("Not rated: games against the computer do not count."),
}
"""Why a result counts for the ladder, or why it does not."""

REFUSALS: Mapping[str, Promise] = {
    "no_such_pool": _("There is no ladder of this game yet."),
    "no_such_result": _("There is no such result."),
}
