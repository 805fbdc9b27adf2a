"""Brackets, and tables as rows of a spreadsheet."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ladder import spreadsheets, tiebreak_names
from ladder.models import Entry, Pairing, Round, Stage
from ladder.rules.results import DRAW, WIN
from ladder.selectors.tournaments.field import Field
from ladder.selectors.tournaments.final_order import Finish
from ladder.selectors.tournaments.tables import Cell, CrossRow, Table
from ladder.spreadsheets import Cell as SheetCell


@dataclass(frozen=True, slots=True)
class Crossed:
    """A crosstable in the order of the standings beside it."""

    table: Table
    rows: Sequence[CrossRow]

    @property
    def is_wide(self) -> bool:
        """Tell whether it needs a page lying on its side."""
        return len(self.rows) > WIDE_FROM


WIDE_FROM = 8
"""More players than this and a crosstable is printed across the long side of the paper."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """A knock-out, or deciding matches: rounds with their pairings, players put in."""

    stage: Stage
    rounds: Sequence[tuple[Round, Sequence[Pairing]]]


def bracket(field: Field) -> Bracket:
    """Return the rounds of a stage that has no table."""
    by_round: dict[int, list[Pairing]] = {}
    rounds: dict[int, Round] = {}
    for pairing in field.pairings:
        pairing.first = _known(field, pairing.first_id)
        pairing.second = _known(field, pairing.second_id)
        # The stage of the field knows its rounds, by which a knock-out names them.
        pairing.round.stage = field.stage
        rounds[pairing.round.number] = pairing.round
        by_round.setdefault(pairing.round.number, []).append(pairing)
    return Bracket(field.stage, [(rounds[number], by_round[number]) for number in sorted(rounds)])


def _known(field: Field, entry_id: int | None) -> Entry | None:
    return None if entry_id is None else field.entries.get(entry_id)


def final_rows(final: Sequence[Finish]) -> list[list[SheetCell]]:
    """Return the final order as rows; shared places have their last one beside them."""
    if not final:
        return []
    head = [
        _("Final place"),
        _("Player"),
        _("Shared to place"),
        _("Group"),
        _("Place in the group"),
        _("Bot"),
    ]
    rows: list[list[SheetCell]] = [[*head]]
    for one in final:
        last = one.last if one.shared else None
        bot = spreadsheets.mark(is_bot(one.entry))
        rows.append([one.place, one.entry.shown_name, last, one.group, one.in_group, bot])
    return rows


def is_bot(entry: Entry) -> bool:
    """Tell whether a program plays; `member` should be joined."""
    return entry.member is not None and entry.member.is_bot


def even(rows: Sequence[Sequence[SheetCell]]) -> list[list[SheetCell]]:
    """Return rows of one width, the short ones filled with empty cells."""
    width = max(map(len, rows), default=0)
    return [[*row, *[None] * (width - len(row))] for row in rows]


def standings_rows(groups: Iterable[Table]) -> list[list[SheetCell]]:
    """Return the standings of all groups as rows, each group under its own head."""
    rows: list[list[SheetCell]] = []
    for table in groups:
        links = [tiebreak_names.name(link) for link in table.links]
        head = [_("Place"), _("Player"), _("Points"), _("Played"), _("Won"), _("Drawn"), _("Lost")]
        rows.append([*head, *links, _("Group"), _("Bot")])
        rows += [
            [
                line.place,
                line.entry.shown_name,
                line.points,
                line.played,
                line.won,
                line.drawn,
                line.lost,
                *(value for _link, value in line.values),
                table.stage.name,
                spreadsheets.mark(is_bot(line.entry)),
            ]
            for line in table.lines
        ]
        gap = [None] * (len(rows[-1]) - 4)
        rows += [
            [None, entry.shown_name, _("left"), *gap, spreadsheets.mark(is_bot(entry))]
            for entry in table.out
        ]
    return rows


def crosstable_rows(groups: Iterable[Crossed]) -> list[list[SheetCell]]:
    """Return crosstables as rows: 1, ½, 0 or the score of a match.

    Walkovers are marked; what does not count stands in brackets.
    """
    rows: list[list[SheetCell]] = []
    for crossed in groups:
        numbers = [row.number for row in crossed.rows]
        rows.append(
            [_("Number"), _("Player"), *numbers, _("Points"), _("Place"), _("Group"), _("Bot")]
        )
        for row in crossed.rows:
            cells = [in_words(cells, scores=crossed.table.scores) for cells in row.cells]
            points = row.line.points if row.line else None
            place = row.line.place if row.line else None
            name = crossed.table.stage.name
            bot = spreadsheets.mark(is_bot(row.entry))
            rows.append([row.number, row.entry.shown_name, *cells, points, place, name, bot])
    return rows


def in_words(cells: Sequence[Cell] | None, *, scores: bool) -> str:
    """Return what two made of all their games: 1, ½, 0 or scores; x for oneself."""
    if cells is None:
        return "x"
    return " / ".join(text for cell in cells if (text := _cell(cell, scores=scores)))


def _cell(cell: Cell, *, scores: bool) -> str:
    if cell.result is None or cell.is_nothing:
        return ""
    text = _counting(cell, scores=scores)
    return text if cell.counts else f"({text})"


def _counting(cell: Cell, *, scores: bool) -> str:
    if cell.forfeit:
        return {WIN: "1 (+)", DRAW: "½ (=)"}.get(cell.result or 0, "0 (−)")
    if cell.score is not None and scores:
        return f"{cell.score[0]}:{cell.score[1]}"
    return {WIN: "1", DRAW: "½"}.get(cell.result or 0, "0")
