"""Position ids: known ones both ways, and what is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import errors, position_id
from games.engine.board import Board
from games.engine.rules import PRESETS
from tests.games.engine.positions import boards


def test_known_ids() -> None:
    assert position_id.encode(Board.start(PRESETS["standard"])) == "4HPwATDgc/ABMA"
    # The opponent's half comes first: he is on the bar here, the mover is not.
    board = position_id.decode("AACAEgAAAAAAAA")
    assert (board.theirs(25), board.theirs(1), board.own(2)) == (1, 1, 1)
    assert (board.off, board.their_off) == (14, 13)


@given(board=boards())
def test_there_and_back(board: Board) -> None:
    text = position_id.encode(board)

    assert len(text) == position_id.LENGTH
    assert position_id.decode(text) == board


@given(board=boards(checkers=3))
def test_there_and_back_with_three_checkers(board: Board) -> None:
    """G1: twelve "missing" are not off."""
    assert position_id.decode(position_id.encode(board), checkers=3) == board


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4HPwATDgc/ABM",
        "4HPwATDgc/ABMAA",
        "4HPwATDgc/ABMB",
        "4HPwATDgc_ABMA",
        "4HPwATDgc/AB A",
        "4HPwATDgc/ABM=",
        "////////////8A",
        "/////////////w",
        "4HPwATDgc/ABMá",
        "AAAAAAAAAAAAgA",
        "AQAAAAAAgAAAAA",
    ],
)
def test_no_id(text: str) -> None:
    with pytest.raises(errors.BadPosition):
        position_id.decode(text)


def test_more_checkers_than_the_game_has() -> None:
    """G1: hypergammon has three; more is an error."""
    with pytest.raises(errors.BadPosition):
        position_id.decode("4HPwATDgc/ABMA", checkers=3)


def test_a_hand_cannot_be_told() -> None:
    with pytest.raises(errors.BadPosition):
        position_id.encode(Board.start(PRESETS["nasazovani"]))


@given(text=st.text(max_size=20))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    try:
        board = position_id.decode(text)
    except errors.BadPosition:
        return
    assert position_id.encode(board) == text
