"""Live matches of pairings: their beginning and their end, in the games' own transactions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.enums import EndReason, MatchSource
from ladder.enums import PairingSource, PairingState
from ladder.models import Pairing
from ladder.rules.results import DRAW, LOSS, WIN
from ladder.services.tournaments import boards, deciding
from ladder.services.tournaments.deciding import Outcome
from vrhcaby.errors import DomainError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.models import Challenge, Match, Result, Seat

RESULTS = {0: (WIN, LOSS), 1: (LOSS, WIN), None: (DRAW, DRAW)}
"""Results of first and second by the winner's side."""


class PairingMoved(DomainError):
    """The pairing can no longer be played: somebody has decided it, or taken it back."""

    code = "pairing_not_open"


def begin_live(*, match: Match, challenge: Challenge) -> None:
    """Let a pairing be played by the match that its two have just sat down to.

    Inner: in the transaction in which the match begins, its challenge locked. Raises PairingMoved
    where the pairing no longer waits for it, which undoes the beginning.
    """
    if match.source != MatchSource.PAIRING:
        return
    found = Pairing.objects.filter(challenge=challenge.pk).values_list("pk", flat=True).first()
    if found is None:
        raise PairingMoved
    acting, pairing = boards.settle_by_itself(found)
    if pairing.state != PairingState.OPEN or pairing.challenge_id != challenge.pk:
        raise PairingMoved
    attach(pairing, match.pk)
    acting.log("match_began", subject=boards.subject(pairing), parts=["pairings"])


def attach(pairing: Pairing, match_id: int) -> None:
    """Let a match be the pairing's; the caller holds the locks."""
    pairing.state, pairing.match_id, pairing.challenge_id = PairingState.PLAYING, match_id, None
    pairing.version += 1
    pairing.save(update_fields=["state", "match", "challenge", "version"])


def settle_live(*, match: Match, result: Result, seats: Sequence[Seat]) -> None:
    """Write the end of a pairing's match as its result; nothing for any other match.

    Inner: in the finishing transaction, the match locked; locks the pairing and the tournament.
    An annulled match leaves the pairing open for another one.
    """
    if match.source != MatchSource.PAIRING:
        return
    found = Pairing.objects.filter(match=match.pk).values_list("pk", flat=True).first()
    if found is None:
        return
    acting, pairing = boards.settle_by_itself(found)
    if pairing.match_id != match.pk or pairing.state != PairingState.PLAYING:
        return
    if result.reason == EndReason.ANNULLED:
        deciding.undecide(acting, pairing, PairingState.OPEN, "match_annulled")
        return
    first, second = RESULTS[result.winner]
    outcome = Outcome(first, second, PairingSource.LIVE, *score_of(match, seats))
    deciding.decide(acting, pairing, outcome, "match_finished", rate=False)


def score_of(match: Match, seats: Iterable[Seat]) -> tuple[int, int]:
    """Return the score of a match as a tournament counts it, of the first player's side first.

    What a last game won beyond the length does not count, nor is it entered over the board: 9 : 0
    in a match of 7 points is 7 : 0.
    """
    points = {seat.side: min(seat.points or 0, match.options["length"]) for seat in seats}
    return points[0], points[1]
