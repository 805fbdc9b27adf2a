"""Places for which a deciding match is due."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ladder.enums import StageKind
from ladder.models import Entry, Stage, Tournament
from ladder.rules import chains
from ladder.selectors.tournaments import field as fields


@dataclass(frozen=True, slots=True)
class Tie:
    """A place that a deciding match is to settle, and who shares it."""

    stage: Stage
    place: int
    tied: Sequence[Entry]

    def to_data(self) -> dict[str, Any]:
        """Return it as refusals and the official log have it."""
        return {
            "stage": self.stage.number,
            "stage_name": self.stage.name,
            "place": self.place,
            "players": [entry.shown_name for entry in self.tied],
        }


def due(tournament: Tournament, stages: Sequence[Stage]) -> list[Tie]:
    """Return the ties that a deciding match is to settle once everything else is decided."""
    if not any(link.partition(":")[0] == chains.PLAY_OFF for link in tournament.chain):
        return []
    ties: dict[tuple[int, int], list[Entry]] = {}
    tables = [one for one in fields.of_all(stages) if one.stage.kind == StageKind.ROUND_ROBIN]
    by_stage = {one.stage.pk: one for one in tables}
    for key, field in by_stage.items():
        for row in field.standings().rows:
            if row.play_off:
                ties.setdefault((key, row.place), []).append(field.entries[int(row.seat)])
    return [Tie(by_stage[key].stage, place, tied) for (key, place), tied in ties.items()]
