"""Time controls as data: what makes sense, what players are told (V14–V17, S12)."""

import dataclasses

import pytest

from games.engine import controls
from games.engine.clock import DAY_MS, ControlKind, TimeControl
from games.engine.errors import BadOptions
from games.engine.rules import MatchOptions, PastLimit, preset
from games.engine.state import new_match
from tests.games.engine.scenes import HOURS, MINUTE, SECOND

DELAY = TimeControl(ControlKind.DELAY, 12 * SECOND, reserve_ms=2 * MINUTE)
LETTERS = TimeControl(ControlKind.CORRESPONDENCE, 2 * DAY_MS, None, vacation=2)


# What makes sense


@pytest.mark.parametrize(
    ("key", "control", "option", "against"),
    [
        ("standard", TimeControl(ControlKind.PER_STEP, MINUTE), "control", "commit"),
        ("standard", TimeControl(ControlKind.PER_TURN, 0), "limit_ms", "control"),
        ("standard", TimeControl(ControlKind.DELAY, 0), "limit_ms", "reserve_ms"),
        ("standard", TimeControl(ControlKind.PER_TURN, 1, reserve_ms=5), "reserve_ms", "control"),
        ("standard", dataclasses.replace(DELAY, vacation=1), "vacation", "control"),
        ("standard", dataclasses.replace(LETTERS, idle_ms=1), "idle_ms", "control"),
        ("standard", dataclasses.replace(LETTERS, vacation=-1), "vacation", "vacation"),
        ("standard", dataclasses.replace(LETTERS, vacation=366), "vacation", "vacation"),
        ("standard", TimeControl(ControlKind.PER_TURN, 10**15), "limit_ms", "limit_ms"),
        ("standard", dataclasses.replace(DELAY, reserve_ms=-1), "limit_ms", "limit_ms"),
        ("standard", dataclasses.replace(DELAY, idle_ms=0), "idle_ms", "limit_ms"),
        (
            "standard",
            dataclasses.replace(DELAY, past_limit=PastLimit.CLAIM),
            "past_limit",
            "control",
        ),
        (
            "standard",
            dataclasses.replace(LETTERS, past_limit=PastLimit.CLAIM_OR_OFFLINE_LOSS),
            "past_limit",
            "control",
        ),
    ],
)
def test_a_senseless_control_is_refused_with_both_options(
    key: str, control: TimeControl, option: str, against: str
) -> None:
    with pytest.raises(BadOptions) as refused:
        new_match(preset(key), MatchOptions(), control)

    assert refused.value.details == {"option": option, "against": against}


@pytest.mark.parametrize("key", ["vrhcaby", "standard", "nasazovani"])
@pytest.mark.parametrize("control", [DELAY, LETTERS, TimeControl(ControlKind.PER_TURN, MINUTE)])
def test_every_ruleset_is_played_with_every_sensible_control(
    key: str, control: TimeControl
) -> None:
    new_match(preset(key), MatchOptions(), control)


@pytest.mark.parametrize(
    "control",
    [
        DELAY,
        LETTERS,
        TimeControl(ControlKind.DELAY, 0, reserve_ms=1),
        TimeControl(ControlKind.PER_TURN, MINUTE, past_limit=PastLimit.LOSS),
    ],
)
def test_a_control_survives_json(control: TimeControl) -> None:
    assert TimeControl.from_data(control.to_data()) == control


def test_what_is_not_set_is_not_written() -> None:
    data = TimeControl(ControlKind.PER_TURN, MINUTE).to_data()

    assert data == {"kind": "per_turn", "limit_ms": MINUTE, "idle_ms": 10 * HOURS}


@pytest.mark.parametrize(
    "wrong",
    [
        {"reserve_ms": 1.0},
        {"reserve_ms": -1},
        {"vacation": True},
        {"past_limit": "never"},
        {"bonus_ms": 5},
    ],
)
def test_data_that_is_no_control(wrong: dict[str, object]) -> None:
    with pytest.raises(BadOptions) as refused:
        TimeControl.from_data({**DELAY.to_data(), **wrong})

    assert refused.value.details["option"] == "control"


# What it tells


@pytest.mark.parametrize(
    ("key", "control", "told"),
    [
        ("vrhcaby", None, ("step", "claim", "loss", "game")),
        ("standard", None, ("die", "claim", "claim", "game")),
        ("standard", DELAY, ("turn", "loss", "loss", "match")),
        ("standard", LETTERS, ("turn", "loss", "loss", "game")),
        (
            "standard",
            dataclasses.replace(LETTERS, past_limit=PastLimit.CLAIM),
            ("turn", "claim", "claim", "game"),
        ),
    ],
)
def test_what_players_are_told_before_the_game(
    key: str, control: TimeControl | None, told: tuple[str, str, str, str]
) -> None:
    rules = preset(key)
    found = controls.describe(rules, MatchOptions(), control or TimeControl.of(rules))

    assert (found["per"], found["past_limit"], found["offline"], found["cost"]) == told


def test_a_money_session_with_a_delay_clock_loses_games() -> None:
    options = MatchOptions(length=None)

    found = controls.describe(preset("standard"), options, DELAY)

    assert (found["cost"], found["reserve_ms"], found["limit_ms"]) == ("game", 120_000, 12_000)
