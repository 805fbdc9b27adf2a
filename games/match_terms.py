"""The options and the time control of a match in words, as told before it and beside it."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import controls
from games.engine.clock import ControlKind
from games.engine.rules import MatchOptions, PastLimit, Rules
from games.terms import Terms

SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS = 1000, 60_000, 3_600_000, 86_400_000


def lines(terms: Terms) -> list[str]:
    """Return the length, the options that are on, and how time is given: a few short texts."""
    return [*option_lines(terms.rules, terms.options), *control_lines(terms)]


def option_lines(rules: Rules, options: MatchOptions) -> list[str]:
    """Return the length of a match and the options that are on."""
    if not rules.cube and options.length == 1:
        return []
    named = (
        (_("without Crawford"), options.length not in (None, 1) and not options.crawford),
        (_("Jacoby"), options.jacoby),
        (_("beavers"), bool(options.beavers)),
        (_("raccoons"), options.raccoons),
        (_("automatic doubles"), bool(options.automatic_doubles)),
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
    return [given(control.kind, control.limit_ms, control.reserve_ms), _past(terms)]


def given(kind: str, limit_ms: int, reserve_ms: int) -> str:
    """Return how a time control gives time."""
    limit = duration(limit_ms)
    if kind == ControlKind.DELAY:
        reserve = duration(reserve_ms)
        return _("%(reserve)s and %(delay)s a turn") % {"reserve": reserve, "delay": limit}
    if kind == ControlKind.CORRESPONDENCE:
        return _("%(limit)s a turn") % {"limit": limit}
    if kind == ControlKind.PER_TURN:
        return _("%(limit)s a die") % {"limit": limit}
    return _("%(limit)s a step") % {"limit": limit}


def _past(terms: Terms) -> str:
    past = controls.past_limit(terms.rules, terms.control)
    if past is not PastLimit.LOSS:
        return _("time over: the opponent may claim")
    if controls.costs_match(terms.control, terms.options):
        return _("time over: the match is lost")
    return _("time over: the game is lost")


def duration(ms: int) -> str:
    """Return a span of time in its largest whole unit."""
    for unit, text in ((DAY_MS, _("%d d")), (HOUR_MS, _("%d h")), (MINUTE_MS, _("%d min"))):
        if ms >= unit and not ms % unit:
            return text % (ms // unit)
    return _("%d s") % (ms // SECOND_MS)
