"""A match to 25 points read from its file and replayed, beside the floor of splitting its words.

No match of the tests is so long, so that one is made here by the rules: at random, with doubles,
takes and drops, and the hindmost checkers more often than others, so that its games are about as
long as those of people's matches.
"""

import random

from bench import formats
from games.engine import choices, clock, commands, decide, evolve, fairness, graph
from games.engine.formats import from_events, mat_write, reading, to_events
from games.engine.rules import PRESETS, MatchOptions
from games.engine.state import MatchState, Phase, must_act, new_match

POINTS = 25
GOAL_S = 0.2
RUNS, DOUBLES = 0.6, 0.05
CUBE = ("double", "take", "drop")
NAMES = ("Anna", "Boris")


def made(seed: int = 1) -> bytes:
    """A .mat file of a match played at random."""
    chance, dice = random.Random(seed), fairness.Stream(seed.to_bytes(32, "big"), NAMES)
    rules = PRESETS["standard"]
    control = clock.TimeControl.of(rules)
    before = new_match(rules, MatchOptions(length=POINTS, crawford=True), control)
    log = list(decide.start(before, at=0, dice=dice))
    state = evolve.fold(before, log)
    while state.phase is not Phase.OVER:
        command = _next(state, chance)
        events, state = decide.apply(state, command, at=state.at + 1, dice=dice)
        log += events
    record = from_events.record_of(before, log, ruleset="standard", players=NAMES)
    return mat_write.to_mat(record).encode()


def _next(state: MatchState, chance: random.Random) -> commands.Command:
    if state.roll is None:
        found = choices.choices(state, must_act(state) or 0, state.at)
        cube = [one for choice in found if choice.name in CUBE for one in choice.commands]
        asked = state.pending is not None
        return (
            chance.choice(cube)
            if cube and (asked or chance.random() < DOUBLES)
            else commands.Roll(state.turn)
        )
    turn = graph.TurnGraph(state.board, graph.dice_of_roll(state.roll), state.rules)
    played: list[graph.StepOption] = []
    while options := turn.steps(*played):
        hindmost = chance.random() < RUNS
        played.append(
            max(options, key=lambda step: step.origin) if hindmost else chance.choice(options)
        )
    return commands.Turn(state.turn, tuple((step.origin, step.die) for step in played))


def print_match(rounds: int) -> None:
    """Read and replay it several times, and print the best."""
    data = made()
    record = reading.read_match(data).record
    best = formats.best_times(
        {
            formats.FLOOR: lambda: formats.split([data]),
            "read": lambda: len(reading.read_match(data).record.games),
            "read and replayed": lambda: len(_replayed(data)),
        },
        rounds,
    )
    games, events = len(record.games), len(_replayed(data))
    print(f"A match to {POINTS} points out of its .mat file: {games} games, {events} events")
    for name, seconds in best.items():
        ratio = seconds / best[formats.FLOOR]
        print(f"  {name:26} {seconds * 1000:7.1f} ms  {ratio:6.1f} × floor")
    print(f"  goal: read and replayed within {GOAL_S * 1000:.0f} ms")


def _replayed(data: bytes) -> tuple[object, ...]:
    return to_events.events_of(reading.read_match(data).record)[1]
