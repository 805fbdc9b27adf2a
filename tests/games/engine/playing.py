"""Games played by chance through the whole match level, with everything that may disturb them."""

import random
from collections.abc import Iterator

from games.engine import commands as c
from games.engine import fairness
from games.engine.board import PLACES, Board
from games.engine.clock import TimeControl
from games.engine.decide import apply, start
from games.engine.events import Event
from games.engine.evolve import fold
from games.engine.graph import TurnGraph, dice_of_roll
from games.engine.rules import Commit, MatchOptions, Rules
from games.engine.state import MatchState, Phase, new_match

SEEDS = ("Anna", "Boris")


def moving_part(rules: Rules, chance: random.Random) -> Board:
    """A position in which a placement game may begin to move: all on the entry points."""
    own: dict[int, int] = {}
    theirs: dict[int, int] = {}
    for side in (own, theirs):
        for _ in range(rules.checkers):
            point = 25 - chance.randint(1, 6)
            side[point] = side.get(point, 0) + 1
    return Board.of(own, theirs, checkers=rules.checkers)


def choose(state: MatchState, chance: random.Random) -> c.Command:
    """Any legal command that plays on."""
    if state.roll is None:
        return c.Roll(state.turn)
    if state.rules.commit is Commit.STEP:
        step = chance.choice(TurnGraph(state.board, state.dice_left, state.rules).steps())
        return c.Step(state.turn, step.origin, step.die)
    graph = TurnGraph(state.board, dice_of_roll(state.roll), state.rules)
    played: list = []
    while options := graph.steps(*played):
        played.append(chance.choice(options))
    return c.Turn(state.turn, tuple((step.origin, step.die) for step in played))


def play(
    rules: Rules, *, seed: int, options: MatchOptions | None = None
) -> Iterator[tuple[MatchState, tuple[Event, ...], MatchState]]:
    """Each act of a random match: the state before, the events, the state after."""
    chance = random.Random(seed)
    dice = fairness.Stream(seed.to_bytes(32, "big"), SEEDS)
    state = new_match(rules, options or MatchOptions(), TimeControl.of(rules))
    position = moving_part(rules, chance) if rules.placing else None
    at = 1_700_000_000_000
    events = start(state, at=at, dice=dice, position=position)
    after = fold(state, events)
    yield state, events, after
    while after.phase is Phase.LIVE:
        at += chance.randint(1, 59_999)
        state = after
        events, after = apply(state, choose(state, chance), at=at, dice=dice)
        yield state, events, after


def checkers(board: Board) -> tuple[int, int]:
    """How many each player has, wherever they are."""
    return sum(board.counts[:PLACES]), sum(board.counts[PLACES:])
