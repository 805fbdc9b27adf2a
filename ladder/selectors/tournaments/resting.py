"""Who has no match in a round because their number is odd."""

from collections.abc import Iterable, Mapping, Sequence

from ladder.enums import StageKind
from ladder.models import Entry, Pairing, Round, StageSeat
from ladder.selectors.tournaments.field import Field


def note(sheets: Mapping[int, Sequence[Pairing]], rounds: Iterable[Round]) -> None:
    """Note at rounds of a round robin as `resting` who is free in them.

    `sheets` are all pairings of the rounds by their keys; `round.stage` should be joined. One
    statement, none where there is no round robin.
    """
    played = [one for one in rounds if one.stage.kind == StageKind.ROUND_ROBIN]
    seats = StageSeat.objects.filter(stage__in={one.stage_id for one in played})
    entries: dict[int, list[Entry]] = {}
    for seat in seats.select_related("entry__member").order_by("number") if played else ():
        entries.setdefault(seat.stage_id, []).append(seat.entry)
    for one in played:
        one.resting = _alone(entries.get(one.stage_id, ()), sheets[one.pk], one)


def note_in(drawn: Iterable[Field]) -> None:
    """Do as `note` for all rounds of stages that have been read."""
    for field in drawn:
        if field.stage.kind != StageKind.ROUND_ROBIN:
            continue
        pairings: dict[int, list[Pairing]] = {}
        for pairing in field.pairings:
            pairings.setdefault(pairing.round_id, []).append(pairing)
        for key, found in pairings.items():
            field.rounds[key].resting = _alone(field.entries.values(), found, field.rounds[key])


def _alone(entries: Iterable[Entry], pairings: Sequence[Pairing], played: Round) -> Entry | None:
    """Return who is in no pairing of a round, when it is one alone who has not left before it."""
    busy = {key for pairing in pairings for key in (pairing.first_id, pairing.second_id)}
    free = [entry for entry in entries if entry.pk not in busy]
    if len(free) != 1:
        return None
    (one,) = free
    gone = one.left_round is not None and one.left_round <= played.number
    return None if gone else one
