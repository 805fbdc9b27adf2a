"""Standings: points, then the chain of tie-breaks, then shared places."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from ladder.rules import chains, mutual
from ladder.rules.lot import lot
from ladder.rules.results import CLASSIC, Game, Record, Scheme, Seat
from ladder.rules.tiebreaks import CRITERIA

Value: TypeAlias = Fraction | str
"""A tie-break's number; of a lot its hexadecimal digits."""

POINTS = "points"

_Part: TypeAlias = Callable[[Sequence[Seat]], Sequence[Sequence[Seat]]]


@dataclass(frozen=True, slots=True)
class Row:
    """A seat's line of the table.

    `place` is shared by everybody with the same number. `decided_by` names what put the seat below
    the one above it (points or a link of the chain), None for the first line and for sharers.
    `play_off`: a deciding match is due for this place and has not been played.
    """

    seat: Seat
    place: int
    points: Fraction
    tiebreaks: Mapping[str, Value]
    decided_by: str | None
    play_off: bool


@dataclass(frozen=True, slots=True)
class Standings:
    """The table in order of place (sharers in the order of the seats), and what it came from.

    `encounters`: for each seat those with whom it was still tied when direct encounter spoke.
    """

    rows: tuple[Row, ...]
    chain: tuple[str, ...]
    record: Record = field(repr=False, compare=False)
    play_offs: Record | None = field(default=None, repr=False, compare=False)
    seed: str = ""
    encounters: Mapping[Seat, Sequence[Seat]] = field(default_factory=dict, repr=False)

    def row(self, seat: Seat) -> Row:
        """Return the line of one seat. Raises KeyError."""
        for row in self.rows:
            if row.seat == seat:
                return row
        raise KeyError(seat)

    def tied_on_points(self, seat: Seat) -> tuple[Seat, ...]:
        """Return all seats with as many points as this one, itself included."""
        points = self.record.points
        return tuple(other for other in points if points[other] == points[seat])


def standings(
    *,
    seats: Sequence[Seat],
    games: Iterable[Game],
    chain: Iterable[str] = chains.USUAL,
    scheme: Scheme = CLASSIC,
    awarded: Mapping[Seat, Fraction] | None = None,
    per_pair: int = 1,
    play_offs: Iterable[Game] = (),
    seed: str = "",
) -> Standings:
    """Rank the seats by these games.

    `seats` are the seats to be ranked: one that left without counting stays outside, its games
    too. `per_pair` is how often two players meet (2 in a double round robin), `awarded` points
    without a game, `play_offs` the deciding matches played so far, `seed` what a lot is drawn by.
    Raises `TournamentError` as `Record` and `chains.parse` do.
    """
    record = Record(seats, games, scheme=scheme, awarded=awarded, per_pair=per_pair)
    deciders = Record(seats, play_offs, scheme=scheme)
    return rank(record, chain=chain, deciders=deciders, seed=seed)


def rank(
    record: Record, *, chain: Iterable[str], deciders: Record | None = None, seed: str = ""
) -> Standings:
    """Rank the seats of a record; `deciders` holds the deciding matches."""
    chain = tuple(chain)
    steps = chains.parse(chain, seed=seed)
    level = _level(record)
    values = {
        step.written: _values(record, step, level, deciders, seed)
        for step in steps
        if step.name != chains.SHARED
    }
    ranked = _Ranked(record, level, values, deciders)
    blocks = [_Block(record.seats, None)]
    blocks = _parted(blocks, POINTS, lambda seats: _by_value(seats, record.points))
    due: set[Seat] = set()
    encounters: dict[Seat, Sequence[Seat]] = {}
    for step in steps:
        if step.name == chains.DIRECT_ENCOUNTER:
            encounters = {seat: block.seats for block in blocks for seat in block.seats}
        if step.name == chains.PLAY_OFF:
            due.update(_within(blocks, step.places))
        blocks = _parted(blocks, step.written, _parting(ranked, step, due))
    rows = _rows(blocks, ranked, steps, due)
    return Standings(rows, chain, record, deciders, seed, encounters)


class _Block(NamedTuple):
    """Seats still tied, and which link set them below the block above."""

    seats: Sequence[Seat]
    decided_by: str | None


class _Ranked(NamedTuple):
    """What the links of a chain look at."""

    record: Record
    level: Mapping[int, list[Seat]]
    values: Mapping[str, Mapping[Seat, Any]]
    deciders: Record | None


