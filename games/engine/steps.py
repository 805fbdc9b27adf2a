"""One checker moved by one die: which steps there are, and what each does to a board's key."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import compress

from games.engine.board import BAR, OFF, PLACES, Board, own_unit, their_unit
from games.engine.rules import MAX_CHECKERS, BearOffLarger, Rules

DICE = range(1, 7)
HOME = 6
_FARTHEST = 24
_FIRST_DOWN = tuple(range(_FARTHEST, 0, -1))
_BLOCKING = 2
Unit = Callable[[int], int]


@dataclass(frozen=True, slots=True, order=True)
class StepOption:
    """A step that can be made: origin 25 is the bar, target 0 is off."""

    origin: int
    target: int
    die: int
    hit: bool


def _delta_table(mine: Unit, other: Unit) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """By die, hit and origin: what a step adds to a key in which units count as these do."""

    def added(origin: int, die: int, hit: int) -> int:
        target = max(origin - die, OFF)
        moved = mine(target) - mine(origin)
        return moved + hit * (other(BAR) - other(25 - target))

    return tuple(
        tuple(tuple(added(origin, die, hit) for origin in range(BAR + 1)) for hit in (0, 1))
        for die in range(HOME + 1)
    )


DELTAS = _delta_table(own_unit, their_unit)
TURNED_DELTAS = _delta_table(their_unit, own_unit)

# By die, hit and origin: the one StepOption there is.
_OPTIONS = tuple(
    tuple(
        tuple(StepOption(origin, max(origin - die, OFF), die, hit) for origin in range(BAR + 1))
        for hit in (False, True)
    )
    for die in range(HOME + 1)
)


def delta(step: StepOption) -> int:
    """What a step adds to the key of the board that it is made on."""
    return DELTAS[step.die][step.hit][step.origin]


def all_home(counts: Sequence[int]) -> bool:
    """Every checker still in play is on points 1 … 6 (rules V10)."""
    return not any(counts[HOME + 1 : PLACES])


def steps_of_die(counts: Sequence[int], die: int, rules: Rules) -> list[StepOption]:
    """Every step one die allows on this board, full use of the dice aside (V4–V6, V10, V11, E1).

    `counts` as `Board.counts` gives it; furthest checker first.
    """
    origins = _origins(counts)
    most = rules.point_limit or MAX_CHECKERS
    options, across = _OPTIONS[die], PLACES + 25 + die
    found = [
        options[enemies][p]
        for p in origins
        if p > die and (enemies := counts[across - p]) < _BLOCKING and counts[p - die] < most
    ]
    if origins and origins[0] <= HOME:
        offs = (p for p in origins if p <= die and can_bear_off(counts, p, die, rules))
        found += [options[0][p] for p in offs]
    return found


def can_step(counts: Sequence[int], die: int, rules: Rules) -> bool:
    """Whether `steps_of_die` finds any; the first one settles it."""
    origins = _origins(counts)
    most = rules.point_limit or MAX_CHECKERS
    across = PLACES + 25 + die
    for p in origins:
        if p > die and counts[across - p] < _BLOCKING and counts[p - die] < most:
            return True
    return any(can_bear_off(counts, p, die, rules) for p in origins if p <= die)


def _origins(counts: Sequence[int]) -> list[int]:
    """Where checkers stand that may move, the furthest first (rules V6)."""
    return [BAR] if counts[BAR] else list(compress(_FIRST_DOWN, counts[_FARTHEST:OFF:-1]))


def can_bear_off(counts: Sequence[int], origin: int, die: int, rules: Rules) -> bool:
    """The die takes the checker off from this home point (rules V10, V11, P4)."""
    if not all_home(counts):
        return False
    exact_or_any = origin == die or rules.bear_off_larger is BearOffLarger.ANY
    return exact_or_any or not any(counts[origin + 1 : HOME + 1])


def smaller_bears_off(origin: int, die: int, dice_left: Iterable[int]) -> bool:
    """Some smaller die that is left takes the same checker off (rules V12)."""
    return any(origin <= other < die for other in dice_left)


def steps_of_dice(
    counts: Sequence[int], dice_left: Sequence[int], rules: Rules
) -> tuple[StepOption, ...]:
    """Every step any die left allows, full use of the dice aside (V7, V12); higher die first."""
    found: list[StepOption] = []
    for die in sorted(set(dice_left), reverse=True):
        found += steps_of_die(counts, die, rules)
    if rules.exact_die_first:
        return tuple(
            step
            for step in found
            if step.target != OFF or not smaller_bears_off(step.origin, step.die, dice_left)
        )
    return tuple(found)


def can_move(board: Board, dice: Sequence[int], rules: Rules) -> bool:
    """Some die of these can be played (rules V9)."""
    counts = board.counts
    return any(can_step(counts, die, rules) for die in set(dice))


def any_roll_moves(board: Board, rules: Rules) -> bool:
    """Some roll would give the mover a legal step (rules S13)."""
    return can_move(board, DICE, rules)


def closed_out(board: Board) -> bool:
    """The mover is on the bar and the opponent holds all six entry points (rules S6)."""
    counts = board.counts
    entries = counts[PLACES + 1 : PLACES + 1 + HOME]
    return bool(counts[BAR]) and min(entries) > 1
