"""What the ladder says in sentences, by code."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import phrases as accounts_phrases
from games import phrases as games_phrases
from ladder import act_phrases, rating_phrases, tournament_phrases
from ladder.enums import RatingStatus
from vrhcaby.bidi import isolated

WHY: Mapping[RatingStatus, Promise] = {
    RatingStatus.RATED: _("Rated: two members agreed before the game that it counts."),
    RatingStatus.UNRATED: _("Not rated: the game was agreed as unrated before it began."),
    RatingStatus.ANNULLED: _("Not rated: an official annulled the game."),
    RatingStatus.MONEY: _("Not rated: money sessions do not count."),
    RatingStatus.PRACTICE: _("Not rated: games against the computer do not count."),
    RatingStatus.WALKOVER: _("Not rated: walkovers and byes of tournaments do not count."),
    RatingStatus.GUEST: _("Not rated: somebody without an account played."),
    RatingStatus.WITH_BOT: _(
        "Not rated: a person and a bot play for ratings only if both allow it in their settings."
    ),
    RatingStatus.CORRECTED: _("Not rated: an official annulled the result afterwards."),
}
"""Why a result counts for the ladder, or why it does not."""

RATED_TOURNAMENT = _("Rated: the tournament was announced as rated before it began.")

REFUSALS: Mapping[str, Promise] = {
    "no_such_pool": _("There is no ladder of this game yet."),
    "no_such_result": _("There is no such result."),
    "no_such_season": _("There is no such season."),
}

act = act_phrases.act
CODES = frozenset({*REFUSALS, *rating_phrases.REFUSALS, *tournament_phrases.REFUSALS})
"""Codes that the ladder itself has sentences for."""


def sentence(code: str, details: Mapping[str, Any] | None = None) -> str:
    """Return the sentence of a refusal in the active language, also of the apps below.

    Raises KeyError for a code that nobody knows.
    """
    told = isolated(dict(details or {}))
    if code in REFUSALS:
        return str(REFUSALS[code])
    if code in rating_phrases.REFUSALS:
        return rating_phrases.sentence(code, told)
    if code in tournament_phrases.REFUSALS:
        return tournament_phrases.sentence(code, told)
    if code in accounts_phrases.REFUSALS:
        return str(accounts_phrases.refusal(code))
    return games_phrases.sentence(code, told)
