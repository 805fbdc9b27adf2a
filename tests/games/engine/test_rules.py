"""Rulesets as data: presets, plain values and back, combinations that make no sense."""

import dataclasses
import json

import pytest

from games.engine import errors
from games.engine.rules import (
    PRESETS,
    BackgammonZone,
    MatchOptions,
    Opening,
    Rules,
    Scoring,
    preset,
    validate,
)

MONEY = MatchOptions(length=None)


def test_every_preset_is_sensible_for_one_game() -> None:
    for rules in PRESETS.values():
        validate(rules, MatchOptions())


@pytest.mark.parametrize("key", ["standard", "nackgammon", "hypergammon", "egyptian"])
def test_matches_and_money(key: str) -> None:
    validate(preset(key), MatchOptions(length=7, crawford=True))
    validate(preset(key), MatchOptions(length=1, crawford=True))
    validate(
        preset(key),
        MatchOptions(length=None, jacoby=True, beavers=1, raccoons=True, automatic_doubles=1),
    )


def test_the_placement_game_may_be_a_match() -> None:
    validate(preset("nasazovani"), MatchOptions(length=5))


@pytest.mark.parametrize(
    ("key", "given", "option", "against"),
    [
        # V24
        ("vrhcaby", {"length": 3}, "length", "draw_after_steps"),
        ("vrhcaby", {"length": None}, "length", "draw_after_steps"),
        ("vrhcaby", {"crawford": True}, "crawford", "cube"),
        ("vrhcaby", {"jacoby": True}, "jacoby", "cube"),
        ("vrhcaby", {"beavers": 1}, "beavers", "cube"),
        ("vrhcaby", {"automatic_doubles": 1}, "automatic_doubles", "cube"),
        # C
        ("standard", {"length": 0}, "length", "length"),
        ("standard", {"length": 26}, "length", "length"),
        ("standard", {"length": None, "crawford": True}, "crawford", "length"),
        ("standard", {"length": 5, "jacoby": True}, "jacoby", "length"),
        ("standard", {"length": 5, "beavers": 1}, "beavers", "length"),
        ("standard", {"length": 5, "automatic_doubles": 1}, "automatic_doubles", "length"),
        ("standard", {"length": None, "raccoons": True}, "raccoons", "beavers"),
        ("standard", {"length": None, "beavers": -1}, "beavers", "beavers"),
        ("nasazovani", {"opening_reroll": True}, "opening_reroll", "opening"),
        ("nasazovani", {"length": None, "jacoby": True}, "jacoby", "cube"),
        ("vrhcaby", {"backgammon_zone": BackgammonZone.SEED}, "backgammon_zone", "scoring"),
    ],
)
def test_options_that_do_not_go_together(
    key: str, given: dict[str, object], option: str, against: str
) -> None:
    with pytest.raises(errors.BadOptions) as refused:
        validate(preset(key), MatchOptions(**given))

    assert refused.value.details == {"option": option, "against": against}


@pytest.mark.parametrize(
    ("changes", "option", "against"),
    [
        ({"scoring": Scoring.SIMPLE}, "cube", "scoring"),
        ({"checkers": 16}, "checkers", "checkers"),
        ({"checkers": 10}, "start", "checkers"),
        ({"placing": True}, "start", "placing"),
        ({"start": ((25, 15),)}, "start", "start"),
        ({"start": ((6, 7), (19, 8))}, "start", "start"),
        ({"start": ((6, 7), (6, 8))}, "start", "start"),
        ({"start": ((6, 15), (8, 0))}, "start", "start"),
        ({"point_limit": 4}, "start", "point_limit"),
        ({"point_limit": 1}, "point_limit", "point_limit"),
        ({"placing": True, "start": (), "point_limit": 2}, "placing", "point_limit"),
        ({"limit_ms": 0}, "limit_ms", "limit_ms"),
        ({"idle_limit_ms": 1}, "idle_limit_ms", "limit_ms"),
        ({"passes_that_draw": 0}, "passes_that_draw", "passes_that_draw"),
        ({"draw_after_steps": -1}, "draw_after_steps", "draw_after_steps"),
    ],
)
def test_rulesets_that_make_no_sense(changes: dict[str, object], option: str, against: str) -> None:
    with pytest.raises(errors.BadOptions) as refused:
        validate(dataclasses.replace(preset("standard"), **changes), MatchOptions())

    assert refused.value.details == {"option": option, "against": against}


@pytest.mark.parametrize("length", [3, 25, None])
def test_a_cube_without_gammons_is_sensible_for_more_than_one_game(length: int | None) -> None:
    validate(Rules(scoring=Scoring.SIMPLE), MatchOptions(length=length))


def test_jacoby_without_gammons_is_senseless() -> None:
    with pytest.raises(errors.BadOptions) as refused:
        validate(Rules(scoring=Scoring.SIMPLE), MatchOptions(length=None, jacoby=True))

    assert refused.value.details == {"option": "jacoby", "against": "scoring"}


def test_egyptian_to_seven_points_with_a_lot() -> None:
    """Any sensible combination is playable."""
    validate(dataclasses.replace(preset("egyptian"), opening=Opening.LOT), MatchOptions(length=7))


@pytest.mark.parametrize("key", list(PRESETS))
def test_as_json_and_back(key: str) -> None:
    rules = preset(key)

    assert Rules.from_data(json.loads(json.dumps(rules.to_data()))) == rules


@pytest.mark.parametrize("options", [MatchOptions(), MONEY, MatchOptions(length=9, crawford=True)])
def test_options_as_json_and_back(options: MatchOptions) -> None:
    assert MatchOptions.from_data(json.loads(json.dumps(options.to_data()))) == options


@pytest.mark.parametrize(
    "changes",
    [
        {"checkers": "15"},
        {"checkers": True},
        {"cube": 1},
        {"opening": "by age"},
        {"start": [[24]]},
        {"start": 5},
        {"point_limit": 5.0},
        {"of_my_own": 1},
    ],
)
def test_data_that_is_no_ruleset(changes: dict[str, object]) -> None:
    with pytest.raises(errors.BadOptions) as refused:
        Rules.from_data(preset("standard").to_data() | changes)

    assert refused.value.details == {"option": next(iter(changes))}


def test_an_option_that_is_missing() -> None:
    data = preset("standard").to_data()
    del data["cube"]

    with pytest.raises(errors.BadOptions):
        Rules.from_data(data)


@pytest.mark.parametrize("key", ["", "chess", "STANDARD", None, ["standard"]])
def test_unknown_rulesets(key: object) -> None:
    with pytest.raises(errors.UnknownRuleset):
        preset(key)
