"""What a match is played by: rules, options and clock, resolved when it is agreed."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.engine.clock import DAY_MS, ControlKind, TimeControl
from games.engine.rules import (
    MAX_LENGTH,
    PRESETS,
    BackgammonZone,
    MatchOptions,
    Rules,
    preset,
    validate,
)
from games.engine.state import MatchState, new_match
from vrhcaby.errors import DomainError

SECOND_MS, MINUTE_MS, HOUR_MS = 1_000, 60_000, 3_600_000
LEAST_LIMIT_MS = 10 * SECOND_MS
LARGEST_LIMIT_MS = HOUR_MS
LARGEST_RESERVE_MS = 5 * HOUR_MS
LEAST_LETTER_MS, LARGEST_LETTER_MS = HOUR_MS, 14 * DAY_MS
MOST_VACATION = 60
LONGEST_MATCH = MAX_LENGTH


class BadControl(DomainError):
    """A time limit, a reserve or a vacation is too short or too long; `part` names it."""

    code = "bad_control"


class NotRated(DomainError):
    """The terms differ from the ruleset's in a way that changes play; `option` names it."""

    code = "not_rated"


@dataclass(frozen=True, slots=True)
class Terms:
    """Rules, options and time control of one match."""

    rules: Rules
    options: MatchOptions
    control: TimeControl

    def to_data(self) -> dict[str, Any]:
        """Plain JSON values: the match options by name, `rules` and `control` beside them."""
        return {
            **self.options.to_data(),
            "rules": self.rules.to_data(),
            "control": self.control.to_data(),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Terms":
        """Read `to_data` back; raises BadOptions."""
        options = {key: value for key, value in data.items() if key not in ("rules", "control")}
        return cls(
            Rules.from_data(data["rules"]),
            MatchOptions.from_data(options),
            TimeControl.from_data(data["control"]),
        )

    def new_match(self) -> MatchState:
        """Return a match of these terms that waits for its start."""
        return new_match(self.rules, self.options, self.control)

    def digest(self) -> str:
        """Return a hash that equal terms share."""
        text = json.dumps(self.to_data(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


def resolve(
    ruleset: str,
    *,
    options: Mapping[str, Any] | None = None,
    limit_ms: int | None = None,
    control: TimeControl | None = None,
) -> Terms:
    """Return the terms of a preset with some options, and the limit or the control replaced.

    What is left out is as usual: one game, the Crawford game in longer matches with a cube.
    Raises UnknownRuleset, BadOptions and BadControl.
    """
    rules = preset(ruleset)
    wished = {**MatchOptions().to_data(), **(options or {})}
    if "crawford" not in (options or {}):
        wished["crawford"] = usual_crawford(rules, wished["length"])
    resolved = MatchOptions.from_data(wished)
    validate(rules, resolved)
    chosen = control or TimeControl.of(rules)
    if limit_ms is not None:
        chosen = replace(chosen, limit_ms=limit_ms)
    require_bearable(chosen)
    agreed = Terms(rules, resolved, chosen)
    agreed.new_match()
    return agreed


def letters(*, limit_ms: int, vacation: int) -> TimeControl:
    """Return a control by correspondence: one limit a turn, days of vacation, no ten hours."""
    return TimeControl(ControlKind.CORRESPONDENCE, limit_ms, None, vacation=vacation)


def require_bearable(control: TimeControl) -> None:
    """Raise BadControl for a control that people could not play by."""
    for part, value, least, most in _bounds(control):
        if not least <= value <= most:
            raise BadControl(details={"part": part})


def _bounds(control: TimeControl) -> tuple[tuple[str, int, int, int], ...]:
    """The parts of a control with the least and the most of each."""
    if control.kind is ControlKind.CORRESPONDENCE:
        limit = ("limit", control.limit_ms, LEAST_LETTER_MS, LARGEST_LETTER_MS)
        return limit, ("vacation", control.vacation, 0, MOST_VACATION)
    if control.kind is ControlKind.DELAY:
        limit = ("limit", control.limit_ms, 0, LARGEST_LIMIT_MS)
        return limit, ("reserve", control.reserve_ms, MINUTE_MS, LARGEST_RESERVE_MS)
    return (("limit", control.limit_ms, LEAST_LIMIT_MS, LARGEST_LIMIT_MS),)


def usual_crawford(rules: Rules, length: Any) -> bool:
    """Tell whether the Crawford game is usual: in a match of several games with a cube."""
    return rules.cube and _is_longer(length)


def has_points(rules: Rules) -> bool:
    """Tell whether matches of several games are possible: where no game can be drawn."""
    return rules.draw_after_steps is None and rules.passes_that_draw is None


def _is_longer(length: Any) -> bool:
    return type(length) is int and length > 1


def can_draw(ruleset: str, options: Mapping[str, Any], length: int | None) -> bool:
    """Tell whether a match of these terms (`to_data`; without rules: the ruleset's) may be drawn.

    `length` is in points.
    """
    rules = options.get("rules") or preset(ruleset).to_data()
    ways = (rules.get("draw_after_steps"), rules.get("passes_that_draw"))
    return length == 1 and any(way is not None for way in ways)


def unrated_by(ruleset: str, agreed: Terms) -> str | None:
    """Return the option that keeps a match of these terms from being rated, None if none does.

    Rated are matches to points by a preset, with the Crawford game where a cube makes it matter;
    their length and their time control are free.
    """
    options = agreed.options
    matters = agreed.rules.cube and _is_longer(options.length)
    against = (
        ("rules", agreed.rules != preset(ruleset)),
        ("length", options.length is None),
        ("crawford", matters and not options.crawford),
        ("opening_reroll", options.opening_reroll),
        ("backgammon_zone", options.backgammon_zone is not BackgammonZone.WINNER_HOME),
    )
    return next((option for option, differs in against if differs), None)


def require_ratable(ruleset: str, agreed: Terms) -> None:
    """Raise NotRated where `unrated_by` names an option."""
    option = unrated_by(ruleset, agreed)
    if option is not None:
        raise NotRated(details={"option": option})


def playable_rulesets() -> tuple[str, ...]:
    """Return the keys of the presets, all of which can be played live."""
    return tuple(PRESETS)
