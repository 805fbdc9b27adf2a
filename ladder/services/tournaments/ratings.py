"""What a pairing's result does to the ladder. Inner: pairing and tournament are locked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.db.models import Q

from accounts import permissions as accounts
from ladder.enums import CorrectionKind, PairingState, RatingStatus
from ladder.models import LadderResult, Pairing
from ladder.rules.results import WIN
from ladder.selectors import ledger
from ladder.services import corrections, rating

if TYPE_CHECKING:
    from ladder.services.tournaments.acting import Acting


def follow(acting: Acting, pairing: Pairing) -> None:
    """Bring the ladder to what the pairing's result is now.

    A result from the board is rated, or its rating corrected. A match played here was rated by
    itself: the ruling of an official corrects that, one of another director counts for the
    tournament alone. Raises `why_missing` where a rating changes without a reason.
    """
    if pairing.match_id is not None:
        if accounts.is_official(acting.by):
            _correct_match(acting, pairing)
        return
    if _is_rated(pairing):
        official_id, why = _in_whose_name(acting, pairing)
        rating.rate_pairing(pairing=pairing, now=acting.at, official_id=official_id, why=why)
    else:
        annul(acting, LadderResult.objects.filter(pairing=pairing))


def annul(acting: Acting, results: Iterable[LadderResult]) -> None:
    """Let results no longer count for the ladder, those that still do."""
    counting = [one for one in results if ledger.score_in_force(one) is not None]
    _change(acting, [(one, CorrectionKind.ANNUL, None) for one in counting])


def restore(acting: Acting, results: Iterable[LadderResult]) -> None:
    """Let results count again that an annulment had taken out."""
    annulled = [one for one in results if ledger.score_in_force(one) is None]
    _change(acting, [(one, CorrectionKind.UNDO, None) for one in annulled])


def results_of(pairings: Iterable[Pairing]) -> list[LadderResult]:
    """Return the rated results behind pairings, from the board and of matches played here."""
    rows = list(pairings)
    matches = [pairing.match_id for pairing in rows if pairing.match_id is not None]
    wanted = Q(pairing__in=rows) | Q(result__match__in=matches)
    return list(LadderResult.objects.filter(wanted).select_related("pool").order_by("pk"))


def _in_whose_name(acting: Acting, pairing: Pairing) -> tuple[int | None, str]:
    """Return who corrects a rating and why: of a pairing played again, who ordered that."""
    if acting.why:
        return acting.by_id, acting.why
    ordered = acting.tournament.acts.filter(code="to_be_replayed", subject__pairing=pairing.pk)
    act = ordered.first()
    return (acting.by_id, "") if act is None else (act.official_id, act.why)


def _correct_match(acting: Acting, pairing: Pairing) -> None:
    rated = LadderResult.objects.filter(result__match=pairing.match_id).first()
    if rated is None:
        return
    results = (pairing.first_result, pairing.second_result)
    played = pairing.state == PairingState.DECIDED and not pairing.forfeit and None not in results
    if not played or results == (0, 0):
        annul(acting, [rated])
        return
    score = (results[0] or 0) / WIN
    if ledger.score_in_force(rated) != score:
        _change(acting, [(rated, CorrectionKind.CORRECT, score)])


def _change(
    acting: Acting, wanted: list[tuple[LadderResult, CorrectionKind, float | None]]
) -> None:
    if wanted:
        acting.require_why()
        corrections.change_all(acts=wanted, official_id=acting.by_id, why=acting.why, now=acting.at)


def _is_rated(pairing: Pairing) -> bool:
    return (
        pairing.state == PairingState.DECIDED
        and ledger.pairing_status(pairing) is RatingStatus.RATED
    )
