"""The final order of a tournament of groups and a knock-out after them.

The matches for places give these places. Who lost earlier in the knock-out comes behind all who
went further and shares his place with the others who lost in that round: nobody played for it. Then
come those who did not go on, by their places in the groups: those of the same place share theirs,
for they met different opponents.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ladder.rules.results import WIN, Seat

UNBEATEN = 0
BEHIND_PLACES = 1000
"""More than any place that is played for."""


@dataclass(frozen=True, slots=True)
class Tie:
    """A decided match of a knock-out; seats are None where nobody came, results where none counts.

    `for_place`: the place of its winner, the loser has the next one.
    """

    round: int
    first: Seat | None
    second: Seat | None
    first_result: int | None
    second_result: int | None
    for_place: int | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """Somebody's final place; `last` is another one where several share those between."""

    seat: Seat
    place: int
    last: int


def final_order(
    ties: Sequence[Tie], groups: Sequence[Sequence[tuple[Seat, int]]]
) -> tuple[Placed, ...]:
    """Return everybody's place, best first.

    `ties` are all matches of the knock-out, all decided; `groups` the seats of each group with
    their places in it. Those of equal places stand in the order of the groups.
    """
    keys = _keys(ties)
    known = [(seat, place) for group in groups for seat, place in group]
    behind = 2 * BEHIND_PLACES
    ranks = {seat: keys.get(seat, behind + place) for seat, place in known}
    order = sorted(ranks, key=ranks.__getitem__)
    values = sorted(ranks.values())
    return tuple(_placed(seat, ranks[seat], values) for seat in order)


def _placed(seat: Seat, rank: int, values: Sequence[int]) -> Placed:
    first = values.index(rank) + 1
    return Placed(seat, first, first + values.count(rank) - 1)


def _keys(ties: Sequence[Tie]) -> dict[Seat, int]:
    """Return what those of the knock-out are ranked by: the less, the better."""
    keys: dict[Seat, int] = {}
    for tie in sorted(ties, key=lambda one: one.round):
        for seat, result in ((tie.first, tie.first_result), (tie.second, tie.second_result)):
            if seat is None:
                continue
            keys.setdefault(seat, UNBEATEN)
            if result is None:
                continue
            if tie.for_place is not None:
                keys[seat] = tie.for_place + (result != WIN)
            elif result != WIN:
                keys[seat] = BEHIND_PLACES - tie.round
    return keys
