"""Checking an exported match: its commitment, its lots and rolls, and its events by the rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.engine import events as e
from games.engine import export, fairness
from games.engine.chance import DiceSource
from games.engine.match_errors import BadSeed
from games.engine.replay import Difference, first_difference


@dataclass(frozen=True, slots=True)
class Draw:
    """A lot or a roll as event `seq` shows it, and as it follows from the seeds.

    `what` is `lot` or `roll`, `number` that of the game or of the roll.
    """

    seq: int
    what: str
    number: int
    shown: tuple[int, ...]
    computed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What was checked and found; `unnormalised` are the seats whose seed is not as stored."""

    commitment_shown: str
    commitment_computed: str
    unnormalised: tuple[int, ...]
    lots: int
    rolls: int
    wrong_draws: tuple[Draw, ...]
    events: int
    play: Difference | None

    @property
    def good(self) -> bool:
        """Everything agrees."""
        committed = self.commitment_shown == self.commitment_computed
        return committed and not (self.unnormalised or self.wrong_draws or self.play)


def verify(exported: Any) -> Report:
    """Check an export given as JSON values; raises BadExport for what is none."""
    match = export.read(exported)
    stream = fairness.Stream(match.server_seed, match.seeds)
    draws = [
        draw for seq, event in enumerate(match.events, 1) for draw in _draws(seq, event, stream)
    ]
    return Report(
        commitment_shown=match.commitment,
        commitment_computed=fairness.commitment(match.server_seed),
        unnormalised=tuple(seat for seat in (0, 1) if not _is_normal(match.seeds[seat])),
        lots=len({draw.number for draw in draws if draw.what == "lot"}),
        rolls=len({draw.number for draw in draws if draw.what == "roll"}),
        wrong_draws=tuple(draw for draw in draws if draw.shown != draw.computed),
        events=len(match.events),
        play=first_difference(match.waiting, match.events),
    )


def _is_normal(seed: str) -> bool:
    try:
        return fairness.normalise_seed(seed) == seed
    except BadSeed:
        return False


def _draws(seq: int, event: e.Event, stream: DiceSource) -> Iterator[Draw]:
    if isinstance(event, e.Rolled):
        yield Draw(seq, "roll", event.roll, event.dice, stream.roll(event.roll))
    elif isinstance(event, e.GameStarted):
        if event.lot is not None:
            yield Draw(seq, "lot", event.number, (event.lot,), (stream.lot(event.number),))
        for number, first, second in event.opening:
            yield Draw(seq, "roll", number, (first, second), stream.roll(number))
