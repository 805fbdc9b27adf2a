"""Chains of tie-breaks as data: what may stand in one, in which order, and the usual ones.

A chain is a tuple of names. Beside the sums of `tiebreaks` there are

- ``direct_encounter``: the tied among themselves (`mutual`);
- ``play_off`` or ``play_off:3``: a deciding match, for all places or for the first three;
- ``lot``: a draw by a published seed (`lot`);
- ``shared``: who is still tied shares the place. It ends the chain and may be left out.
"""

from collections.abc import Iterable
from typing import NamedTuple

from ladder.rules.results import TournamentError
from ladder.rules.tiebreaks import CRITERIA

DIRECT_ENCOUNTER, PLAY_OFF, LOT, SHARED = "direct_encounter", "play_off", "lot", "shared"
NAMES = (DIRECT_ENCOUNTER, *CRITERIA, PLAY_OFF, LOT, SHARED)
ENDS = (LOT, SHARED)

USUAL = ("wins", DIRECT_ENCOUNTER, "sonneborn_berger", "score_difference", SHARED)
CZECH_CHAMPIONSHIP = ("wins", DIRECT_ENCOUNTER, f"{PLAY_OFF}:3", SHARED)
"""The criteria of the Czech championship of 2013: a deciding match for places 1 to 3."""

PRESETS = {"usual": USUAL, "czech_championship": CZECH_CHAMPIONSHIP}


class Step(NamedTuple):
    """One link: its name as written, what it does, and down to which place (None: all)."""

    written: str
    name: str
    places: int | None


def parse(chain: Iterable[str], *, seed: str = "") -> tuple[Step, ...]:
    """Read a chain.

    Raises `TournamentError`: `unknown_tiebreak`, `repeated_tiebreak`, `tiebreak_after_end` for
    anything behind `lot` or `shared`, `seed_missing` for a lot without a seed.
    """
    steps = tuple(_step(written) for written in chain)
    for at, step in enumerate(steps):
        before = {other.name for other in steps[:at]}
        if step.name in before:
            raise TournamentError("repeated_tiebreak", step.written)
        if before.intersection(ENDS):
            raise TournamentError("tiebreak_after_end", step.written)
        if step.name == LOT and not seed:
            raise TournamentError("seed_missing")
    return steps


def _step(written: str) -> Step:
    name, colon, places = written.partition(":")
    if name not in NAMES or (colon and name != PLAY_OFF):
        raise TournamentError("unknown_tiebreak", written)
    if not colon:
        return Step(written, name, None)
    if not (places.isascii() and places.isdigit() and 1 <= len(places) <= 3 and int(places)):
        raise TournamentError("unknown_tiebreak", written)
    return Step(written, name, int(places))
