"""Refusals about ratings, corrections and seasons, in sentences."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

REFUSALS: Mapping[str, Promise] = {
    "bad_keep": gettext_lazy("A soft reset keeps from 0 to 95 percent of the distance."),
    "corrected_meanwhile": gettext_lazy("Somebody corrected this result meanwhile."),
    "ledger_broken": gettext_lazy(
        "The ledger of this pool does not fit together, so nothing was changed. "
        "An administrator should run check_invariants."
    ),
    "bad_score": gettext_lazy("A result is a win, a draw or a loss."),
    "cannot_be_drawn": gettext_lazy("What was played cannot end in a draw."),
    "no_open_season": gettext_lazy("No season is open."),
    "no_such_result": gettext_lazy("There is no such result."),
    "nothing_to_correct": gettext_lazy("The result already is so; there is nothing to correct."),
    "nothing_to_undo": gettext_lazy("No correction of this result is in force."),
    "reason_missing": gettext_lazy("Say why: the players and everybody else will read it."),
    "season_is_open": gettext_lazy("A season is open already; close it first."),
    "season_name_missing": gettext_lazy("A season needs a name."),
    "season_name_taken": gettext_lazy("There was a season of this name."),
}


def sentence(code: str, details: Mapping[str, Any]) -> str:
    """Return the sentence of a refusal in the active language. Raises KeyError."""
    if code == "corrected_meanwhile" and details.get("by"):
        return _(
            "%(by)s corrected this result meanwhile. Please look at what it is now, and try again."
        ) % {"by": details["by"]}
    return str(REFUSALS[code])
