"""The options and the time control of a match in words, as told before it and beside it."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine import controls
from games.engine.clock import ControlKind
from games.engine.rules import BackgammonZone, MatchOptions, Rules
from games.terms import Terms, has_points, usual_crawford

SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS = 1000, 60_000, 3_600_000, 86_400_000
EXPIRY: Mapping[str, Promise] = {
    "claim": gettext_lazy("Time over: the opponent may end the game and win, or wait."),
    "absent": gettext_lazy(
        "Time over: the opponent may end the game and win, or wait; "
        "who is offline then loses at once."
    ),
    "loss-game": gettext_lazy("Time over: the game is lost, online or offline."),
    "loss-match": gettext_lazy("Time over: the whole match is lost, online or offline."),
    "vacation": gettext_lazy("A day of vacation is used first."),
    "idle": gettext_lazy("{time} without a step: who must act loses."),
}


def lines(terms: Terms) -> list[str]:
    """Return the length, the options that are on, and how time is given: a few short texts."""
    return [*option_lines(terms.rules, terms.options), *control_lines(terms)]


def option_lines(rules: Rules, options: MatchOptions) -> list[str]:
    """Return the length of a match and the options that are on."""
    if not has_points(rules):
        return []
    named = (
        (_("without Crawford"), usual_crawford(rules, options.length) and not options.crawford),
        (_("Jacoby"), options.jacoby),
        (_("beavers: {most} a game").format(most=options.beavers), options.beavers > 0),
        (_("raccoons"), options.raccoons),
        (
            _("automatic doubles: {most} a game").format(most=options.automatic_doubles),
            options.automatic_doubles > 0,
        ),
        (_("the starter rolls both dice anew"), options.opening_reroll),
        (
            _("backgammon until the last checker is home"),
            options.backgammon_zone is BackgammonZone.SEED,
        ),
    )
    return [length_text(options.length), *(text for text, on in named if on)]


def length_text(length: int | None) -> str:
    """Return how long a match is: a number of points, or a session for money."""
    if length is None:
        return _("money session")
    return ngettext("to %(count)d point", "to %(count)d points", length) % {"count": length}


def control_lines(terms: Terms) -> list[str]:
    """Return what is given for a step, a die or a turn, and what passing it brings."""
    control = terms.control
    given_time = given(control.kind, control.limit_ms, control.reserve_ms, control.vacation)
    return [given_time, expiry(controls.describe(terms.rules, terms.options, control))]


def expiry(control: Mapping[str, Any]) -> str:
    """Return what happens when time is over, online and offline, and when nobody steps at all.

    `control` is one as `controls.describe` tells it; lobby_rows.js tells it the same.
    """
    offline_loses = control["offline"] == "loss"
    past = ("absent" if offline_loses else "claim") if control["past_limit"] == "claim" else None
    told = [str(EXPIRY[past or f"loss-{control['cost']}"])]
    if control["vacation"]:
        told.append(str(EXPIRY["vacation"]))
    if control["idle_ms"] is not None:
        told.append(str(EXPIRY["idle"]).format(time=duration(control["idle_ms"])))
    return " ".join(told)


def given(kind: str, limit_ms: int, reserve_ms: int, vacation: int = 0) -> str:
    """Return how a time control gives time."""
    limit = duration(limit_ms)
    if kind == ControlKind.DELAY:
        reserve = duration(reserve_ms)
        if not limit_ms:
            return _("%(reserve)s for the match") % {"reserve": reserve}
        return _("%(reserve)s and %(delay)s a turn") % {"reserve": reserve, "delay": limit}
    if kind == ControlKind.CORRESPONDENCE:
        told = _("%(limit)s a turn") % {"limit": limit}
        days = ngettext("%(count)d day of vacation", "%(count)d days of vacation", vacation) % {
            "count": vacation
        }
        return f"{told} · {days}" if vacation else told
    if kind == ControlKind.PER_TURN:
        return _("%(limit)s a die") % {"limit": limit}
    return _("%(limit)s a step") % {"limit": limit}


def duration(ms: int) -> str:
    """Return a span of time in its largest whole unit."""
    for unit, text in ((DAY_MS, _("%d d")), (HOUR_MS, _("%d h")), (MINUTE_MS, _("%d min"))):
        if ms >= unit and not ms % unit:
            return text % (ms // unit)
    return _("%d s") % (ms // SECOND_MS)
