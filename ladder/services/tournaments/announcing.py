"""What players are told when something begins that they are to play. Inner: tournament locked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accounts.enums import NoticeKind
from ladder.enums import StageKind
from ladder.services.tournaments import notify

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ladder.models import Pairing, Round, Stage
    from ladder.services.tournaments.acting import Acting


def tell_start(acting: Acting, pairings: Sequence[Pairing]) -> None:
    """Tell the players of pairings that they may play now, and in which part of the tournament."""
    rounds = {pairing.round_id: pairing.round for pairing in pairings}
    parts = {key: _part(played.stage, played) for key, played in rounds.items()}
    notify.tell_all(
        NoticeKind.ROUND_START,
        [
            told
            for pairing in pairings
            for told in _start_of(acting, pairing, parts[pairing.round_id])
        ],
    )


def tell_stage(acting: Acting, stage: Stage) -> None:
    """Tell everybody in a stage once that all rounds of it may be played."""
    seats = stage.seats.select_related("entry")
    notify.tell(
        notify.members_of(*(seat.entry for seat in seats)),
        NoticeKind.ROUND_START,
        acting.tournament,
        about=f"stage:{stage.pk}",
        round=1,
        **_part(stage),
    )


def _start_of(acting: Acting, pairing: Pairing, part: Mapping[str, Any]) -> list[notify.Told]:
    pairing.round.stage.tournament = acting.tournament
    due = pairing.due_at
    return notify.both(
        pairing,
        about=f"open:{pairing.version}",
        until=due,
        deadline=None if due is None else due.isoformat(),
        for_place=pairing.for_place,
        **part,
    )


def _part(stage: Stage, played: Round | None = None) -> dict[str, Any]:
    """Return which part of the tournament begins, as notices tell it; nothing of a usual round."""
    if stage.kind == StageKind.PLAY_OFF:
        return {"part": str(stage.kind), "place": stage.settings.get("place")}
    if stage.kind == StageKind.KNOCKOUT:
        return {"part": str(stage.kind), "to_final": played.to_final if played else None}
    return {}
