"""Sitting down to a pairing: by its players, or by the director for them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, cast

from django.db import transaction

from accounts import permissions as accounts
from games.enums import ChallengeStatus, MatchSource
from games.services import beginning, challenges, lobby, officials, presence, sitting
from games.services.answers import Asked, Began, Waiting, answering
from ladder import permissions
from ladder.enums import PairingState, TournamentState
from ladder.models import Pairing
from ladder.services.tournaments import acting as acts
from ladder.services.tournaments import boards, progress, results
from ladder.services.tournaments.acting import Changed
from ladder.services.tournaments.settings import terms_of
from vrhcaby.errors import Busy, DomainError, Refused

if TYPE_CHECKING:
    from games.models import DiceSeed
    from ladder.services.tournaments.acting import Acting

TRIES = 3


class NotPlayedHere(DomainError):
    """One of the two has no account: they play over the board."""

    code = "not_played_here"


class DeadlinePassed(DomainError):
    """The time in which the pairing could be played is over; the director may give another."""

    code = "deadline_passed"


class PlayerAway(DomainError):
    """One of the two is not here; `names` tells who."""

    code = "player_away"


def start_match(
    *, pairing_id: int, by_id: int, seed: str = ""
) -> Began | Asked | Waiting | Refused:
    """Sit down to one's pairing: invite the other, or accept his invitation; entry service.

    The invitation is a challenge with the pairing's dice and sides; the other accepts it here or
    in the lobby, and who has gone away meanwhile is asked whether he is ready. Refused:
    `no_such_pairing`, `not_in_this_pairing`, `wrong_pairing_state`, `not_played_here`,
    `deadline_passed`, `wrong_state`, and what `games.services.lobby` refuses.
    """
    for _ in range(TRIES):
        pairing = Pairing.objects.select_related("challenge").filter(pk=pairing_id).first()
        waiting = pairing.challenge if pairing is not None else None
        if waiting is not None and waiting.status == ChallengeStatus.OPEN:
            if waiting.challenger_id == by_id:
                return Waiting(waiting.pk)
            return sitting.accept(challenge_id=waiting.pk, member_id=by_id, seed=seed)
        answer = _invite(pairing_id=pairing_id, by_id=by_id, seed=seed)
        if not isinstance(answer, Refused) or answer.code != lobby.ChallengeTwice.code:
            return answer
    return Refused(Busy.code)


@answering
def start_now(
    *,
    pairing_id: int,
    by_id: int,
    even_if_away: bool = False,
    version: int | None = None,
    why: str = "",
) -> Began:
    """Let a director begin the match of two members at once; entry service.

    Refused: `player_away` unless `even_if_away`, `not_played_here`, `wrong_pairing_state`.
    """
    with transaction.atomic(durable=True):
        acting, pairing = boards.as_director(pairing_id, by_id=by_id, version=version, why=why)
        members = _require_open(acting, pairing)
        if not even_if_away:
            _require_here(acting, pairing)
        tournament = acting.tournament
        match = beginning.begin(
            ruleset=tournament.ruleset,
            options=terms_of(tournament, pairing.round.length).to_data(),
            rated=tournament.rated,
            source=MatchSource.PAIRING,
            dice=_dice(acting, pairing),
            members=members,
            seeds=("", ""),
            now=acting.now,
        )
        results.attach(pairing, match.pk)
        acting.log("started_now", subject=boards.subject(pairing), parts=["pairings"])
        return Began(match.pk)


@answering
def pause_clock(
    *, pairing_id: int, by_id: int, version: int | None = None, why: str = ""
) -> Changed:
    """Hold the clock of a pairing's live match: nothing is played or lost meanwhile.

    Entry service, for directors. Refused: `wrong_pairing_state` unless it is being played,
    `clock_held_already`, `why_missing`.
    """
    stop = partial(officials.stop_clock, official_id=by_id, why=why)
    return _hold(pairing_id, by_id, version, why, stop, "clock_paused")


@answering
def resume_clock(
    *, pairing_id: int, by_id: int, version: int | None = None, why: str = ""
) -> Changed:
    """Let the clock go on where it was held; entry service, for directors.

    Refused: `clock_not_held`, `wrong_pairing_state`.
    """
    return _hold(pairing_id, by_id, version, why, officials.let_clock_go, "clock_resumed")


HELD_CODES = {"clock_paused": "clock_held_already", "clock_resumed": "clock_not_held"}


def _hold(
    pairing_id: int,
    by_id: int,
    version: int | None,
    why: str,
    act: Callable[..., int | None],
    code: str,
) -> Changed:
    with transaction.atomic(durable=True):
        rows = Pairing.objects.filter(pk=pairing_id, state=PairingState.PLAYING)
        match_id = rows.values_list("match", flat=True).first()
        done = act(match_id=match_id) if match_id is not None else None
        acting, pairing = boards.as_director(pairing_id, by_id=by_id, version=version, why=why)
        boards.require_state(pairing, PairingState.PLAYING)
        if code == "clock_paused":
            acting.require_why()
        if done is None:
            raise DomainError(HELD_CODES[code])
        acting.log(code, subject=boards.subject(pairing), parts=["pairings"])
        return acting.changed(pairing.pk)


@answering
def _invite(*, pairing_id: int, by_id: int, seed: str) -> Waiting:
    with transaction.atomic(durable=True):
        acting, pairing = boards.take(pairing_id, by_id=by_id)
        permissions.require_in_pairing(acting.by, pairing)
        members = _require_open(acting, pairing)
        due = pairing.due_at
        if due is not None and due <= acting.at:
            raise DeadlinePassed
        side = members.index(by_id)
        tournament = acting.tournament
        made = lobby.invite_to_pairing(
            member_id=by_id,
            opponent_id=members[1 - side],
            ruleset=tournament.ruleset,
            agreed=terms_of(tournament, pairing.round.length),
            rated=challenges.is_rated(members, rated=tournament.rated),
            seed=seed,
            pairing=lobby.ForPairing(_dice(acting, pairing), side),
        )
        pairing.challenge = made
        pairing.save(update_fields=["challenge", "dice"])
        acting.publish("pairings")
        return Waiting(made.pk)


def _dice(acting: Acting, pairing: Pairing) -> DiceSeed:
    progress.commit_dice(acting, [pairing])
    # Two members sit here: `_require_open` has seen to it.
    return cast("DiceSeed", pairing.dice)


def _require_open(acting: Acting, pairing: Pairing) -> tuple[int, int]:
    """Return the two members of a pairing that may be played now."""
    acting.require_state(TournamentState.RUNNING)
    boards.require_state(pairing, PairingState.OPEN)
    first, second = pairing.first, pairing.second
    if first is None or second is None or first.member_id is None or second.member_id is None:
        raise NotPlayedHere
    for member_id in (first.member_id, second.member_id):
        if not accounts.can_act(acts.member_of(member_id)):
            raise DomainError("opponent_banned")
    return first.member_id, second.member_id


def _require_here(acting: Acting, pairing: Pairing) -> None:
    away = [
        entry.shown_name
        for entry in (pairing.first, pairing.second)
        if entry is not None
        and entry.member_id is not None
        and not presence.is_here(entry.member_id, now=acting.now)
    ]
    if away:
        raise PlayerAway(details={"names": away})
