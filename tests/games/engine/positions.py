"""Boards for the engine's tests: from files, from chance, and as the brute force sees them."""

import gzip
import json
from pathlib import Path

from hypothesis import strategies as st

from games.engine.board import BAR, Board
from games.engine.perft import ROLLS
from tests.games.engine import brute

DATA = Path(__file__).parents[2] / "data" / "engine"


def unpacked(name: str) -> str:
    """The text of a compressed file of vectors."""
    return gzip.decompress((DATA / name).read_bytes()).decode()


def lines_of(name: str) -> list[dict]:
    """A compressed file of JSON lines."""
    return [json.loads(line) for line in unpacked(name).splitlines()]


def positions_of(name: str) -> list[dict]:
    """A compressed file of positions: `id`, and 25 counts (1 … 24, bar) as `me` and `opp`."""
    return json.loads(unpacked(name))["positions"]


def as_brute(board: Board) -> brute.Position:
    """The same position as the brute force writes it."""
    mine = {p: board.own(p) for p in range(1, BAR + 1)} | {0: board.off}
    theirs = {p: board.theirs(p) for p in range(1, BAR)}
    return brute.position(mine, theirs | {"bar": board.theirs(BAR), "off": board.their_off})


rolls = st.sampled_from(ROLLS)


@st.composite
def boards(draw: st.DrawFn, checkers: int = 15) -> Board:
    """Any position that is not over: stacks, blocks, blots, checkers on the bar and off."""
    owners = draw(st.lists(st.booleans(), min_size=24, max_size=24))
    reach = draw(st.sampled_from([24, 24, 8, 6]))
    mine = [p for p, is_mine in enumerate(owners, 1) if is_mine and p <= reach]
    theirs = [25 - p for p, is_mine in enumerate(owners, 1) if not is_mine]
    return Board.of(draw(_side(mine, checkers)), draw(_side(theirs, checkers)), checkers=checkers)


@st.composite
def _side(draw: st.DrawFn, points: list[int], checkers: int) -> dict[int, int]:
    places = st.sampled_from([*points, *points, BAR, 0] if draw(st.booleans()) else [*points, 0])
    stacks = draw(st.lists(places, min_size=1, max_size=9))
    stood = draw(st.lists(st.sampled_from(stacks), min_size=checkers, max_size=checkers))
    # One at least is not off yet.
    first = draw(st.sampled_from(points or [BAR]))
    side = {place: stood[1:].count(place) for place in set(stood) - {0}}
    side[first] = side.get(first, 0) + 1
    return side
