"""One line about each ruleset for the form of challenges, and which options make sense in it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import match_terms, ruleset_names, terms
from games.engine import controls
from games.engine.clock import TimeControl
from games.engine.rules import MatchOptions, Opening, Rules, Scoring, preset

LINES: Mapping[str, Promise] = {
    "vrhcaby": _("The club's game: one game, sixty seconds for each step."),
    "standard": _("Backgammon: matches to points, the cube, gammons."),
    "nackgammon": _("Backgammon with two more checkers at the back: longer, more positional."),
    "hypergammon": _("Three checkers each: fast and wild."),
    "egyptian": _("Backgammon with at most five checkers on a point."),
    "nasazovani": _("The board begins empty: the dice place your checkers first."),
}


@dataclass(frozen=True, slots=True)
class RulesetLine:
    """A ruleset in one line; `traits` are words by which the form shows its options.

    `expiry` tells what happens when the time of its live games is over.
    """

    key: str
    name: str
    text: str
    expiry: str
    traits: str


def lines() -> list[RulesetLine]:
    """Return a line for each ruleset that can be played."""
    return [
        RulesetLine(
            key=key,
            name=ruleset_names.ruleset_name(key),
            text=str(LINES.get(key, key)),
            expiry=_expiry(preset(key)),
            traits=" ".join(_traits(preset(key))),
        )
        for key in terms.playable_rulesets()
    ]


def settable(key: str) -> list[str]:
    """Return the options that a challenge of a ruleset may set, by their names in the engine."""
    rules = preset(key)
    named = (
        ("length", terms.has_points(rules)),
        ("crawford", rules.cube),
        ("jacoby", rules.cube),
        ("beavers", rules.cube),
        ("raccoons", rules.cube),
        ("automatic_doubles", rules.cube and rules.opening is Opening.HIGHER_PLAYS),
        ("opening_reroll", rules.opening is Opening.HIGHER_PLAYS),
        ("backgammon_zone", rules.scoring is Scoring.GAMMONS),
    )
    return [name for name, may in named if may]


def _expiry(rules: Rules) -> str:
    return match_terms.expiry(controls.describe(rules, MatchOptions(), TimeControl.of(rules)))


def _traits(rules: Rules) -> list[str]:
    named = (
        ("points", terms.has_points(rules)),
        ("cube", rules.cube),
        ("gammons", rules.scoring is Scoring.GAMMONS),
        ("opening", rules.opening is Opening.HIGHER_PLAYS),
    )
    return [name for name, has in named if has]
