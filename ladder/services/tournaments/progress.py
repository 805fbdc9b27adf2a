"""What follows by itself: rounds open and close, winners go on. Inner: tournament locked."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection
from django.db.models import Q

from games.services import seeds
from ladder.enums import (
    FeedsFrom,
    PairingSource,
    PairingState,
    RoundsOpen,
    RoundState,
    StageKind,
)
from ladder.models import Entry, Pairing, Round, Stage
from ladder.rules.results import LOSS, WIN
from ladder.services.tournaments import announcing, boards, catching_up, notify
from ladder.services.tournaments.acting import Acting
from vrhcaby.errors import DomainError

PARTS = ("rounds", "pairings")
DONE = (PairingState.DECIDED, PairingState.VOID)


class DependsOnResult(DomainError):
    """The next pairing of the winner has begun or is decided; `pairing` names it."""

    code = "next_pairing_begun"


def open_round(
    acting: Acting,
    played: Round,
    *,
    code: str,
    by_itself: bool = True,
    tell: bool = True,
    **told: Any,
) -> None:
    """Open a round: its pairings may be played, and unless `tell` is False players hear of it.

    The caller holds the locks of its pairings. `played.stage` should be joined.
    """
    _set_open(acting, played)
    played.save(update_fields=["state", "opened_at", "deadline_at"])
    write = acting.log_by_itself if by_itself else acting.log
    write(code, subject=subject(played), after=told, parts=PARTS)
    open_pairings(acting, _waiting(acting, [played]), tell=tell)
    # Where those who were to play have left, or all was ruled before, there is nothing to wait for.
    _close_and_open(acting, played)


def _waiting(acting: Acting, rounds: Sequence[Round]) -> list[Pairing]:
    """Return what waits in these rounds, with its players: each is read once."""
    by_id = {played.pk: played for played in rounds}
    entries = {
        entry.pk: entry for entry in acting.tournament.entries.select_related("member").all()
    }
    rows = Pairing.objects.filter(round__in=rounds, state=PairingState.WAITING).order_by("pk")
    found = list(rows)
    for pairing in found:
        pairing.round = by_id[pairing.round_id]
        pairing.first = entries.get(pairing.first_id or 0)
        pairing.second = entries.get(pairing.second_id or 0)
    return found


def open_pairings(acting: Acting, pairings: Iterable[Pairing], *, tell: bool = True) -> None:
    """Open the pairings whose two players are known; one who has left is met by nobody."""
    ready = [pairing for pairing in pairings if pairing.first and pairing.second]
    left = [pairing for pairing in ready if _has_left(pairing)]
    for pairing in left:
        give_up(acting, pairing)
    playable = [pairing for pairing in ready if not _has_left(pairing)]
    commit_dice(acting, playable)
    for pairing in playable:
        pairing.state = PairingState.OPEN
    with connection.cursor() as cursor:
        # One statement for all, prepared once: a field of 200 has 19,900 pairings.
        rows = [(str(one.state), one.dice_id, one.pk) for one in playable]
        cursor.executemany(_OPEN, rows)
    if tell:
        announcing.tell_start(acting, playable)


_OPEN = "UPDATE ladder_pairing SET state = %s, dice_id = %s WHERE id = %s"


def commit_dice(acting: Acting, pairings: Iterable[Pairing]) -> list[Pairing]:
    """Give dice to the pairings that two members may play here; return them, not saved yet."""
    lacking = [one for one in pairings if _are_members(one) and one.dice_id is None]
    drawn = seeds.commit(len(lacking), now=acting.now)
    for pairing, seed in zip(lacking, drawn, strict=True):
        pairing.dice = seed
    return lacking


def give_up(acting: Acting, pairing: Pairing) -> None:
    """Settle a pairing of somebody who has left: void in a round robin, else a walkover.

    In a round robin the rules of withdrawal judge it (`rules.withdrawal`), each time anew.
    """
    if pairing.round.stage.kind != StageKind.KNOCKOUT:
        pairing.state, pairing.source = PairingState.VOID, PairingSource.WITHDRAWAL
        pairing.version += 1
        pairing.save(update_fields=["state", "source", "version"])
        return
    gone = [entry is not None and entry.has_left for entry in (pairing.first, pairing.second)]
    pairing.state, pairing.source = PairingState.DECIDED, PairingSource.WITHDRAWAL
    pairing.first_result = LOSS if gone[0] else WIN
    pairing.second_result = LOSS if gone[1] else WIN
    pairing.forfeit, pairing.decided_at = True, acting.at
    pairing.version += 1
    pairing.save()
    acting.log_by_itself(
        "walkover_withdrawn", subject=boards.subject(pairing), after=boards.shown(pairing)
    )
    move_on(acting, pairing)


def take_back(acting: Acting, pairing: Pairing) -> None:
    """Let a pairing that somebody's leaving had settled be played after all."""
    pairing.state, pairing.source = PairingState.WAITING, ""
    pairing.first_result = pairing.second_result = pairing.decided_at = None
    pairing.forfeit = False
    pairing.version += 1
    pairing.save()
    if pairing.round.state != RoundState.WAITING:
        open_pairings(acting, [pairing])
    move_on(acting, pairing)


