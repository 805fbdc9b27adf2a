"""Boards: both chairs, counts and pips, and what is no position."""

import pytest
from hypothesis import given

from games.engine import diagram, errors
from games.engine.board import BAR, Board
from games.engine.rules import PRESETS
from tests.games.engine.positions import boards


def test_the_start_as_both_players_see_it() -> None:
    board = Board.start(PRESETS["standard"])

    assert board.points[24] == 2
    assert board.points[1] == -2
    assert [board.own(p) for p in (24, 13, 8, 6)] == [2, 5, 3, 5]
    assert [board.theirs(p) for p in (1, 12, 17, 19)] == [2, 5, 3, 5]
    assert (board.pips(), board.their_pips()) == (167, 167)


def test_the_placement_game_begins_with_all_in_hand() -> None:
    board = Board.start(PRESETS["nasazovani"])

    assert (board.hand, board.their_hand, board.off) == (15, 15, 0)
    assert not any(board.points)
    assert not board.won


@given(board=boards())
def test_turning_twice_changes_nothing(board: Board) -> None:
    """G4."""
    turned = board.turned()

    assert turned.turned() == board
    assert [turned.own(p) for p in range(1, BAR)] == [board.theirs(25 - p) for p in range(1, BAR)]
    assert (turned.off, turned.their_off) == (board.their_off, board.off)
    assert (turned.pips(), turned.their_pips()) == (board.their_pips(), board.pips())
    assert turned.points == tuple(-count for count in reversed(board.points))


@given(board=boards())
def test_as_data_and_back(board: Board) -> None:
    assert Board.from_data(board.to_data()) == board


@given(board=boards())
def test_every_count_has_its_name(board: Board) -> None:
    """G4: 15 a side, wherever they are."""
    own = sum(board.own(p) for p in range(1, 26)) + board.off + board.hand
    theirs = sum(board.theirs(p) for p in range(1, 26)) + board.their_off + board.their_hand

    assert (own, theirs) == (15, 15)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"own": [0] * 27},
        {"own": [15] + [0] * 26, "theirs": [15] + [0] * 25},
        {"own": [15] + [0] * 26, "theirs": [14] + [0] * 26},
        {"own": [16] + [0] * 26, "theirs": [16] + [0] * 26},
        {"own": [-1, 16] + [0] * 25, "theirs": [15] + [0] * 26},
        {"own": [True] * 15 + [0] * 12, "theirs": [15] + [0] * 26},
        {"own": [1.0] * 15 + [0] * 12, "theirs": [15] + [0] * 26},
        {"own": [14, 1] + [0] * 25, "theirs": [14] + [0] * 23 + [1, 0, 0]},
        {"own": None, "theirs": None},
        {"own": [300] + [0] * 26, "theirs": [300] + [0] * 26},
    ],
)
def test_no_position(data: dict[str, object]) -> None:
    with pytest.raises(errors.BadPosition):
        Board.from_data(data)


@pytest.mark.parametrize(
    ("own", "theirs"),
    [({6: 16}, {}), ({6: 1}, {19: 1}), ({0: 1}, {}), ({26: 1}, {}), ({6: -1}, {})],
)
def test_no_position_by_points(own: dict[int, int], theirs: dict[int, int]) -> None:
    with pytest.raises(errors.BadPosition):
        Board.of(own, theirs)


def test_drawn_in_letters() -> None:
    board = Board.of({24: 1, 13: 6, 6: 7, 25: 1}, {24: 2, 13: 5, 6: 7, 25: 1})

    assert diagram.draw(board).splitlines() == [
        "+13-14-15-16-17-18-+---+19-20-21-22-23-24-+",
        "| X                | O | O              X |",
        "| X                |   | O                |",
        "| X                |   | O                |",
        "| X                |   | O                |",
        "| 6                |   | 7                |",
        "|                  |BAR|                  |",
        "| O                |   | 7                |",
        "| O                |   | X                |",
        "| O                |   | X                |",
        "| O                |   | X              O |",
        "| O                | X | X              O |",
        "+12-11-10--9--8--7-+---+-6--5--4--3--2--1-+",
    ]
