"""Counting the tree of turns: a fingerprint of the rules, and a measure of speed."""

from collections.abc import Iterator

from games.engine.board import Board
from games.engine.graph import end_positions
from games.engine.rules import Rules
from games.engine.steps import DICE

ROLLS = tuple((high, low) for high in DICE for low in range(1, high + 1))


def perft(board: Board, rules: Rules, depth: int) -> int:
    """Paths of `depth` turns, both players', counting for each of the 21 rolls the distinct ends.

    A won position ends its path early and counts for nothing deeper.
    """
    return sum(count for _, count in divide(board, rules, depth)) if depth else 1


def divide(board: Board, rules: Rules, depth: int) -> Iterator[tuple[tuple[int, int], int]]:
    """Each roll with its share of `perft`; `depth` at least 1."""
    if board.won or board.lost:
        return
    for roll in ROLLS:
        ends = end_positions(board, roll, rules)
        yield roll, len(ends) if depth == 1 else sum(perft(e, rules, depth - 1) for e in ends)
