"""What a match is played by: rules, options and clock, resolved when it is agreed."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.engine import match_errors
from games.engine.clock import TimeControl
from games.engine.rules import PRESETS, Commit, MatchOptions, Rules, preset, validate
from games.engine.state import MatchState, new_match
from vrhcaby.errors import DomainError

LEAST_LIMIT_MS = 10_000
LARGEST_LIMIT_MS = 3_600_000


class BadControl(DomainError):
    """The time limit is too short or too long for a live game."""

    code = "bad_control"


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
    ruleset: str, *, options: Mapping[str, Any] | None = None, limit_ms: int | None = None
) -> Terms:
    """Return the terms of a preset with some options and the limit replaced.

    Raises UnknownRuleset, BadOptions, NotPlayable (nobody can sit at such a game yet) and
    BadControl.
    """
    rules = preset(ruleset)
    resolved = MatchOptions.from_data({**MatchOptions().to_data(), **(options or {})})
    validate(rules, resolved)
    if ruleset not in playable_rulesets():
        raise match_errors.NotPlayable(option="ruleset")
    control = TimeControl.of(rules)
    if limit_ms is not None:
        if not LEAST_LIMIT_MS <= limit_ms <= LARGEST_LIMIT_MS:
            raise BadControl
        control = replace(control, limit_ms=limit_ms)
    return Terms(rules, resolved, control)


def playable_rulesets() -> tuple[str, ...]:
    """Return the keys of the presets that can be played live: those that commit each step."""
    return tuple(key for key, rules in PRESETS.items() if rules.commit is Commit.STEP)
