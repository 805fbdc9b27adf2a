"""Turns as text, both ways, in the usual notation: `24/18*/13`, `bar/20`, `6/off`, `13/7(2)`.

Points are the mover's. A star marks a hit; the point between two hops of one checker is
written only when it is hit there.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.engine import errors
from games.engine.board import BAR, OFF, PLACES, Board
from games.engine.graph import TurnGraph, check_turn, dice_of_roll
from games.engine.rules import Rules
from games.engine.steps import HOME, StepOption

Steps = tuple[StepOption, ...]
_PLACE_NAMES = {BAR: "bar", OFF: "off"}
_PLACE_NUMBERS = {name: place for place, name in _PLACE_NAMES.items()}
_STOP = re.compile(r"(bar|off|0|[1-9][0-9]?)(\*?)", re.ASCII)
_WAY = re.compile(r"([^\s()]+?)(?:\(([1-4])\))?", re.ASCII)
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Way:
    """One checker's way: where it starts, where it stops, and at which of the stops it hits."""

    stops: tuple[int, ...]
    hits: tuple[int, ...]

    def then(self, step: StepOption) -> "Way":
        """The way gone on by one more step."""
        hits = (*self.hits, step.target) if step.hit else self.hits
        return Way((*self.stops, step.target), hits)

    def text(self) -> str:
        """As `24/18*/13`: the stops that matter."""
        told = [
            stop
            for at, stop in enumerate(self.stops)
            if at in (0, len(self.stops) - 1) or stop in self.hits
        ]
        return "/".join(place_text(stop) + "*" * (stop in self.hits) for stop in told)


def place_text(place: int) -> str:
    """A point's number, `bar` or `off`."""
    return _PLACE_NAMES.get(place, str(place))


def step_text(step: StepOption) -> str:
    """One step: `13/7*`, `bar/20`, `6/off`."""
    return f"{place_text(step.origin)}/{place_text(step.target)}{'*' if step.hit else ''}"


def turn_text(steps: Sequence[StepOption]) -> str:
    """A whole turn, the furthest checker first, one checker's hops joined; "" for a pass."""
    ways: list[Way] = []
    for step in steps:
        _add(ways, step)
    counted = Counter(sorted(ways, key=lambda way: way.stops, reverse=True))
    return " ".join(
        way.text() + (f"({count})" if count > 1 else "") for way, count in counted.items()
    )


def _add(ways: list[Way], step: StepOption) -> None:
    """Go on with a checker that stands on the origin, else with a new one."""
    for at, way in enumerate(ways):
        if way.stops[-1] == step.origin:
            ways[at] = way.then(step)
            return
    ways.append(Way((step.origin,), ()).then(step))


def read_ways(text: str) -> tuple[Way, ...]:
    """The ways that a turn's text names, repeated ones as often; raises BadNotation."""
    if len(text) > _LONGEST:
        raise errors.BadNotation(length=len(text))
    ways: list[Way] = []
    for word in text.lower().split():
        matched = _WAY.fullmatch(word)
        if matched is None:
            raise errors.BadNotation(at=word)
        ways += [_read_way(matched[1])] * int(matched[2] or 1)
    return tuple(ways)


def _read_way(text: str) -> Way:
    stops, hits = [], []
    for part in text.split("/"):
        matched = _STOP.fullmatch(part)
        if matched is None:
            raise errors.BadNotation(at=text)
        place = _PLACE_NUMBERS.get(matched[1])
        stops.append(int(matched[1]) if place is None else place)
        if matched[2]:
            hits.append(stops[-1])
    falling = all(origin > target for origin, target in pairwise(stops))
    if len(stops) < 2 or stops[0] > BAR or not falling or stops[0] in hits or OFF in hits:
        raise errors.BadNotation(at=text)
    return Way(tuple(stops), tuple(hits))


def read_step(text: str) -> tuple[int, int]:
    """Origin and target of one step's text; raises BadNotation."""
    ways = read_ways(text)
    if len(ways) != 1 or len(ways[0].stops) != 2:
        raise errors.BadNotation(at=text[:_LONGEST])
    origin, target = ways[0].stops
    return origin, target


def read_turn(text: str, board: Board, dice: Sequence[int], rules: Rules) -> Steps:
    """The legal turn that a text names, in an order it can be played; "" is a pass.

    The order of the text does not matter, and a missing star does not as long as one turn
    only fits. Raises BadNotation, or the reason why the turn is not legal.
    """
    ways = read_ways(text)
    ends = TurnGraph(board, dice_of_roll(dice), rules).turns()
    named = _result(board, ways)
    if named in ends:
        return ends[named]
    moved = named.counts[:PLACES]
    fitting = [steps for end, steps in ends.items() if end.counts[:PLACES] == moved]
    if len(fitting) > 1 or (fitting and any(way.hits for way in ways)):
        raise errors.BadNotation(at=text)
    return fitting[0] if fitting else check_turn(board, dice, rules, _by_dice(ways, dice))


def _result(board: Board, ways: Sequence[Way]) -> Board:
    """The board when these ways have been gone, whatever the dice; each told stop may hit."""
    counts = list(board.counts)
    for way in ways:
        counts[way.stops[0]] -= 1
        counts[way.stops[-1]] += 1
        for stop in way.stops[1:]:
            if stop != OFF and counts[PLACES + 25 - stop] == 1:
                counts[PLACES + 25 - stop] -= 1
                counts[PLACES + BAR] += 1
    if min(counts) < 0:
        raise errors.NoChecker
    return Board(int.from_bytes(bytes(counts), "big"))


def _by_dice(ways: Sequence[Way], dice: Sequence[int]) -> list[tuple[int, int]]:
    """The ways as (origin, die), for a refusal that tells what is wrong with them."""
    left = list(dice_of_roll(dice))
    steps = []
    for way in ways:
        for origin, target in pairwise(way.stops):
            here = origin
            while here > target:
                die = _fitting_die(here, target, left)
                left.remove(die)
                steps.append((here, die))
                here -= die
    return steps


def _fitting_die(origin: int, target: int, left: Sequence[int]) -> int:
    """The die for this way or its first part, `left` being in falling order."""
    distance = origin - target
    fitting = [die for die in left if die == distance or (target == OFF and die > distance)]
    if fitting:
        return fitting[-1]
    if distance > HOME and left:
        return left[0]
    raise errors.DieNotLeft(die=distance)
