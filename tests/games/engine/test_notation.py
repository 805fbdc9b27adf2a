"""Turns as text: written, read, refused."""

import random

import pytest
from hypothesis import given, settings

from games.engine import errors, notation
from games.engine.board import Board
from games.engine.graph import apply_step, legal_turns
from games.engine.rules import PRESETS
from games.engine.steps import StepOption
from tests.games.engine.positions import boards, rolls

STANDARD = PRESETS["standard"]


def _step(origin: int, target: int, *, hit: bool = False) -> StepOption:
    return StepOption(origin, target, origin - target, hit)


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ([], ""),
        ([_step(13, 7, hit=True)], "13/7*"),
        ([_step(25, 20)], "bar/20"),
        ([StepOption(4, 0, 6, hit=False)], "4/off"),
        ([_step(13, 7), _step(13, 7)], "13/7(2)"),
        ([_step(24, 18, hit=True), _step(18, 13)], "24/18*/13"),
        ([_step(24, 18), _step(18, 13)], "24/13"),
        ([_step(24, 18), _step(18, 13, hit=True)], "24/13*"),
        ([_step(8, 5), _step(6, 3, hit=True), _step(8, 5), _step(6, 3)], "8/5(2) 6/3* 6/3"),
        ([_step(13, 10), _step(13, 10), _step(10, 7), _step(10, 7)], "13/7(2)"),
        ([_step(6, 5), _step(24, 18)], "24/18 6/5"),
    ],
)
def test_written(steps: list[StepOption], text: str) -> None:
    assert notation.turn_text(steps) == text


def test_one_step_both_ways() -> None:
    assert notation.step_text(_step(25, 20, hit=True)) == "bar/20*"
    assert notation.read_step("bar/20*") == (25, 20)
    assert notation.read_step("6/off") == (6, 0)
    assert notation.read_step("13/7") == (13, 7)


@pytest.mark.parametrize(
    "text",
    ["13/7/", "7/13", "13", "13/7(5)", "13/7(0)", "off/3", "26/20", "25*/20", "3/off*", "a/b",
     "13-7", "13/7(2", "1³/7", "013/7", "13/7 " * 60, "bar/bar", "(2)", "13/+7"],
)  # fmt: skip
def test_not_a_turn_at_all(text: str) -> None:
    with pytest.raises(errors.BadNotation):
        notation.read_ways(text)


@pytest.mark.parametrize("text", ["13/7 13/8", "24/18/13", ""])
def test_not_one_step(text: str) -> None:
    with pytest.raises(errors.BadNotation):
        notation.read_step(text)


@pytest.mark.parametrize(
    ("text", "dice"),
    [("13/7 13/8", (6, 5)), ("13/8 13/7", (6, 5)), ("24/13", (6, 5)), ("8/5(2) 6/3(2)", (3, 3)),
     ("24/18/13", (5, 6)), ("13/8 13/7", (5, 6)), ("BAR/20 13/7", (6, 5))],
)  # fmt: skip
def test_read_in_any_order(text: str, dice: tuple[int, int]) -> None:
    board = Board.start(STANDARD)
    if "BAR" in text:
        board = Board.of({25: 1, 13: 6, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})

    steps = notation.read_turn(text, board, dice, STANDARD)

    assert sorted(step.die for step in steps) == sorted(dice * (2 if dice[0] == dice[1] else 1))
    assert notation.turn_text(steps).count("/") >= 1


def test_a_missing_star_is_no_matter_where_one_turn_fits() -> None:
    board = Board.of({13: 1}, {18: 1, 24: 2})

    assert notation.turn_text(notation.read_turn("13/2", board, (6, 5), STANDARD)) == "13/2"
    assert notation.turn_text(notation.read_turn("13/7*/2", board, (6, 5), STANDARD)) == "13/7*/2"


def test_two_turns_that_fit_are_told_apart_by_the_star() -> None:
    """Either way from 13 to 2 hits, by 7 or by 8: without a star nobody knows which."""
    board = Board.of({13: 1}, {18: 1, 17: 1, 24: 2})

    with pytest.raises(errors.BadNotation):
        notation.read_turn("13/2", board, (6, 5), STANDARD)


@pytest.mark.parametrize(
    ("text", "dice", "refusal"),
    [
        ("24/18", (6, 5), errors.MustUseBothDice),
        ("", (6, 5), errors.MustUseBothDice),
        ("24/19 13/7", (6, 5), errors.PointBlocked),
        ("13/9 13/8", (6, 5), errors.DieNotLeft),
        ("12/6 13/8", (6, 5), errors.NoChecker),
        ("6/off 13/8", (6, 5), errors.CannotBearOff),
        ("24/13 24/18", (6, 5), errors.DieNotLeft),
    ],
)
def test_a_turn_that_is_not_legal(
    text: str, dice: tuple[int, int], refusal: type[errors.RuleViolation]
) -> None:
    with pytest.raises(refusal):
        notation.read_turn(text, Board.start(STANDARD), dice, STANDARD)


@settings(max_examples=80, deadline=None)
@given(board=boards(), roll=rolls)
def test_any_turn_there_and_back(board: Board, roll: tuple[int, int]) -> None:
    turns = legal_turns(board, roll, STANDARD)
    for end, steps in random.Random(0).sample(turns, min(5, len(turns))):
        reached = board
        for step in notation.read_turn(notation.turn_text(steps), board, roll, STANDARD):
            reached = apply_step(reached, step)
        assert reached == end
