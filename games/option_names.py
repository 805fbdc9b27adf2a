"""Names of the options of a match for people, and what is said of two that do not agree."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

NAMES: Mapping[str, Promise] = {
    "ruleset": gettext_lazy("Game"),
    "length": gettext_lazy("Length of the match"),
    "cube": gettext_lazy("Doubling cube"),
    "scoring": gettext_lazy("Gammons and backgammons"),
    "crawford": gettext_lazy("Crawford game"),
    "jacoby": gettext_lazy("Jacoby rule"),
    "beavers": gettext_lazy("Beavers"),
    "raccoons": gettext_lazy("Raccoons"),
    "automatic_doubles": gettext_lazy("Automatic doubles"),
    "opening": gettext_lazy("Opening roll"),
    "opening_reroll": gettext_lazy("The starter rolls both dice anew"),
    "backgammon_zone": gettext_lazy("What makes a backgammon"),
    "draw_after_steps": gettext_lazy("Draw by agreement"),
    "passes_that_draw": gettext_lazy("Draw by passes"),
    "control": gettext_lazy("Time control"),
    "commit": gettext_lazy("How a turn is sent"),
    "limit_ms": gettext_lazy("Time limit"),
    "reserve_ms": gettext_lazy("Reserve of time"),
    "vacation": gettext_lazy("Days of vacation"),
    "idle_ms": gettext_lazy("Ten hours without a step"),
    "past_limit": gettext_lazy("What a passed limit brings"),
    "rules": gettext_lazy("Rules"),
    "checkers": gettext_lazy("Number of checkers"),
    "start": gettext_lazy("Starting position"),
    "placing": gettext_lazy("Placing of checkers"),
    "point_limit": gettext_lazy("Checkers on a point"),
}


def option_name(key: str) -> str:
    """Return the name of an option, the key itself for one without a name."""
    return str(NAMES.get(key, key))


def disagreement(details: Mapping[str, Any]) -> str | None:
    """Return what does not go together, naming both options; None when nothing is named."""
    option, against = details.get("option"), details.get("against")
    if not option:
        return None
    if not against or against == option:
        return _("This value is not possible: %(option)s.") % {"option": option_name(option)}
    return _("These do not go together: %(option)s – %(against)s.") % {
        "option": option_name(option),
        "against": option_name(against),
    }


def unrated(details: Mapping[str, Any]) -> str | None:
    """Return why a match cannot be rated, naming the option; None when none is named."""
    option = details.get("option")
    if not option:
        return None
    return _("A game cannot be rated with this option: %(option)s.") % {
        "option": option_name(option)
    }
