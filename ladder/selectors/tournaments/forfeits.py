"""What the pairings of those who have left count for: judged by the whole stage, not stored."""

from collections.abc import Iterable

from ladder.enums import PairingSource, PairingState, StageKind
from ladder.models import Pairing
from ladder.selectors.tournaments import field as fields
from ladder.selectors.tournaments.field import Field


def note(pairings: Iterable[Pairing]) -> None:
    """Note at pairings of those who have left what they count for in the table.

    `forfeited` becomes the results of a pairing that is lost by a withdrawal, `annulled` true where
    a result no longer counts. Players and `round.stage.tournament` should be joined; three
    statements where somebody has left, none otherwise.
    """
    touched = [one for one in pairings if _concerned(one)]
    stages = {one.round.stage_id: one.round.stage for one in touched}
    _judge(touched, fields.of_all(list(stages.values())) if stages else ())


def note_in(drawn: Iterable[Field]) -> None:
    """Do as `note` for all pairings of stages that have been read, players put in."""
    for field in drawn:
        _judge([one for one in field.pairings if _concerned(one)], [field])


def _judge(touched: Iterable[Pairing], drawn: Iterable[Field]) -> None:
    judged = {
        (field.stage.pk, one.game.first, one.game.second, one.game.round): one
        for field in drawn
        for one in field.withdrawal.games
    }
    for pairing in touched:
        key = (pairing.round.stage_id, pairing.first_id, pairing.second_id, pairing.round.number)
        found = judged.get(key)  # type: ignore[arg-type]
        if pairing.state == PairingState.DECIDED:
            pairing.annulled = found is not None and not found.for_standings
        elif found is not None and found.for_standings:
            pairing.forfeited = found.game.first_result, found.game.second_result


def _concerned(pairing: Pairing) -> bool:
    if pairing.round.stage.kind != StageKind.ROUND_ROBIN:
        return False
    settled = pairing.state == PairingState.VOID and pairing.source == PairingSource.WITHDRAWAL
    if not settled and pairing.state != PairingState.DECIDED:
        return False
    return any(entry is not None and entry.has_left for entry in (pairing.first, pairing.second))
