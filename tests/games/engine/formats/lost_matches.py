"""Matches on a delay clock that a player's time ends, as records."""

import random

from games.engine import events as e
from games.engine.clock import ControlKind, TimeControl
from games.engine.decide import apply, start
from games.engine.evolve import fold
from games.engine.fairness import Stream
from games.engine.formats.from_events import record_of
from games.engine.formats.record import Record
from games.engine.rules import MatchOptions, preset
from games.engine.settle import settle
from games.engine.state import MatchState, Phase, deadline, new_match
from tests.games.engine.playing import choose

NAMES = ("Anna", "Boris")
DELAY = TimeControl(ControlKind.DELAY, 12_000, reserve_ms=600_000)


def events_until_time_ends(
    seed: int, length: int, *, acts: int | None = None
) -> tuple[MatchState, list[e.Event]]:
    """A random match by chance's length, or some `acts`, that is then lost on time."""
    chance, dice = random.Random(seed), Stream(seed.to_bytes(32, "big"), NAMES)
    options = MatchOptions(length=length, crawford=True)
    waiting = new_match(preset("standard"), options, DELAY)
    log = list(start(waiting, at=0, dice=dice))
    state = fold(waiting, log)
    for _ in range(chance.randrange(4, 160) if acts is None else acts):
        events, after = apply(state, choose(state, chance), at=state.at + 1, dice=dice)
        if after.phase is not Phase.LIVE:
            break
        log += events
        state = after
    log += settle(state, at=deadline(state) or 0, presence=lambda seat, at: "online")
    return waiting, log


def lost_on_time(seed: int, length: int, *, acts: int | None = None) -> Record:
    """The record of such a match."""
    waiting, log = events_until_time_ends(seed, length, acts=acts)
    return record_of(waiting, log, ruleset="standard", players=NAMES)
