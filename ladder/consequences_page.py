"""What a correction would bring: the table before and after, shown before it is made."""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.utils import timezone

from ladder import tournament_page
from ladder.enums import PairingSource, PairingState, StageKind
from ladder.models import Entry, Pairing, Stage
from ladder.rules import standings as rules
from ladder.rules.results import DRAW, LOSS, WIN
from ladder.selectors.tournaments import field as fields
from ladder.selectors.tournaments.pages import Viewer
from ladder.services import corrections, rating
from ladder.services.tournaments import deciding, ratings
from vrhcaby.errors import DomainError, Refused

CHANGING = (
    *("enter_result", "walkover_first", "walkover_second"),
    *("double_walkover", "annul", "replay"),
)
RESULTS: Mapping[str, tuple[int, int]] = {
    "walkover_first": (WIN, LOSS),
    "walkover_second": (LOSS, WIN),
    "double_walkover": (LOSS, LOSS),
}


@dataclass(frozen=True, slots=True)
class Move:
    """A line of the table before and after; None where somebody has no place."""

    entry: Entry
    place_before: int | None
    place_after: int | None
    points_before: Fraction | None
    points_after: Fraction | None

    @property
    def changed(self) -> bool:
        """Tell whether it is another line."""
        places = self.place_before != self.place_after
        return places or self.points_before != self.points_after


def context(
    viewer: Viewer, pairing: Pairing, act: str, score: tuple[int, int] | None
) -> dict[str, Any] | None:
    """Return the page of consequences; None where there is no table, or no result to judge."""
    stage = pairing.round.stage
    if stage.kind != StageKind.ROUND_ROBIN:
        return None
    changed = _changed(pairing, act, score)
    if changed is None:
        return None
    before = fields.of(stage)
    pairings = [changed if one.pk == pairing.pk else one for one in before.pairings]
    after = replace(before, pairings=pairings)
    return tournament_page.context(
        viewer,
        "console",
        pairing=pairing,
        changed=changed,
        moves=moves_of(before.entries, before.standings(), after.standings()),
        effects=_effects(pairing, changed),
        drawn_from_it=_drawn_from(stage),
    )


def impossible(pairing: Pairing, act: str, score: tuple[int, int] | None) -> Refused | None:
    """Return the refusal of a score that no match of this pairing ends with, None for others."""
    if act != "enter_result":
        return None
    if score is None:
        return Refused("bad_score")
    try:
        deciding.of_scores(pairing, *score, PairingSource.RULING)
    except DomainError as refusal:
        return Refused(refusal.code, refusal.details)
    return None


def _drawn_from(stage: Stage) -> bool:
    """Tell whether a knock-out has been drawn from the group, which stays as it was drawn."""
    later = Stage.objects.filter(tournament=stage.tournament_id, kind=StageKind.KNOCKOUT)
    return later.exists()


def _changed(pairing: Pairing, act: str, score: tuple[int, int] | None) -> Pairing | None:
    """Return a copy of the pairing as it would be."""
    would = copy(pairing)
    would.first_score = would.second_score = None
    would.forfeit = act in RESULTS
    if act in ("annul", "replay"):
        would.state = PairingState.VOID if act == "annul" else PairingState.OPEN
        would.first_result = would.second_result = None
        return would
    would.state, would.source = PairingState.DECIDED, PairingSource.RULING
    if act in RESULTS:
        would.first_result, would.second_result = RESULTS[act]
        return would
    if score is None:
        return None
    would.first_score, would.second_score = score
    first = DRAW if score[0] == score[1] else WIN if score[0] > score[1] else LOSS
    would.first_result, would.second_result = first, WIN - first
    return would


def moves_of(
    entries: Mapping[int, Entry], before: rules.Standings, after: rules.Standings
) -> Sequence[Move]:
    """Return everybody's way from one table to the other, in the order of the new one."""
    old = {row.seat: row for row in before.rows}
    new = {row.seat: row for row in after.rows}
    order = [*new, *(seat for seat in old if seat not in new)]
    return [
        Move(
            entry=entries[int(seat)],
            place_before=old[seat].place if seat in old else None,
            place_after=new[seat].place if seat in new else None,
            points_before=old[seat].points if seat in old else None,
            points_after=new[seat].points if seat in new else None,
        )
        for seat in order
    ]


def _effects(pairing: Pairing, changed: Pairing) -> tuple[corrections.Effect, ...]:
    """Return whose rating would move; empty for what is not rated.

    A match played here is corrected for the rating by officials of the site alone.
    """
    rated = ratings.results_of([pairing])
    if not rated and changed.state == PairingState.DECIDED:
        return rating.preview_pairing(pairing=changed, now=timezone.now())
    score = None
    if changed.first_result is not None and not changed.forfeit:
        score = changed.first_result / WIN
    effects: tuple[corrections.Effect, ...] = ()
    for one in rated:
        effects = corrections.preview(ladder_result=one, score=score).effects
    return effects
