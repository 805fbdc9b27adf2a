"""No-shows: a player's claim with evidence, and the director's judgement of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from games.services.answers import answering
from ladder import permissions
from ladder.enums import (
    ClaimState,
    NoShowRule,
    PairingSource,
    PairingState,
    TournamentState,
)
from ladder.models import Entry, NoShowClaim, Pairing
from ladder.rules.results import LOSS, WIN
from ladder.services.tournaments import attending, boards, deciding
from ladder.services.tournaments.acting import Acting, Changed
from ladder.services.tournaments.deciding import Outcome
from vrhcaby.errors import DomainError

if TYPE_CHECKING:
    from collections.abc import Mapping


class ClaimRefused(DomainError):
    """The claim cannot be: `nothing_due` where no time was set, `not_late_yet` with `until`,
    `you_were_away` where the claimant was not here himself, `claimed_already`."""

    code = "claim_refused"


class NoSuchClaim(DomainError):
    """There is no open claim with this number."""

    code = "no_such_claim"


@answering
def claim_no_show(*, pairing_id: int, by_id: int) -> Changed:
    """Claim that the other did not come, with what the site has recorded; entry service.

    Decided at once in a clear case unless the tournament leaves all of them to the director,
    whom it waits for otherwise. `Changed.id` is the claim. Refused: see `ClaimRefused`, and
    `not_in_this_pairing`, `wrong_pairing_state`.
    """
    with transaction.atomic(durable=True):
        acting, pairing = boards.take(pairing_id, by_id=by_id)
        me = permissions.require_in_pairing(acting.by, pairing)
        acting.require_state(TournamentState.RUNNING)
        boards.require_state(pairing, PairingState.OPEN)
        found = _require_late(acting, pairing)
        mine = "first" if me == pairing.first else "second"
        if found.get("known") and found[mine]["here_ms"] == 0:
            raise ClaimRefused("you_were_away")
        if pairing.claims.filter(state=ClaimState.OPEN).exists():
            raise ClaimRefused("claimed_already")
        claim = NoShowClaim.objects.create(
            pairing=pairing, entry=me, at=acting.at, evidence=dict(found)
        )
        acting.log(
            "no_show_claimed", subject=boards.subject(pairing), after=_told(me), parts=["pairings"]
        )
        theirs = "second" if mine == "first" else "first"
        clear = attending.absent(found) == theirs
        if clear and acting.tournament.no_show != NoShowRule.DIRECTOR:
            _grant(acting, pairing, claim, by_itself=True)
        return acting.changed(claim.pk)


@answering
def judge_claim(
    *, claim_id: int, by_id: int, grant: bool, version: int | None = None, why: str = ""
) -> Changed:
    """Grant a claim, which is a walkover for the claimant, or decline it; entry service.

    Refused: `no_such_claim`, `why_missing`, `not_a_director`, `wrong_pairing_state` when the two
    have sat down meanwhile.
    """
    with transaction.atomic(durable=True):
        pairing_id = NoShowClaim.objects.filter(pk=claim_id).values_list("pairing", flat=True)
        found = pairing_id.first()
        if found is None:
            raise NoSuchClaim
        acting, pairing = boards.as_director(found, by_id=by_id, version=version, why=why)
        acting.require_why()
        claim = NoShowClaim.objects.select_related("entry__member").get(pk=claim_id)
        if claim.state != ClaimState.OPEN:
            raise NoSuchClaim
        boards.require_state(
            pairing, PairingState.OPEN, PairingState.REPORTED, PairingState.DISPUTED
        )
        if grant:
            _grant(acting, pairing, claim, by_itself=False)
        else:
            _settle(acting, claim, ClaimState.DECLINED)
            acting.log(
                "claim_declined",
                subject=boards.subject(pairing),
                after=_told(claim.entry),
                parts=["pairings"],
            )
            deciding.tell_ruling(acting, pairing, "claim_declined")
        return acting.changed(claim.pk)


def by_the_clock(acting: Acting, pairing: Pairing, absent: str) -> None:
    """Decide a pairing to which one, or neither, came. Inner: the clock holds the locks."""
    outcomes = {
        "first": Outcome(LOSS, WIN, PairingSource.WALKOVER, forfeit=True),
        "second": Outcome(WIN, LOSS, PairingSource.WALKOVER, forfeit=True),
        "both": Outcome(LOSS, LOSS, PairingSource.WALKOVER, forfeit=True),
    }
    deciding.decide(acting, pairing, outcomes[absent], "no_show_by_rule")
    deciding.tell_ruling(acting, pairing, "no_show_by_rule")


def _require_late(acting: Acting, pairing: Pairing) -> Mapping[str, Any]:
    due = attending.window(pairing)
    if due is None:
        raise ClaimRefused("nothing_due")
    if acting.at < due.until:
        raise ClaimRefused("not_late_yet", {"until": due.until.isoformat()})
    return attending.evidence(pairing, now=acting.at)


def _grant(acting: Acting, pairing: Pairing, claim: NoShowClaim, *, by_itself: bool) -> None:
    _settle(acting, claim, ClaimState.GRANTED)
    mine = claim.entry_id == pairing.first_id
    outcome = Outcome(
        WIN if mine else LOSS, LOSS if mine else WIN, PairingSource.WALKOVER, forfeit=True
    )
    code = "no_show_by_rule" if by_itself else "claim_granted"
    deciding.decide(acting, pairing, outcome, code, told=_told(claim.entry))
    deciding.tell_ruling(acting, pairing, code)


def _settle(acting: Acting, claim: NoShowClaim, state: ClaimState) -> None:
    claim.state, claim.judged_at = state, acting.at
    claim.judged_by_id = acting.by_id if acting.by_id != claim.entry.member_id else None
    claim.save(update_fields=["state", "judged_at", "judged_by"])


def _told(entry: Entry) -> dict[str, Any]:
    return {"claimant": entry.shown_name}
