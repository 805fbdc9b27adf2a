"""Tables of counts: one number off, and some rule of moving has changed.

The first table was counted with gnubg-nn too (standard), the second by the brute force.
"""

import pytest

from games.engine import position_id
from games.engine.board import Board
from games.engine.perft import ROLLS, divide, perft
from games.engine.rules import PRESETS

# Turns, and turns after turns, over the 21 rolls.
AT_START = {
    "vrhcaby": (447, 202_782),
    "standard": (447, 202_782),
    "nackgammon": (547, 324_161),
    "hypergammon": (195, 38_017),
    "egyptian": (405, 166_498),
}

# Turns for each roll: 1-1, 2-1, 2-2, 3-1 … 6-6.
FROM_POSITIONS = [
    ("vrhcaby", "nTwEgDOe9ScAAA", [8, 8, 13, 4, 6, 1, 5, 6, 4, 5, 3, 3, 2, 2, 1, 3, 3, 2, 3, 1, 1]),
    (
        "standard",
        "nTwEgDOe9ScAAA",
        [8, 8, 13, 4, 6, 1, 5, 6, 4, 5, 1, 1, 1, 1, 1, 2, 3, 2, 3, 1, 1],
    ),
    ("vrhcaby", "fgAC9SH+G0AAAA", [12, 6, 4, 3, 2, 2, 3, 2, 2, 1, 4, 2, 2, 2, 1, 3, 4, 3, 2, 2, 1]),
    (
        "standard",
        "fgAC9SH+G0AAAA",
        [12, 6, 4, 3, 2, 2, 3, 2, 1, 1, 4, 1, 2, 2, 1, 2, 4, 3, 2, 2, 1],
    ),
    (
        "nasazovani",
        "fgAC9SH+G0AAAA",
        [12, 6, 4, 3, 2, 5, 3, 2, 1, 5, 4, 1, 2, 2, 3, 2, 4, 4, 4, 4, 6],
    ),
    (
        "nasazovani",
        "AADcXjcAAHR7Ow",
        [120, 32, 148, 33, 34, 177, 34, 35, 36, 204, 35, 36, 37, 38, 217, 36, 37, 38, 39, 40, 230],
    ),
    (
        "nasazovani",
        "AwAA+K8BAAAAAA",
        [8, 7, 6, 8, 7, 6, 8, 7, 5, 6, 8, 7, 5, 5, 6, 8, 7, 5, 5, 5, 6],
    ),
    ("standard", "AwAA+K8BAAAAAA", [8, 4, 1, 3, 2, 1, 3, 2, 1, 1, 3, 2, 1, 1, 1, 3, 2, 1, 1, 1, 1]),
    (
        "egyptian",
        "Gxv4AwDwPgDARw",
        [1, 1, 1, 1, 1, 1, 3, 2, 3, 21, 1, 1, 1, 3, 1, 1, 1, 1, 2, 1, 1],
    ),
    (
        "egyptian",
        "AADcXjcAAHR7Ow",
        [107, 31, 127, 33, 34, 177, 34, 35, 36, 200, 35, 36, 37, 38, 217, 36, 37, 38, 39, 40, 230],
    ),
    (
        "hypergammon",
        "AAA0AEACAQAAAA",
        [13, 8, 7, 9, 8, 7, 9, 7, 9, 4, 8, 9, 9, 10, 8, 6, 5, 6, 6, 5, 1],
    ),
]


@pytest.mark.parametrize("variant", AT_START)
def test_from_the_start(variant: str) -> None:
    rules = PRESETS[variant]

    counts = tuple(perft(Board.start(rules), rules, depth) for depth in (1, 2))

    assert counts == AT_START[variant]


@pytest.mark.parametrize(("variant", "text", "expected"), FROM_POSITIONS)
def test_from_a_position(variant: str, text: str, expected: list[int]) -> None:
    rules = PRESETS[variant]
    board = position_id.decode(text, checkers=rules.checkers)

    assert dict(divide(board, rules, 1)) == dict(zip(ROLLS, expected, strict=True))


def test_a_won_position_counts_for_nothing_deeper() -> None:
    """One checker on 1: every roll ends the game."""
    rules = PRESETS["standard"]
    board = Board.of({1: 1}, {6: 1})

    assert perft(board, rules, 0) == 1
    assert perft(board, rules, 1) == 21
    assert perft(board, rules, 2) == 0