def _level(record: Record) -> dict[int, list[Seat]]:
    """Return the seats by their points."""
    level: dict[int, list[Seat]] = {}
    for seat, points in record.points.items():
        level.setdefault(points, []).append(seat)
    return level


def _values(
    record: Record,
    step: chains.Step,
    level: Mapping[int, list[Seat]],
    deciders: Record | None,
    seed: str,
) -> dict[Seat, Any]:
    """Return the step's value for every seat: a whole number of units, or what is shown as is."""
    if step.name == chains.LOT:
        return {seat: lot(seed, seat) for seat in record.seats}
    if step.name == chains.PLAY_OFF:
        won = deciders or Record(record.seats, ())
        return {seat: won.fraction(points) for seat, points in won.points.items()}
    if step.name == chains.DIRECT_ENCOUNTER:
        return {
            seat: score.points
            for tied in level.values()
            for seat, score in mutual.scores(record, tied).items()
        }
    amounts = CRITERIA[step.name].amounts
    return {seat: sum(amounts(record, seat)) for seat in record.seats}


def _parting(ranked: _Ranked, step: chains.Step, due: set[Seat]) -> _Part:
    """Return how this link parts a tied block, best first."""
    record, own = ranked.record, ranked.values.get(step.written, {})
    if step.name == chains.SHARED:
        return lambda seats: [seats]
    if step.name == chains.LOT:
        return lambda seats: _by_value(seats, own, lower_first=True)
    if step.name == chains.PLAY_OFF:
        deciders = ranked.deciders
        if deciders is None:
            return lambda seats: [seats]
        return lambda seats: mutual.order(deciders, seats) if seats[0] in due else [seats]
    if step.name == chains.DIRECT_ENCOUNTER:
        return lambda seats: mutual.order(
            record, seats, tied_on_points=ranked.level[record.points[seats[0]]]
        )
    return lambda seats: _by_value(seats, own)


def _parted(blocks: Sequence[_Block], name: str, part: _Part) -> list[_Block]:
    """Part every tied block; the first part keeps what had set the whole block apart."""
    parted: list[_Block] = []
    for block in blocks:
        parts = part(block.seats) if len(block.seats) > 1 else [block.seats]
        parted.append(_Block(parts[0], block.decided_by))
        parted += [_Block(later, name) for later in parts[1:]]
    return parted


def _by_value(
    seats: Iterable[Seat], values: Mapping[Seat, Any], *, lower_first: bool = False
) -> list[list[Seat]]:
    """Part seats by a value, higher first unless told; equals keep their order."""
    ordered = sorted(seats, key=values.__getitem__, reverse=not lower_first)
    return [list(equal) for _, equal in groupby(ordered, key=values.__getitem__)]


def _within(blocks: Sequence[_Block], places: int | None) -> Iterator[Seat]:
    """Yield the tied seats that can still reach one of the first places."""
    place = 1
    for block in blocks:
        if len(block.seats) > 1 and (places is None or place <= places):
            yield from block.seats
        place += len(block.seats)


def _rows(
    blocks: Sequence[_Block], ranked: _Ranked, steps: Sequence[chains.Step], due: set[Seat]
) -> tuple[Row, ...]:
    record = ranked.record
    shown = {step.written: _shown(ranked, step) for step in steps if step.written in ranked.values}
    order = {seat: at for at, seat in enumerate(record.seats)}
    rows: list[Row] = []
    for block in blocks:
        place, decided_by = len(rows) + 1, block.decided_by
        shared = len(block.seats) > 1
        for seat in sorted(block.seats, key=order.__getitem__):
            points = record.fraction(record.points[seat])
            tiebreaks = {name: values[seat] for name, values in shown.items()}
            rows.append(Row(seat, place, points, tiebreaks, decided_by, shared and seat in due))
            decided_by = None
    return tuple(rows)


def _shown(ranked: _Ranked, step: chains.Step) -> Mapping[Seat, Value]:
    """Return the step's values as they leave: in points, or as they are."""
    own = ranked.values[step.written]
    if step.name in (chains.LOT, chains.PLAY_OFF):
        return own
    degree = CRITERIA[step.name].degree if step.name in CRITERIA else 1
    return {seat: ranked.record.fraction(amount, degree) for seat, amount in own.items()}