def move_on(acting: Acting, pairing: Pairing) -> None:
    """Let follow what a decided (or again undecided) pairing brings: winners, rounds."""
    if pairing.round.stage.kind == StageKind.KNOCKOUT:
        _feed(acting, pairing)
    if pairing.state in DONE:
        _close_and_open(acting, pairing.round)
    elif pairing.round.state == RoundState.CLOSED and pairing.deadline_at is None:
        _open_again(acting, pairing.round)


def open_at_start(acting: Acting, stages: Iterable[Stage]) -> None:
    """Open what may be played at once when stages have been drawn."""
    for stage in stages:
        rounds = list(stage.rounds.order_by("number"))
        for played in rounds:
            played.stage = stage
        if acting.tournament.rounds_open == RoundsOpen.ALL:
            _open_all(acting, stage, [played for played in rounds if is_due(played, acting.at)])
        elif rounds and is_due(rounds[0], acting.at):
            open_round(acting, rounds[0], code="round_opened")


def _open_all(acting: Acting, stage: Stage, rounds: Sequence[Round]) -> None:
    """Open these rounds of a stage at once: one line of the log, one notice for everybody."""
    if not rounds:
        return
    for played in rounds:
        _set_open(acting, played)
    Round.objects.bulk_update(rounds, ["state", "opened_at", "deadline_at"])
    told = {"stage": stage.number, "stage_name": stage.name}
    acting.log_by_itself("rounds_opened", subject=told, after={"count": len(rounds)}, parts=PARTS)
    one_match = stage.kind == StageKind.PLAY_OFF and len(rounds) == 1
    open_pairings(acting, _waiting(acting, rounds), tell=one_match)
    if not one_match:
        announcing.tell_stage(acting, stage)


def _set_open(acting: Acting, played: Round) -> None:
    played.state, played.opened_at = RoundState.OPEN, acting.at
    catching_up.give_time(acting, played)


def is_due(played: Round, at: datetime.datetime) -> bool:
    """Tell whether a waiting round opens by itself: not held, and not before its start."""
    if played.state != RoundState.WAITING or played.held:
        return False
    return played.opens_at is None or played.opens_at <= at


def subject(played: Round) -> dict[str, Any]:
    """Return a round as the log names it; `stage` should be joined."""
    return {"round_id": played.pk, **boards.of_round(played)}


def undecided_in(played: Round) -> int:
    """Return how many pairings keep a round from closing; one with its own deadline does not."""
    rows = Pairing.objects.filter(round=played, deadline_at=None).exclude(state__in=DONE)
    return rows.count()


def _close_and_open(acting: Acting, played: Round) -> None:
    if played.state != RoundState.OPEN or played.held or undecided_in(played):
        return
    played.state = RoundState.CLOSED
    played.save(update_fields=["state"])
    acting.log_by_itself("round_closed", subject=subject(played), parts=PARTS)
    if acting.tournament.rounds_open == RoundsOpen.ONE_BY_ONE:
        open_next(acting, played)


def _open_again(acting: Acting, played: Round) -> None:
    played.state = RoundState.OPEN
    played.save(update_fields=["state"])
    acting.log_by_itself("round_reopened", subject=subject(played), parts=PARTS)


