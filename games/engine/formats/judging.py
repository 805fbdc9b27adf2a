"""Whether a turn read from a file is legal, fast: the dice are matched to the steps told.

A file tells where checkers went, not by which die, and often not over which points. What is
told is spread into single steps in every way that fits the roll; the first legal one counts.
A turn that uses every die is legal when each of its steps is; only a shorter one is compared
with all the turns there are.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from games.engine import errors, graph
from games.engine.board import BAR, HAND, OFF, PLACES, Board
from games.engine.formats.record import Dice, Moves, move
from games.engine.rules import MAX_CHECKERS, Rules
from games.engine.steps import can_bear_off, can_move

Ways = Sequence[tuple[int, ...]]
_TWO = 2
_FOUR = 4
_BLOCKED = 2


def spread(ways: Ways, dice: Dice) -> Iterator[Moves]:
    """Every way to tell these checkers' ways die by die, the likeliest first.

    Hops of one checker are spread in the order of the dice as written, first without a hit on
    the point between if that can be told from the board; furthest checkers first.
    """
    segments = [hop for stops in ways for hop in pairwise(stops)]
    first, second = dice
    if first == second:
        yield from _of_double(segments, first)
        return
    if len(segments) != 1 or segments[0][0] > BAR:
        yield from _orders(segments)
        return
    origin, target = segments[0]
    length = origin - target
    if length in dice or (target == OFF and length <= max(dice)):
        yield ((origin, target),)
    if length == first + second or (target == OFF and length < first + second):
        for die in dice:
            if origin - die > OFF:
                yield (origin, origin - die), (origin - die, target)


def _of_double(segments: Iterable[tuple[int, int]], die: int) -> Iterator[Moves]:
    steps: list[tuple[int, int]] = []
    for origin, target in segments:
        if origin > BAR:
            steps.append((origin, target))
            continue
        while origin - die > target and len(steps) <= _FOUR:
            steps.append((origin, origin - die))
            origin -= die
        steps.append((origin, target))
    yield from _orders(steps)


def _orders(steps: Sequence[tuple[int, int]]) -> Iterator[Moves]:
    """From the back, then as told, which a limit on points may need."""
    ordered = sorted(steps, reverse=True)
    yield tuple(ordered)
    if ordered != steps:
        yield tuple(steps)


def judged(board: Board, dice: Dice, told: Iterable[Moves], rules: Rules) -> Moves:
    """The first of these step by step tellings that is a whole legal turn.

    Raises the RuleViolation that speaks against the last of them; BadStep when none fits.
    """
    hop: Moves | None = None
    wrong: errors.RuleViolation = errors.BadStep()
    for steps in told:
        try:
            hits = require_legal(board, dice, steps, rules)
        except errors.RuleViolation as refused:
            wrong = refused
            continue
        if hits and len(steps) == _TWO and steps[0][1] == steps[1][0]:
            hop = hop or steps
            continue
        return steps
    if hop is None:
        raise wrong
    return hop


def require_legal(board: Board, dice: Dice, steps: Moves, rules: Rules) -> bool:
    """Raise unless these steps in this order (or from the back) are a whole legal turn.

    Whether the first step hits. Raises RuleViolation.
    """
    if board.won or board.lost:
        raise errors.GameOver
    if not _placed(board):
        return _require_placing(board, dice, steps)
    for order in (steps, steps[::-1]):
        counts = bytearray(board.counts)
        hits = play(counts, dice, order, rules)
        if hits is not None:
            if len(order) < (_FOUR if dice[0] == dice[1] else _TWO):
                _require_full(board, dice, order, counts, rules)
            return hits
    raise _refusal(board, dice, steps, rules)


def _placed(board: Board) -> bool:
    return not board.hand and not board.their_hand


def _require_placing(board: Board, dice: Dice, steps: Moves) -> bool:
    """Rules P2: a checker on the entry point of each die; of the last one's dice either."""
    entries = [25 - die for die in dice]
    for origin, target in steps:
        if origin != HAND or target not in entries:
            raise errors.BadStep(origin=origin)
        entries.remove(target)
    if len(steps) != min(_TWO, board.hand):
        raise errors.MustUseBothDice(can=min(_TWO, board.hand), used=len(steps))
    return False


def play(counts: bytearray, dice: Dice, steps: Moves, rules: Rules) -> bool | None:
    """Make steps on `Board.counts`, each legal when its turn comes; whether the first hits.

    None when one cannot be made, `counts` then being spoilt. How many dice must be used is not
    asked.
    """
    left = [*dice, *dice] if dice[0] == dice[1] else list(dice)
    if len(steps) > len(left):
        return None
    first_hits = False
    for at, (origin, target) in enumerate(steps):
        die = _die_for(origin, target, left, steps[at + 1 :])
        if die is None or not _open(counts, origin, target, die, rules):
            return None
        left.remove(die)
        hit = move(counts, origin, target)
        first_hits = first_hits or (hit and at == 0)
    return first_hits


def _die_for(origin: int, target: int, left: Sequence[int], later: Moves) -> int | None:
    length = origin - target
    if length in left:
        return length
    if target != OFF:
        return None
    larger = [die for die in left if die > length]
    if len(larger) > 1:
        # The die that another step needs exactly is left to it.
        needed = {start - end for start, end in later}
        return next((die for die in sorted(larger) if die not in needed), larger[0])
    return larger[0] if larger else None


def _open(counts: bytearray, origin: int, target: int, die: int, rules: Rules) -> bool:
    if not 0 < origin <= BAR or not counts[origin] or (counts[BAR] and origin != BAR):
        return False
    if target == OFF:
        return can_bear_off(counts, origin, die, rules)
    if not OFF < target < origin or counts[PLACES + 25 - target] >= _BLOCKED:
        return False
    return counts[target] < (rules.point_limit or MAX_CHECKERS + 1)


def _require_full(board: Board, dice: Dice, steps: Moves, counts: bytearray, rules: Rules) -> None:
    """Rules V8, S2, S3, S11 for a turn that leaves dice unplayed."""
    end = Board(int.from_bytes(counts, "big")).turned()
    if end not in graph.end_positions(board, dice, rules):
        raise _refusal(board, dice, steps, rules)


def _refusal(board: Board, dice: Dice, steps: Moves, rules: Rules) -> errors.RuleViolation:
    left = list(graph.dice_of_roll(dice))
    given = []
    for at, (origin, target) in enumerate(steps):
        die = _die_for(origin, target, left, steps[at + 1 :])
        if die is None:
            return errors.DieNotLeft(die=origin - target)
        left.remove(die)
        given.append((origin, die))
    try:
        graph.check_turn(board, dice, rules, given)
    except errors.RuleViolation as refused:
        return refused
    return errors.BadStep()


def only_turn(board: Board, dice: Dice, rules: Rules) -> Moves | None:
    """What happens when a roll stands without a play: () when none is legal, the steps when
    there is one turn alone, None when the player had a choice."""
    if not _placed(board):
        return None
    if not can_move(board, graph.dice_of_roll(dice), rules):
        return ()
    if len(graph.end_positions(board, dice, rules)) > 1:
        return None
    ends = graph.TurnGraph(board, graph.dice_of_roll(dice), rules).turns()
    (steps,) = ends.values()
    return tuple(sorted(((step.origin, step.target) for step in steps), reverse=True))


def is_part_of_turn(board: Board, dice: Dice, steps: Moves, rules: Rules) -> bool:
    """Whether these steps can be the beginning of a turn that was never finished."""
    return _placed(board) and play(bytearray(board.counts), dice, steps, rules) is not None
