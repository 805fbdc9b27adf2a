"""Random games a second through the match level: every step judged, every event folded.

All presets, in games of one point, and rules with every option on, in a session with its cube.
"""

import argparse
import random
import time
from dataclasses import dataclass

from bench.every_option import EVERY_OPTION, OPTIONS
from bench.every_option import RULES as EVERY
from games.engine import commands as c
from games.engine import fairness
from games.engine.clock import TimeControl
from games.engine.decide import apply, start
from games.engine.evolve import fold
from games.engine.graph import dice_of_roll, turn_graph
from games.engine.placing import placements
from games.engine.rules import PRESETS, Commit, MatchOptions, Rules
from games.engine.state import MatchState, Phase, new_match
from games.engine.steps import StepOption

STEP_MS = 1_000
DOUBLES = 0.1
MOST_CUBE = 8
Terms = tuple[Rules, MatchOptions]
PLAYED: dict[str, Terms] = {
    **{key: (rules, MatchOptions()) for key, rules in PRESETS.items()},
    EVERY_OPTION: (EVERY, OPTIONS),
}


@dataclass(frozen=True, slots=True)
class Rate:
    """What was played: `games` in `seconds` of processor time, `events` in all of them."""

    name: str
    games: int
    events: int
    seconds: float

    @property
    def per_second(self) -> float:
        return self.games / self.seconds


def any_command(state: MatchState, chance: random.Random) -> c.Command:
    """A legal play; doubles are taken."""
    if state.pending is not None:
        return c.Take(1 - state.pending.seat)
    if state.roll is None:
        return _before_the_roll(state, chance)
    if state.board.hand:
        return c.Place(state.turn, chance.choice(placements(state)))
    if state.rules.commit is Commit.STEP:
        step = chance.choice(turn_graph(state.board, state.dice_left, state.rules).steps())
        return c.Step(state.turn, step.origin, step.die)
    return _any_turn(state, chance)


def _before_the_roll(state: MatchState, chance: random.Random) -> c.Command:
    may_double = state.cube.owner in (None, state.turn) and state.cube.value < MOST_CUBE
    if may_double and state.turns and chance.random() < DOUBLES:
        return c.Double(state.turn)
    return c.Roll(state.turn)


def _any_turn(state: MatchState, chance: random.Random) -> c.Turn:
    """A whole turn put together step by step."""
    graph = turn_graph(state.board, dice_of_roll(state.roll or ()), state.rules)
    played: list[StepOption] = []
    while options := graph.steps(*played):
        played.append(chance.choice(options))
    return c.Turn(state.turn, tuple((step.origin, step.die) for step in played))


def play(terms: Terms, seed: int) -> MatchState:
    """One random game by `decide` and `evolve`, with dice from a stream of its own."""
    chance = random.Random(seed)
    rules, options = terms
    dice = fairness.Stream(seed.to_bytes(fairness.SEED_BYTES, "big"), ("", ""))
    at = 0
    state = new_match(rules, options, TimeControl.of(rules))
    state = fold(state, start(state, at=at, dice=dice))
    while state.phase is Phase.LIVE:
        at += STEP_MS
        _, state = apply(state, any_command(state, chance), at=at, dice=dice)
    return state


def random_games(name: str, games: int, first_seed: int = 0) -> Rate:
    """Play so many seeded random games and tell the rate."""
    terms = PLAYED[name]
    begin = time.process_time()
    events = sum(play(terms, seed).version for seed in range(first_seed, first_seed + games))
    return Rate(name, games, events, time.process_time() - begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=3, help="the best of them counts")
    given = parser.parse_args()
    for name in PLAYED:
        random_games(name, 1)
        rates = [random_games(name, given.games) for _ in range(given.rounds)]
        rate = max(rates, key=lambda rate: rate.per_second)
        events = rate.events / rate.seconds
        print(f"{name:12} {rate.per_second:7.1f} games/s  {events:9.0f} events/s")


if __name__ == "__main__":
    main()
