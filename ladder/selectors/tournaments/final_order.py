"""Who came where in the end: from the knock-out and the groups before it, or from the table."""

from collections.abc import Sequence
from dataclasses import dataclass

from ladder.enums import StageKind, TournamentFormat
from ladder.models import UNDECIDED, Entry, Stage, Tournament
from ladder.rules import final_order as rules
from ladder.rules.final_order import Tie
from ladder.selectors.tournaments import field as fields
from ladder.selectors.tournaments import pages
from ladder.selectors.tournaments.field import Field

PODIUM = 3


@dataclass(frozen=True, slots=True)
class Finish:
    """Somebody's final place, shared where `last` is another; his group, and his place there."""

    entry: Entry
    place: int
    last: int
    group: str = ""
    in_group: int | None = None

    @property
    def shared(self) -> bool:
        """Tell whether others have the same place."""
        return self.place != self.last


def of(drawn: Sequence[Field]) -> Sequence[Finish]:
    """Return everybody's place after a knock-out, best first; nothing before all is decided."""
    knockouts = [one for one in drawn if one.stage.kind == StageKind.KNOCKOUT]
    groups = [one for one in drawn if one.stage.kind == StageKind.ROUND_ROBIN]
    pairings = [pairing for one in knockouts for pairing in one.pairings]
    if not pairings or any(pairing.state in UNDECIDED for pairing in pairings):
        return ()
    ties = [
        Tie(
            pairing.round.number,
            pairing.first_id,
            pairing.second_id,
            pairing.first_result,
            pairing.second_result,
            pairing.for_place,
        )
        for pairing in pairings
    ]
    lines = {int(row.seat): (one, row.place) for one in groups for row in one.standings().rows}
    known = [[(int(row.seat), row.place) for row in one.standings().rows] for one in groups]
    return [
        _finish(placed, *lines[int(placed.seat)])
        for placed in rules.final_order(ties, known)
        if int(placed.seat) in lines
    ]


def _finish(placed: rules.Placed, group: Field, in_group: int) -> Finish:
    entry = group.entries[int(placed.seat)]
    return Finish(entry, placed.place, placed.last, group.stage.name, in_group)


def podium(tournament: Tournament, stages: Sequence[Stage]) -> Sequence[Finish]:
    """Return who came first, second and third in a tournament that is over."""
    if tournament.state not in pages.OVER:
        return ()
    drawn = fields.of_all(stages)
    if tournament.format == TournamentFormat.GROUPS_KNOCKOUT:
        found = of(drawn)
    else:
        found = [place for one in drawn if _has_table(one) for place in _by_table(one)]
    return [one for one in found if one.place <= PODIUM]


def _has_table(field: Field) -> bool:
    return field.stage.kind == StageKind.ROUND_ROBIN


def _by_table(field: Field) -> Sequence[Finish]:
    rows = field.standings().rows
    places = [row.place for row in rows]
    return [
        Finish(field.entries[int(row.seat)], row.place, row.place + places.count(row.place) - 1)
        for row in rows
    ]
