"""Games played by chance through the whole match level, with everything that may disturb them."""

import random
from collections.abc import Iterator

from games.engine import commands as c
from games.engine import fairness
from games.engine.board import PLACES, Board
from games.engine.choices import choices
from games.engine.clock import TimeControl
from games.engine.decide import apply, start
from games.engine.events import Event
from games.engine.evolve import fold
from games.engine.graph import TurnGraph, dice_of_roll
from games.engine.placing import placements
from games.engine.rules import Commit, MatchOptions, Rules
from games.engine.state import MatchState, Phase, must_act, new_match

SEEDS = ("Anna", "Boris")
GAMES_OF_A_SESSION = 3
ROLLS = 0.7
ANSWERS = ("take", "drop", "beaver", "raccoon", "accept", "decline")
BEFORE_THE_ROLL = ("double", "offer_resignation")


def choose(state: MatchState, chance: random.Random) -> c.Command:
    """Any legal command that plays on; a session is left after some games."""
    if state.phase is Phase.BETWEEN:
        seat = int(state.ready[0])
        return c.Leave(seat) if state.game >= GAMES_OF_A_SESSION else c.NextGame(seat)
    if state.pending is not None or state.offer is not None:
        return chance.choice(_named(state, ANSWERS))
    if state.roll is None:
        others = _named(state, BEFORE_THE_ROLL)
        return (
            c.Roll(state.turn) if not others or chance.random() < ROLLS else chance.choice(others)
        )
    if state.board.hand:
        return c.Place(state.turn, chance.choice(placements(state)))
    if state.rules.commit is Commit.STEP:
        step = chance.choice(TurnGraph(state.board, state.dice_left, state.rules).steps())
        return c.Step(state.turn, step.origin, step.die)
    graph = TurnGraph(state.board, dice_of_roll(state.roll), state.rules)
    played: list = []
    while options := graph.steps(*played):
        played.append(chance.choice(options))
    return c.Turn(state.turn, tuple((step.origin, step.die) for step in played))


def _named(state: MatchState, names: tuple[str, ...]) -> list[c.Command]:
    seat = must_act(state) or 0
    found = choices(state, seat, state.at)
    return [command for choice in found if choice.name in names for command in choice.commands]


def play(
    rules: Rules, *, seed: int, options: MatchOptions | None = None
) -> Iterator[tuple[MatchState, tuple[Event, ...], MatchState]]:
    """Each act of a random match: the state before, the events, the state after."""
    chance = random.Random(seed)
    dice = fairness.Stream(seed.to_bytes(32, "big"), SEEDS)
    state = new_match(rules, options or MatchOptions(), TimeControl.of(rules))
    at = 1_700_000_000_000
    events = start(state, at=at, dice=dice)
    after = fold(state, events)
    yield state, events, after
    while after.phase is not Phase.OVER:
        at += chance.randint(1, 59_999)
        state = after
        events, after = apply(state, choose(state, chance), at=at, dice=dice)
        yield state, events, after


def checkers(board: Board) -> tuple[int, int]:
    """How many each player has, wherever they are."""
    return sum(board.counts[:PLACES]), sum(board.counts[PLACES:])
