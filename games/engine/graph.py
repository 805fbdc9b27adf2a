"""The legal play of one turn: a graph whose nodes are board and dice left, whose edges are steps.

`TurnGraph` answers every question about a turn; the functions below it ask one and forget.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from games.engine import errors, turns
from games.engine.board import BAR, KEY_BYTES, OFF, PLACES, Board, boards
from games.engine.rules import FullUse, Rules
from games.engine.steps import (
    DICE,
    HOME,
    StepOption,
    can_bear_off,
    can_step,
    delta,
    smaller_bears_off,
    steps_of_dice,
)

Dice = tuple[int, ...]
Node = tuple[int, Dice]
Steps = tuple[StepOption, ...]
_DOUBLE_STEPS = 4


def dice_of_roll(dice: Sequence[int]) -> Dice:
    """The dice a roll gives to play: two, the higher first, or four of a double; or BadDice."""
    if len(dice) != len((1, 2)):
        raise errors.BadDice
    first, second = dice
    # True and 1.0 are no dice, though they equal one.
    if not type(first) is type(second) is int or first not in DICE or second not in DICE:
        raise errors.BadDice
    if first == second:
        return (first,) * _DOUBLE_STEPS
    return (first, second) if first > second else (second, first)


@lru_cache(maxsize=512)
def without(dice_left: Dice, die: int) -> Dice:
    """The dice that are left when one of them has been played."""
    at = dice_left.index(die)
    return (*dice_left[:at], *dice_left[at + 1 :])


class TurnGraph:
    """What can be played from a board with some dice left.

    Under `full_use` a step is legal only if the rest of the turn can still use as many dice,
    and the higher one of two, as the turn could at best (rules S2, S3); otherwise every step
    that a die allows is (rules V7). Raises GameOver when either player has borne off all.
    """

    __slots__ = ("_depths", "_full", "_options", "_root", "rules")

    def __init__(self, board: Board, dice_left: Sequence[int], rules: Rules) -> None:
        if board.over:
            raise errors.GameOver
        self.rules = rules
        self._root: Node = (board.key, tuple(sorted(dice_left, reverse=True)))
        self._options: dict[Node, Steps] = {}
        self._full: dict[Node, Steps] = {}
        self._depths: dict[Node, int] = {}

    @property
    def depth(self) -> int:
        """How many dice can be played at most."""
        return self._depth(self._root)

    def steps(self, *played: StepOption) -> Steps:
        """The legal steps now, or after some steps of this turn; higher die first."""
        return self._legal(self._after(played))

    def allowed(self, *played: StepOption) -> Steps:
        """As `steps`, full use of the dice aside."""
        return self._allowed(self._after(played))

    def turns(self) -> dict[Board, Steps]:
        """Every position the turn can end in (mover unchanged), with one way to reach it."""
        ends: dict[Board, Steps] = {}
        level: dict[Node, Steps] = {self._root: ()}
        while level:
            following: dict[Node, Steps] = {}
            for node, path in level.items():
                legal = self._legal(node)
                if not legal:
                    ends.setdefault(Board(node[0]), path)
                for step in legal:
                    following.setdefault(_child(node, step), (*path, step))
            level = following
        return ends

    def _after(self, played: Iterable[StepOption]) -> Node:
        node = self._root
        for step in played:
            node = _child(node, step)
        return node

    def _allowed(self, node: Node) -> Steps:
        known = self._options.get(node)
        if known is None:
            key, dice = node
            known = steps_of_dice(key.to_bytes(KEY_BYTES, "big"), dice, self.rules)
            self._options[node] = known
        return known

    def _legal(self, node: Node) -> Steps:
        options = self._allowed(node)
        if self.rules.full_use is FullUse.NONE or self._any_order_is_full(node[1]):
            return options
        known = self._full.get(node)
        if known is None:
            known = self._full[node] = self._fullest(node, options)
        return known

    def _fullest(self, node: Node, options: Steps) -> Steps:
        """Of the steps those after which as many dice, or the higher one, can still be played."""
        depth = self._depth(node)
        full = tuple(step for step in options if 1 + self._depth(_child(node, step)) == depth)
        if depth == 1:
            return tuple(step for step in full if step.die == full[0].die)
        return full

    def _any_order_is_full(self, dice: Dice) -> bool:
        """Whether no step can cost a later one.

        True of equal dice without a limit on a point: two different steps of one die never
        hinder each other, so all ways to play them to the end are equally long.
        """
        return dice[:1] == dice[-1:] and self.rules.point_limit is None

    def _depth(self, node: Node) -> int:
        known = self._depths.get(node)
        if known is None:
            known = self._depths[node] = self._deepest(node)
        return known

    def _deepest(self, node: Node) -> int:
        key, dice = node
        if len(dice) == 1:
            return int(can_step(key.to_bytes(KEY_BYTES, "big"), dice[0], self.rules))
        options = self._allowed(node)
        if self._any_order_is_full(node[1]):
            options = options[:1]
        deepest = 0
        for step in options:
            deepest = max(deepest, 1 + self._depth(_child(node, step)))
            if deepest == len(node[1]):
                break
        return deepest


@lru_cache(maxsize=64)
def turn_graph(board: Board, dice_left: Dice, rules: Rules) -> TurnGraph:
    """The graph of a turn in progress, kept a while: who lays a turn out soon judges it too."""
    return TurnGraph(board, dice_left, rules)


def _child(node: Node, step: StepOption) -> Node:
    key, dice = node
    return key + delta(step), without(dice, step.die)


def apply_step(board: Board, step: StepOption) -> Board:
    """The board after a step, the same player still to move; the step is taken as possible."""
    return Board(board.key + delta(step))


def legal_steps(board: Board, dice_left: Sequence[int], rules: Rules) -> Steps:
    """Every legal step now; empty when the turn is over. Raises GameOver."""
    return turn_graph(board, tuple(dice_left), rules).steps()


def legal_turns(board: Board, dice: Sequence[int], rules: Rules) -> tuple[tuple[Board, Steps], ...]:
    """Every distinct position a roll can lead to (mover unchanged), each with one way there."""
    return tuple(TurnGraph(board, dice_of_roll(dice), rules).turns().items())


def end_positions(board: Board, dice: Sequence[int], rules: Rules) -> frozenset[Board]:
    """Every position in which the turn can end, the opponent on roll. Raises GameOver."""
    if board.over:
        raise errors.GameOver
    to_play = dice_of_roll(dice)
    if turns.order_matters(board.key, to_play, rules):
        return frozenset(end.turned() for end in TurnGraph(board, to_play, rules).turns())
    return frozenset(boards(turns.end_keys(board.key, to_play, rules)))


def find_step(
    board: Board,
    dice_left: Sequence[int],
    rules: Rules,
    origin: int,
    die: int | None = None,
    target: int | None = None,
) -> StepOption:
    """The legal step from an origin that a die, a target or both name.

    With a target alone it is the step of the least fitting die (rules V12). Otherwise raises
    the RuleViolation that tells best why there is none; BadStep when nothing could ever fit.
    """
    graph = turn_graph(board, tuple(dice_left), rules)
    if target is not None and not OFF <= target < origin:
        raise errors.BadStep(origin=origin)
    _require_movable(board.counts, origin)
    dice = _dice_to_try(dice_left, origin, die, target)
    for legal in (step for fit in dice for step in graph.steps() if step.die == fit):
        if legal.origin == origin:
            return legal
    allowed = [step for step in graph.allowed() if step.origin == origin and step.die in dice]
    if allowed:
        raise _not_full(graph, allowed[0])
    raise refusal(board.counts, dice_left, rules, origin, dice[0])


def _require_movable(counts: Sequence[int], origin: int) -> None:
    if not 1 <= origin <= BAR:
        raise errors.BadStep(origin=origin)
    if counts[BAR] and origin != BAR:
        raise errors.MustEnter(bar=counts[BAR])
    if not counts[origin]:
        raise errors.NoChecker(origin=origin)


def _dice_to_try(
    dice_left: Sequence[int], origin: int, die: int | None, target: int | None
) -> list[int]:
    if target is None:
        if die is None:
            raise errors.BadStep(origin=origin)
        fitting = [die]
    elif target == OFF:
        if origin > HOME:
            raise errors.CannotBearOff(origin=origin)
        fitting = [fit for fit in sorted(set(dice_left)) if fit >= origin] or [origin]
    else:
        fitting = [origin - target]
    if die is not None:
        if die not in fitting and die in dice_left:
            raise errors.BadStep(origin=origin, die=die)
        fitting = [die]
    if fitting[0] not in dice_left:
        raise errors.DieNotLeft(die=fitting[0])
    return fitting


def refusal(
    counts: Sequence[int], dice_left: Sequence[int], rules: Rules, origin: int, die: int
) -> errors.RuleViolation:
    """Why a die that is left does not move a checker that could move."""
    target = origin - die
    if target > OFF:
        if counts[PLACES + 25 - target] > 1:
            return errors.PointBlocked(origin=origin, target=target)
        return errors.PointFull(origin=origin, target=target)
    if can_bear_off(counts, origin, die, rules) and smaller_bears_off(origin, die, dice_left):
        return errors.ExactDieFirst(origin=origin, die=die)
    return errors.CannotBearOff(origin=origin, die=die)


def _not_full(graph: TurnGraph, step: StepOption) -> errors.RuleViolation:
    if graph.depth > 1:
        return errors.MustUseBothDice(origin=step.origin, die=step.die)
    return errors.MustUseHigherDie(origin=step.origin, die=step.die)


def check_turn(
    board: Board, dice: Sequence[int], rules: Rules, steps: Iterable[tuple[int, int]]
) -> Steps:
    """A whole turn given as (origin, die) in the order played; no steps = a pass.

    Raises the reason of the first step that cannot be made, else MustUseBothDice (`can`,
    `used` in the details) or MustUseHigherDie when the turn leaves dice it must play.
    """
    graph = turn_graph(board, dice_of_roll(dice), rules)
    played: list[StepOption] = []
    here, left = board, dice_of_roll(dice)
    for origin, die in steps:
        step = _allowed_step(graph, here, left, played, origin, die)
        played.append(step)
        here, left = apply_step(here, step), without(left, die)
    require_full(graph, played)
    return tuple(played)


def _allowed_step(
    graph: TurnGraph,
    board: Board,
    left: Dice,
    played: Sequence[StepOption],
    origin: int,
    die: int,
) -> StepOption:
    _require_movable(board.counts, origin)
    if die not in left:
        raise errors.DieNotLeft(die=die)
    for step in graph.allowed(*played):
        if (step.origin, step.die) == (origin, die):
            return step
    raise refusal(board.counts, left, graph.rules, origin, die)


def require_full(graph: TurnGraph, played: Sequence[StepOption]) -> None:
    """Raise unless these possible steps are a complete legal turn (rules V8, S2, S3)."""
    if graph.rules.full_use is FullUse.NONE:
        if graph.steps(*played):
            raise errors.MustUseBothDice(can=len(played) + 1, used=len(played))
        return
    if len(played) < graph.depth:
        raise errors.MustUseBothDice(can=graph.depth, used=len(played))
    if played and played[0] not in graph.steps():
        raise _not_full(graph, played[0])


def combined_steps(
    board: Board, dice_left: Sequence[int], rules: Rules
) -> tuple[tuple[int, int, Steps], ...]:
    """Paths of one checker over two or more dice: origin, target, the steps.

    Of the ways that reach one target with different results each is given, most hits first.
    """
    graph = turn_graph(board, tuple(dice_left), rules)
    found: dict[tuple[int, int, int], Steps] = {}
    paths: list[Steps] = [(step,) for step in graph.steps()]
    while paths:
        longer = [(*path, step) for path in paths for step in _onward(graph, path)]
        for path in longer:
            result = board.key + sum(map(delta, path))
            found.setdefault((path[0].origin, path[-1].target, result), path)
        paths = longer
    ordered = sorted(found.items(), key=lambda item: (item[0][:2], -_hits(item[1]), item[0][2]))
    return tuple((origin, target, path) for (origin, target, _), path in ordered)


def _onward(graph: TurnGraph, path: Steps) -> Steps:
    if path[-1].target == OFF:
        return ()
    return tuple(step for step in graph.steps(*path) if step.origin == path[-1].target)


def _hits(path: Steps) -> int:
    return sum(step.hit for step in path)
