"""Standings and crosstables as rows of one table for programs; a stage follows the other."""

from collections.abc import Iterator, Sequence
from typing import Any

from ladder.api import table_shapes as shapes
from ladder.selectors.tournaments import sheets
from ladder.selectors.tournaments.field import Field
from ladder.selectors.tournaments.tables import CrossRow, Table

STANDINGS = (
    *("stage", "place", "shared", "entry", "name", "is_bot", "points", "played"),
    *("won", "drawn", "lost", "tiebreaks.*", "decided_by"),
)
CROSSTABLE = ("stage", "entry", "name", "is_bot", "against.*")


def standings(table: Table) -> Iterator[dict[str, Any]]:
    """Yield the lines of a stage's standings as StandingTold, each with its stage."""
    told = shapes.standings(table)
    for line in told["lines"]:
        yield {"stage": told["stage"], **line}


def crosstable(field: Field, rows: Sequence[CrossRow]) -> Iterator[dict[str, Any]]:
    """Yield the rows of a stage's crosstable; opponents stand by the numbers of their entries."""
    stage = field.stage
    scores = stage.tournament.match_length > 1
    for row in rows:
        met = {
            f"against.{other.entry.pk}": sheets.in_words(cells, scores=scores)
            for other, cells in zip(rows, row.cells, strict=True)
        }
        yield {"stage": stage.number, **shapes.named_entry(row.entry), **met}
