"""A pairing under its lock, with everything that its result may move on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Q

from games.services import lobby, officials
from ladder import permissions
from ladder.enums import PairingState, StageKind
from ladder.models import Entry, Pairing, Round, Tournament
from ladder.services.tournaments import acting as acts
from vrhcaby.errors import Busy, DomainError

if TYPE_CHECKING:
    from ladder.services.tournaments.acting import Acting


class NoSuchPairing(DomainError):
    """No pairing has this number, or this person may not see its tournament."""

    code = "no_such_pairing"


class WrongPairingState(DomainError):
    """The pairing is not in a state in which this can be done; `state` is the one it is in.

    `result` tells what it was decided by, `by` who decided it last, where it is decided.
    """

    code = "wrong_pairing_state"


def lock(which: Q) -> dict[int, Pairing]:
    """Lock pairings by ascending id, and return them with their round, stage and players."""
    rows = Pairing.objects.select_for_update(of=("self",)).filter(which).order_by("pk")
    joined = rows.select_related("round__stage", "first__member", "second__member")
    return {pairing.pk: pairing for pairing in joined}


def take(pairing_id: int, *, by_id: int | None, why: str = "") -> tuple[Acting, Pairing]:
    """Lock a pairing with what its result may move on, then its tournament.

    Raises NoSuchPairing, NoSuchTournament.
    """
    peek = _peek(pairing_id)
    pairing = _locked(peek)
    tournament_id = peek.round.stage.tournament_id
    acting = acts.taken(Tournament.objects.filter(pk=tournament_id), by_id, why)
    _join(acting, pairing)
    return acting, pairing


def take_over(pairing_id: int, *, by_id: int | None, why: str) -> tuple[Acting, Pairing]:
    """Take a pairing from its players: its invitation is withdrawn; a live match is left alone.

    Raises as `take`; Busy when somebody sat down at the same moment.
    """
    peek = _peek(pairing_id)
    if peek.challenge_id is not None and peek.state != PairingState.PLAYING:
        lobby.call_off(peek.challenge_id)
    acting, pairing = take(pairing_id, by_id=by_id, why=why)
    if pairing.challenge_id != peek.challenge_id or _sat_down(peek, pairing):
        raise Busy
    if peek.state == PairingState.PLAYING and pairing.state == PairingState.DECIDED:
        # It ended by itself while the official was about to end it: he has not seen the result.
        raise WrongPairingState(details=_how_it_stands(pairing))
    return acting, pairing


def settle_by_itself(pairing_id: int) -> tuple[Acting, Pairing]:
    """Take a pairing for the clock, or for the end of its match; see `take`."""
    peek = _peek(pairing_id)
    pairing = _locked(peek)
    acting = acts.by_itself(peek.round.stage.tournament_id)
    _join(acting, pairing)
    return acting, pairing


def reach(pairing: Pairing) -> Q:
    """Return what a result of this pairing may change: itself, and what waits for it."""
    stage, number = pairing.round.stage_id, pairing.round.number
    if pairing.round.stage.kind == StageKind.KNOCKOUT:
        return Q(pk=pairing.pk) | Q(round__stage=stage, round__number__gt=number)
    following = Q(round__stage=stage, round__number=number + 1, state=PairingState.WAITING)
    return Q(pk=pairing.pk) | following


def require_state(pairing: Pairing, *states: PairingState) -> None:
    """Raise WrongPairingState unless the pairing is in one of the states."""
    if pairing.state not in states:
        raise WrongPairingState(details=_how_it_stands(pairing))


def subject(pairing: Pairing) -> dict[str, Any]:
    """Return a pairing as the log names it; `round.stage` should be joined."""
    told = {
        "pairing": pairing.pk,
        "board": pairing.number,
        **of_round(pairing.round),
        "first": name(pairing.first),
        "second": name(pairing.second),
    }
    if pairing.for_place is not None:
        told["for_place"] = pairing.for_place
    return told


def of_round(played: Round) -> dict[str, Any]:
    """Return a round as the log names it; `stage` should be joined."""
    told = {
        "round": played.number,
        "stage": played.stage.number,
        "stage_name": played.stage.name,
    }
    if played.to_final is not None:
        told["to_final"] = played.to_final
    return told


def name(entry: Entry | None) -> str | None:
    """Return a player's name, None for an empty seat."""
    return None if entry is None else entry.shown_name


