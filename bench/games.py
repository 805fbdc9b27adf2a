"""Random matches a second through the match level: every step judged, every event folded."""

import argparse
import random
import time
from dataclasses import dataclass

from games.engine import commands as c
from games.engine import fairness
from games.engine.clock import TimeControl
from games.engine.decide import apply, start
from games.engine.evolve import fold
from games.engine.graph import dice_of_roll, turn_graph
from games.engine.rules import Commit, MatchOptions, preset
from games.engine.state import MatchState, Phase, new_match
from games.engine.steps import StepOption

STEP_MS = 1_000
PLAYED = ("vrhcaby", "standard", "nackgammon", "hypergammon", "egyptian")


@dataclass(frozen=True, slots=True)
class Rate:
    """What was played: `games` in `seconds` of processor time, `events` in all of them."""

    ruleset: str
    games: int
    events: int
    seconds: float

    @property
    def per_second(self) -> float:
        return self.games / self.seconds


def any_play(state: MatchState, chance: random.Random) -> c.Command:
    """A legal step, or a whole turn put together step by step."""
    if state.rules.commit is Commit.STEP:
        step = chance.choice(turn_graph(state.board, state.dice_left, state.rules).steps())
        return c.Step(state.turn, step.origin, step.die)
    graph = turn_graph(state.board, dice_of_roll(state.roll or ()), state.rules)
    played: list[StepOption] = []
    while options := graph.steps(*played):
        played.append(chance.choice(options))
    return c.Turn(state.turn, tuple((step.origin, step.die) for step in played))


def play(ruleset: str, seed: int) -> MatchState:
    """One random game by `decide` and `evolve`, with dice from a stream of its own."""
    chance = random.Random(seed)
    rules = preset(ruleset)
    dice = fairness.Stream(seed.to_bytes(fairness.SEED_BYTES, "big"), ("", ""))
    at = 0
    state = new_match(rules, MatchOptions(), TimeControl.of(rules))
    state = fold(state, start(state, at=at, dice=dice))
    while state.phase is Phase.LIVE:
        at += STEP_MS
        _, state = apply(state, any_play(state, chance), at=at, dice=dice)
    return state


def random_games(ruleset: str, games: int, first_seed: int = 0) -> Rate:
    """Play so many seeded random games and tell the rate."""
    begin = time.process_time()
    events = sum(play(ruleset, seed).version for seed in range(first_seed, first_seed + games))
    return Rate(ruleset, games, events, time.process_time() - begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    games = parser.parse_args().games
    for ruleset in PLAYED:
        random_games(ruleset, 1)
        rate = random_games(ruleset, games)
        events = rate.events / rate.seconds
        print(f"{ruleset:12} {rate.per_second:7.1f} games/s  {events:9.0f} events/s")


if __name__ == "__main__":
    main()
