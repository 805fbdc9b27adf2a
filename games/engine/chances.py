"""Chances of dice, all of 36: hitting, moving, entering (rules Q1-Q3).

The figures on an open board are those of sequence A055100 of the OEIS (hits by distance); those of
a real position are counted over all its legal turns.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from games.engine.board import Board
from games.engine.graph import dice_of_roll
from games.engine.rules import Rules
from games.engine.steps import DICE
from games.engine.turn_map import turn_map

Dice = tuple[int, int]
_DOUBLE_STEPS = 4
_ALL_ENTER_AT_ONCE = 2
_MOST_ENTERING = 4


def rolls() -> Iterator[tuple[Dice, int]]:
    """The 21 distinct rolls, the higher die first, with how many of the 36 each is (Q1)."""
    for high in DICE:
        for low in range(1, high + 1):
            yield (high, low), 1 if high == low else 2


def reach(dice: Dice, blocked: Collection[int] = ()) -> frozenset[int]:
    """The distances one checker can go with a roll; `blocked` are distances it may not touch."""
    first, second = dice
    if first == second:
        found: set[int] = set()
        for steps in range(1, _DOUBLE_STEPS + 1):
            if steps * first in blocked:
                break
            found.add(steps * first)
        return frozenset(found)
    direct = {die for die in dice if die not in blocked}
    whole = {first + second} if direct and first + second not in blocked else set()
    return frozenset(direct | whole)


def hits(distance: int, blocked: Collection[int] = ()) -> int:
    """How many of 36 rolls bring a checker exactly this far, distances `blocked` aside (Q2)."""
    return sum(weight for dice, weight in rolls() if distance in reach(dice, blocked))


def moves(distance: int) -> int:
    """How many of 36 rolls could move one checker at least this far on an open board (Q2)."""
    return sum(weight for dice, weight in rolls() if max(reach(dice)) >= distance)


def enters_all(on_bar: int, closed: int) -> int:
    """How many of 36 rolls enter all of `on_bar` checkers against `closed` entry points (Q3)."""
    open_points = len(DICE) - closed
    if on_bar > _MOST_ENTERING:
        return 0
    if on_bar > _ALL_ENTER_AT_ONCE:
        return open_points
    if on_bar == _ALL_ENTER_AT_ONCE:
        return open_points**2
    return len(DICE) ** 2 - closed**2


@dataclass(frozen=True, slots=True)
class Shots:
    """Rolls of 36 with a legal turn that hits: any blot, and each by its point for the mover."""

    total: int
    by_blot: dict[int, int]
    rolls: tuple[Dice, ...]


def shots(board: Board, rules: Rules) -> Shots:
    """The hits of a position under its rules (Q2). Raises GameOver."""
    total, hitting = 0, []
    by_blot: dict[int, int] = {}
    for dice, weight in rolls():
        targets = _hit_by(board, dice, rules)
        for target in targets:
            by_blot[target] = by_blot.get(target, 0) + weight
        if targets:
            total += weight
            hitting.append(dice)
    return Shots(total, dict(sorted(by_blot.items(), reverse=True)), tuple(hitting))


def enters(board: Board, rules: Rules) -> int:
    """How many of 36 rolls give the mover at least one legal step. Raises GameOver."""
    return sum(weight for dice, weight in rolls() if turn_map(board, dice_of_roll(dice), rules)[0])


def _hit_by(board: Board, dice: Dice, rules: Rules) -> set[int]:
    nodes = turn_map(board, dice_of_roll(dice), rules)
    return {step.target for edges in nodes for step, _ in edges if step.hit}
