"""Direct encounter: the tied among themselves, again and again.

Source of the rule: FIDE Handbook C.07 article 6. When all games among the tied were played, the
points from these games order them, and whoever is still tied is ordered the same way among
themselves. With games missing, only a player who comes out alone on top whatever those games
bring is placed, and the rest is ordered as a new group.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from ladder.rules.results import LOSS, WIN, Record, Seat


class MutualScore(NamedTuple):
    """What a seat scored within a group, in units, and how many of its games there are missing."""

    points: int
    missing: int


@dataclass(frozen=True, slots=True)
class MiniTable:
    """One table among the tied, and the blocks into which it parted them, best first."""

    scores: dict[Seat, MutualScore]
    blocks: tuple[tuple[Seat, ...], ...]


def scores(record: Record, group: Sequence[Seat]) -> dict[Seat, MutualScore]:
    """Return what each of the group scored against the others of it."""
    members = set(group)
    worth, full = record.worth, record.per_pair
    found = {}
    for seat in group:
        points, met = 0, dict.fromkeys(members, 0)
        opponents, results, _ = record.sides[seat]
        for opponent, result in zip(opponents, results, strict=True):
            if opponent in members:
                points += worth[result]
                met[opponent] += 1
        del met[seat]
        found[seat] = MutualScore(points, sum(full - n for n in met.values() if n < full))
    return found


def mini_tables(
    record: Record, group: Sequence[Seat], *, tied_on_points: Sequence[Seat] | None = None
) -> list[MiniTable]:
    """Return the tables that order the group, the widest first.

    `tied_on_points`: all who have as many points as the group, when an earlier tie-break has
    already taken some away. Their table speaks first if it is complete, because it is the one
    printed; without it the group stands for itself.
    """
    wide = tuple(tied_on_points or group)
    first = scores(record, wide)
    if len(wide) == len(group) or any(score.missing for score in first.values()):
        return _tables(record, tuple(group))
    blocks = _by_points(group, first)
    tables = [MiniTable(first, blocks)]
    for block in blocks:
        tables += _tables(record, block)
    return tables


def order(
    record: Record, group: Sequence[Seat], *, tied_on_points: Sequence[Seat] | None = None
) -> list[list[Seat]]:
    """Return the group in blocks, best first; who stays in one block stays tied."""
    blocks = [list(group)]
    for table in mini_tables(record, group, tied_on_points=tied_on_points):
        parts = [list(part) for part in table.blocks]
        apart = {seat for part in parts for seat in part}
        at = next(i for i, block in enumerate(blocks) if apart.issuperset(block))
        blocks[at : at + 1] = parts
    return blocks


def _tables(record: Record, group: tuple[Seat, ...]) -> list[MiniTable]:
    """Return the tables of a group and of all the blocks they leave, the first block first."""
    tables: list[MiniTable] = []
    waiting = [group]
    while waiting:
        tied = waiting.pop()
        if len(tied) < 2:
            continue
        found = scores(record, tied)
        if any(score.missing for score in found.values()):
            blocks = _sure_first(record, tied, found)
        else:
            blocks = _by_points(tied, found)
        tables.append(MiniTable(found, blocks))
        if len(blocks) > 1:
            waiting += reversed(blocks)
    return tables


def _by_points(
    group: Sequence[Seat], found: dict[Seat, MutualScore]
) -> tuple[tuple[Seat, ...], ...]:
    """Part the group by points; within a block the order of the group stays."""
    ranked = sorted(group, key=lambda seat: -found[seat].points)
    return tuple(tuple(block) for _, block in groupby(ranked, key=lambda s: found[s].points))


def _sure_first(
    record: Record, group: tuple[Seat, ...], found: dict[Seat, MutualScore]
) -> tuple[tuple[Seat, ...], ...]:
    """Part off the one whom no outcome of the missing games can reach, if there is one."""
    top = max(group, key=lambda seat: found[seat].points)
    others = tuple(seat for seat in group if seat != top)
    least = found[top].points + found[top].missing * record.worth[LOSS]
    reach = max(found[seat].points + found[seat].missing * record.worth[WIN] for seat in others)
    return ((top,), others) if least > reach else (group,)
