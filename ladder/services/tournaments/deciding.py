"""A pairing is decided, or no longer is. Inner: `boards.take` has taken the locks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accounts.enums import NoticeKind
from ladder import act_phrases
from ladder.enums import ClaimState, PairingSource, PairingState
from ladder.models import Pairing, PairingMatch
from ladder.rules.results import DRAW, LOSS, WIN
from ladder.selectors import ledger
from ladder.selectors.tournaments import field
from ladder.services.tournaments import boards, notify, progress, ratings
from vrhcaby.errors import DomainError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ladder.services.tournaments.acting import Acting

PARTS = ("pairings", "standings", "rounds")
NOTHING = {
    "first_result": None,
    "second_result": None,
    "first_score": None,
    "second_score": None,
    "forfeit": False,
    "source": "",
    "decided_at": None,
    "may_be_rated": None,
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a pairing ended: results and, where it was played, points inside the match."""

    first_result: int
    second_result: int
    source: PairingSource
    first_score: int | None = None
    second_score: int | None = None
    forfeit: bool = False


def of_scores(pairing: Pairing, first: int, second: int, source: PairingSource) -> Outcome:
    """Return the outcome of a match that ended with these points.

    Who won has the match length, the other less; equal points are a draw where the rules know
    one. Raises `bad_score` with the `length`.
    """
    tournament = pairing.round.stage.tournament
    length = pairing.round.length or tournament.match_length
    if type(first) is int and type(second) is int:
        if first == length and 0 <= second < length:
            return Outcome(WIN, LOSS, source, first, second)
        if second == length and 0 <= first < length:
            return Outcome(LOSS, WIN, source, first, second)
        if first == second == 0 and field.can_draw(tournament):
            return Outcome(DRAW, DRAW, source, first, second)
    raise DomainError("bad_score", {"length": length, "draws": field.can_draw(tournament)})


def decide(
    acting: Acting,
    pairing: Pairing,
    outcome: Outcome,
    code: str,
    *,
    rate: bool = True,
    told: Mapping[str, Any] | None = None,
) -> None:
    """Write a result, log it, and let follow what follows: ratings, winners, rounds.

    `told` stands in the log beside the result. `rate`: False where the game has been rated by
    itself. Raises `next_pairing_begun` where a knock-out has gone on from another result.
    """
    before = boards.shown(pairing)
    pairing.state = PairingState.DECIDED
    pairing.first_result, pairing.second_result = outcome.first_result, outcome.second_result
    pairing.first_score, pairing.second_score = outcome.first_score, outcome.second_score
    pairing.forfeit, pairing.source = outcome.forfeit, outcome.source
    pairing.decided_at = acting.at
    pairing.challenge_id = None
    if pairing.may_be_rated is None and not outcome.forfeit:
        # Leave that is given once the result is known does not count for it.
        pairing.may_be_rated = ledger.leave_now(pairing)
    _keep(acting, pairing, before, code, told=told)
    pairing.claims.filter(state=ClaimState.OPEN).update(state=ClaimState.MOOT, judged_at=acting.at)
    progress.move_on(acting, pairing)
    if rate:
        ratings.follow(acting, pairing)


def undecide(
    acting: Acting, pairing: Pairing, state: PairingState, code: str, *, source: str = ""
) -> None:
    """Take a result away: the pairing is open again, or void. Earlier matches are set aside."""
    before = boards.shown(pairing)
    rated = ratings.results_of([pairing]) if before["state"] == PairingState.DECIDED else []
    for name, value in NOTHING.items():
        setattr(pairing, name, value)
    pairing.state, pairing.source = state, source
    set_match_aside(acting, pairing)
    if state == PairingState.OPEN:
        progress.commit_dice(acting, [pairing])
    pairing.challenge_id = None
    pairing.reports.all().delete()
    _keep(acting, pairing, before, code)
    if rated:
        ratings.annul(acting, rated)
    progress.move_on(acting, pairing)


def set_match_aside(acting: Acting, pairing: Pairing) -> None:
    """Keep a match that is no longer the pairing's among its earlier ones; dice are drawn anew."""
    if pairing.match_id is None:
        return
    PairingMatch.objects.create(pairing=pairing, match_id=pairing.match_id, at=acting.at)
    pairing.match_id, pairing.dice_id = None, None


def tell_ruling(acting: Acting, pairing: Pairing, code: str) -> None:
    """Tell both players of an official's decision, once for each version of the pairing."""
    notify.tell_both(
        NoticeKind.RULING,
        pairing,
        about=f"ruling:{pairing.version}",
        by=acting.by.username if acting.by else None,
        act=code,
        result=_said(pairing),
        why=acting.why,
    )


def _said(pairing: Pairing) -> str:
    """Return the result as the readers of any language read it; nothing where there is none."""
    score = act_phrases.score(boards.shown(pairing))
    if pairing.state != PairingState.DECIDED:
        return ""
    return f"{boards.name(pairing.first)} – {boards.name(pairing.second)} {score}"


def _keep(
    acting: Acting,
    pairing: Pairing,
    before: dict[str, Any],
    code: str,
    *,
    told: Mapping[str, Any] | None = None,
) -> None:
    pairing.version += 1
    pairing.save()
    acting.log(
        code,
        subject=boards.subject(pairing),
        before=before,
        after={**boards.shown(pairing), **(told or {})},
        parts=PARTS,
    )