def shown(pairing: Pairing) -> dict[str, Any]:
    """Return how a pairing stands, as the log shows before and after."""
    return {
        "state": str(pairing.state),
        "results": [pairing.first_result, pairing.second_result],
        "score": [pairing.first_score, pairing.second_score],
        "forfeit": pairing.forfeit,
        "source": str(pairing.source),
    }


def about(pairing: Pairing) -> tuple[Q, ...]:
    """Return what in the log concerns a pairing: itself, and its round."""
    return Q(subject__pairing=pairing.pk), Q(subject__round_id=pairing.round_id)


def as_director(
    pairing_id: int,
    *,
    by_id: int,
    version: int | None = None,
    why: str = "",
    end_live: bool = False,
) -> tuple[Acting, Pairing]:
    """Take a pairing over for one of its directors, if it stands as he saw it.

    `end_live`: a match being played ends without a result.
    """
    held = _hold_match(pairing_id) if end_live else None
    acting, pairing = take_over(pairing_id, by_id=by_id, why=why)
    permissions.require_can_direct(acting.by, acting.tournament)
    acting.require_unchanged(version, *about(pairing))
    if held is not None and pairing.state == PairingState.DECIDED:
        # It ended by itself while the official was about to end it: he has not seen the result.
        raise WrongPairingState(details=_how_it_stands(pairing))
    if end_live and pairing.state == PairingState.PLAYING:
        return _end_match(acting, pairing, held)
    return acting, pairing


def _hold_match(pairing_id: int) -> int | None:
    """Lock the match that is being played, as the first lock; return which, None for none."""
    peek = _peek(pairing_id)
    if peek.match_id is None or peek.state != PairingState.PLAYING:
        return None
    officials.hold(match_id=peek.match_id)
    return peek.match_id


def _end_match(acting: Acting, pairing: Pairing, held: int | None) -> tuple[Acting, Pairing]:
    """End the match that is held without a result, and take the pairing as it stands then."""
    if pairing.match_id is None or pairing.match_id != held or acting.by_id is None:
        raise Busy
    ended = officials.end_without_result(
        match_id=held, official_id=acting.by_id, why=acting.why or "–"
    )
    taken = take(pairing.pk, by_id=acting.by_id, why=acting.why)
    if ended is None:
        # Its clock had just decided it: the official has not seen that result.
        raise WrongPairingState(details=_how_it_stands(taken[1]))
    return taken


def _peek(pairing_id: int) -> Pairing:
    rows = Pairing.objects.select_related("round__stage").filter(pk=pairing_id)
    peek = rows.first()
    if peek is None:
        raise NoSuchPairing
    return peek


def _locked(peek: Pairing) -> Pairing:
    """Lock a pairing with its reach; raise NoSuchPairing where its draw was just given up."""
    pairing = lock(reach(peek)).get(peek.pk)
    if pairing is None:
        raise NoSuchPairing
    return pairing


def _join(acting: Acting, pairing: Pairing) -> None:
    """Let the pairing know the very tournament that is locked."""
    pairing.round.stage.tournament = acting.tournament


def _sat_down(peek: Pairing, pairing: Pairing) -> bool:
    return peek.state != PairingState.PLAYING and pairing.state == PairingState.PLAYING


def _how_it_stands(pairing: Pairing) -> dict[str, Any]:
    tournament = pairing.round.stage.tournament
    last = acts.told_acts(tournament, tournament.acts.filter(subject__pairing=pairing.pk)[:1])
    return {**shown(pairing), "last": last[0] if last else None}


__all__ = [
    "NoSuchPairing",
    "WrongPairingState",
    "about",
    "as_director",
    "lock",
    "name",
    "reach",
    "require_state",
    "settle_by_itself",
    "shown",
    "subject",
    "take",
    "take_over",
]
