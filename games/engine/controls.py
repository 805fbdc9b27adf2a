"""Time controls as data: which make sense, and what a page tells before the game (V14–V17, S12)."""

from typing import Any

from games.engine.clock import DAY_MS, ControlKind, TimeControl
from games.engine.errors import BadOptions
from games.engine.rules import Commit, MatchOptions, PastLimit, Rules

MOST_MS = 366 * DAY_MS
MOST_VACATION = 365
_PER = {
    ControlKind.PER_STEP: "step",
    ControlKind.PER_TURN: "die",
    ControlKind.DELAY: "turn",
    ControlKind.CORRESPONDENCE: "turn",
}


def validate(rules: Rules, control: TimeControl) -> None:
    """Raise BadOptions, naming both options, for a control that makes no sense."""
    for option, against, senseless in _combinations(rules, control):
        if senseless:
            raise BadOptions(option=option, against=against)


def past_limit(rules: Rules, control: TimeControl) -> PastLimit:
    """What a passed limit brings: as the control says, else by its kind, else by the ruleset.

    Time lost by a delay clock is final, and so is that of correspondence, which has no ten hours.
    """
    if control.past_limit is not None:
        return control.past_limit
    return PastLimit.LOSS if control.one_limit_a_turn else rules.past_limit


def costs_match(control: TimeControl, options: MatchOptions) -> bool:
    """Whether a loss on time or by leaving is that of the whole match (rules S12)."""
    return control.kind is ControlKind.DELAY and options.length is not None


def describe(rules: Rules, options: MatchOptions, control: TimeControl) -> dict[str, Any]:
    """What players are told before the game, as plain values.

    `limit_ms` for each `per` (step, die, turn); `past_limit` when online and `offline` when not,
    each `claim` or `loss`; `cost` of a loss on time: `game` or `match`.
    """
    past = past_limit(rules, control)
    return {
        "kind": str(control.kind),
        "limit_ms": control.limit_ms,
        "per": _PER[control.kind],
        "reserve_ms": control.reserve_ms,
        "vacation": control.vacation,
        "idle_ms": control.idle_ms,
        "past_limit": "loss" if past is PastLimit.LOSS else "claim",
        "offline": "claim" if past is PastLimit.CLAIM else "loss",
        "cost": "match" if costs_match(control, options) else "game",
    }


def _combinations(rules: Rules, control: TimeControl) -> tuple[tuple[str, str, bool], ...]:
    delay = control.kind is ControlKind.DELAY
    letters = control.kind is ControlKind.CORRESPONDENCE
    per_step = control.kind is ControlKind.PER_STEP
    past = control.past_limit
    whole = (control.limit_ms, control.reserve_ms, control.idle_ms or 0)
    return (
        ("limit_ms", "limit_ms", max(whole) > MOST_MS or min(whole) < 0),
        ("limit_ms", "reserve_ms", delay and control.limit_ms + control.reserve_ms < 1),
        ("limit_ms", "control", not delay and control.limit_ms < 1),
        ("idle_ms", "limit_ms", control.idle_ms is not None and control.idle_ms < 1),
        ("control", "commit", per_step and rules.commit is not Commit.STEP),
        ("reserve_ms", "control", bool(control.reserve_ms) and not delay),
        ("vacation", "control", bool(control.vacation) and not letters),
        ("vacation", "vacation", not 0 <= control.vacation <= MOST_VACATION),
        ("idle_ms", "control", letters and control.idle_ms is not None),
        ("past_limit", "control", delay and past not in (None, PastLimit.LOSS)),
        ("past_limit", "control", letters and past is PastLimit.CLAIM_OR_OFFLINE_LOSS),
    )