def open_next(acting: Acting, played: Round) -> None:
    """Open the round after this one, if it is due; its waiting pairings are locked."""
    following = Round.objects.filter(stage=played.stage_id, number=played.number + 1).first()
    if following is not None and is_due(following, acting.at):
        following.stage = played.stage
        open_round(acting, following, code="round_opened")


def _feed(acting: Acting, pairing: Pairing) -> None:
    """Put winner and loser where they go on; take them back where there is no result."""
    for fed in _fed_by(pairing):
        fed.round.stage = pairing.round.stage
        changed = False
        for side in ("first", "second"):
            if getattr(fed, f"{side}_from_id") == pairing.pk:
                comes = _who(pairing, getattr(fed, f"{side}_takes"))
                before = getattr(fed, f"{side}_id")
                if before != (comes.pk if comes else None):
                    _require_untouched(fed)
                    setattr(fed, side, comes)
                    changed = True
        if changed:
            _refill(acting, fed)
        _go_on_alone(acting, fed)


def _fed_by(pairing: Pairing) -> Sequence[Pairing]:
    rows = Pairing.objects.filter(Q(first_from=pairing) | Q(second_from=pairing))
    return list(
        rows.select_related(
            "round", "first__member", "second__member", "first_from", "second_from"
        ).order_by("pk")
    )


def _refill(acting: Acting, fed: Pairing) -> None:
    """A place of a later pairing has been taken, or is free again: times agreed no longer hold."""
    went_on_alone = fed.state == PairingState.DECIDED
    fed.state, fed.source, fed.forfeit = PairingState.WAITING, "", False
    fed.first_result = fed.second_result = fed.decided_at = fed.may_be_rated = None
    fed.proposed_at = fed.proposed_by = fed.agreed_at = None
    fed.version += 1
    fed.save()
    if went_on_alone:
        move_on(acting, fed)
    if fed.round.state == RoundState.OPEN:
        open_pairings(acting, [fed])


def _go_on_alone(acting: Acting, fed: Pairing) -> None:
    """Where both lost a pairing nobody comes of it: who waits there goes on without play."""
    if fed.state != PairingState.WAITING:
        return
    dead = [_brings_nobody(fed.first_from), _brings_nobody(fed.second_from)]
    known = [fed.first, fed.second]
    if not any(dead) or not all(
        gone or one is not None for gone, one in zip(dead, known, strict=True)
    ):
        return
    fed.state, fed.source = PairingState.DECIDED, PairingSource.BYE
    fed.first_result = WIN if fed.first is not None else LOSS
    fed.second_result = WIN if fed.second is not None else LOSS
    fed.forfeit, fed.decided_at = True, acting.at
    fed.version += 1
    fed.save()
    acting.log_by_itself("bye", subject=boards.subject(fed), after=boards.shown(fed))
    move_on(acting, fed)


def _brings_nobody(feeder: Pairing | None) -> bool:
    if feeder is None or feeder.state != PairingState.DECIDED:
        return False
    return feeder.first_result == feeder.second_result == LOSS


def _who(pairing: Pairing, takes: str) -> Entry | None:
    """Return who goes on from a pairing: nobody while it is undecided, nor from two losers."""
    if pairing.state != PairingState.DECIDED or pairing.first_result == pairing.second_result:
        return None
    won, lost = pairing.first, pairing.second
    if pairing.second_result == WIN:
        won, lost = lost, won
    return won if takes == FeedsFrom.WINNER else lost


def _require_untouched(fed: Pairing) -> None:
    """Raise DependsOnResult where something was played or ruled; going on alone was neither."""
    alone = fed.state == PairingState.DECIDED and fed.source == PairingSource.BYE
    if not alone and fed.state not in (PairingState.WAITING, PairingState.OPEN):
        raise DependsOnResult(details={"pairing": fed.pk, "state": str(fed.state)})


def _has_left(pairing: Pairing) -> bool:
    return any(entry is not None and entry.has_left for entry in (pairing.first, pairing.second))


def _are_members(pairing: Pairing) -> bool:
    return len(notify.members_of(pairing.first, pairing.second)) == 2
