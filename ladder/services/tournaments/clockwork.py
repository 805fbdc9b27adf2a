"""What the clock does for tournaments each minute: idempotent, and right after any delay.

Each act is its own transaction, judged by the state it finds under its locks, so that two workers
or a second run change nothing. Whatever comes later than it was due says so in the log.
"""

from __future__ import annotations

import datetime
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from accounts.enums import NoticeKind
from games.instants import to_datetime
from ladder.enums import NoShowRule, PairingState, RoundState, TournamentState
from ladder.models import UNDECIDED, Pairing, Round, Tournament
from ladder.services.tournaments import acting as acts
from ladder.services.tournaments import attending, boards, life, no_shows, notify, progress
from ladder.services.tournaments.catching_up import lateness
from vrhcaby import clock
from vrhcaby.broadcast import collect
from vrhcaby.errors import DomainError, database_refusal

logger = logging.getLogger(__name__)

REMIND_BEFORE = datetime.timedelta(minutes=30)
REMIND_OF_DEADLINE = datetime.timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Ticked:
    """How much a run did: registrations closed, rounds opened, pairings seen, reminders."""

    closed: int
    opened: int
    due: int
    reminded: int


def tick() -> Ticked:
    """Do all that is due by now; entry service, run each minute by beat."""
    now = clock.now()
    at = to_datetime(now)
    with collect():
        closed = _each(_close_registration, _registrations_over(at))
        opened = _each(_open_round, _rounds_due(at))
        due = _each(_look_at_pairing, _pairings_due(at)) + _each(_deadline, _deadlines_due(at))
        reminded = _each(_remind, [now])
    return Ticked(closed, opened, due, reminded)


def _each(act: Callable[[int], int], ids: Iterable[int]) -> int:
    """Do one act for each, each by itself, so that one fault is one; return how many were done."""
    done = 0
    for pk in ids:
        try:
            with transaction.atomic(durable=True):
                done += act(pk)
        except DomainError as refusal:
            logger.warning("%s %s refused: %s", act.__name__, pk, refusal.code)
        except Exception as error:
            if database_refusal(error) is None:
                logger.exception("%s %s failed", act.__name__, pk)
            else:
                logger.warning("%s %s tries again later: %s", act.__name__, pk, error)
    return done


def _registrations_over(at: datetime.datetime) -> list[int]:
    open_ones = Tournament.objects.filter(state=TournamentState.REGISTRATION)
    return list(open_ones.filter(registration_until__lte=at).values_list("pk", flat=True))


def _close_registration(tournament_id: int) -> bool:
    acting = acts.by_itself(tournament_id)
    tournament = acting.tournament
    until = tournament.registration_until
    if tournament.state != TournamentState.REGISTRATION or until is None or acting.at < until:
        return False
    life.lead(acting, TournamentState.CLOSED, "registration_over", **lateness(acting, until))
    return True


def _rounds_due(at: datetime.datetime) -> list[int]:
    waiting = Round.objects.filter(
        state=RoundState.WAITING,
        held=False,
        opens_at__lte=at,
        stage__tournament__state=TournamentState.RUNNING,
    )
    return list(waiting.order_by("opens_at", "pk").values_list("pk", flat=True))


def _open_round(round_id: int) -> bool:
    boards.lock(Q(round=round_id))
    peek = Round.objects.select_related("stage").get(pk=round_id)
    acting = acts.by_itself(peek.stage.tournament_id)
    played = Round.objects.select_related("stage").get(pk=round_id)
    running = acting.tournament.state == TournamentState.RUNNING
    if not running or played.opens_at is None or not progress.is_due(played, acting.at):
        return False
    told = lateness(acting, played.opens_at)
    progress.open_round(acting, played, code="round_opened", **told)
    return True


def _open_pairings() -> Any:
    return Pairing.objects.filter(
        round__stage__tournament__state=TournamentState.RUNNING,
        state__in=[PairingState.OPEN, PairingState.REPORTED, PairingState.DISPUTED],
    )


def _pairings_due(at: datetime.datetime) -> list[int]:
    """Return pairings whose window is over and whose attendance has not been recorded."""
    rows = _open_pairings().filter(attendance={}, state=PairingState.OPEN)
    grace = F("round__stage__tournament__grace_minutes")
    timed = (
        # A short round is judged at its start, any other at its deadline.
        Q(agreed_at__lte=at)
        | Q(deadline_at__lte=at)
        | Q(round__deadline_at__lte=at + attending.SHORT_ROUND)
    )
    joined = rows.filter(timed).select_related("round__stage__tournament").annotate(grace=grace)
    over = ((one, attending.window(one)) for one in joined.order_by("pk").iterator())
    return [one.pk for one, window in over if window is not None and window.until <= at]


def _look_at_pairing(pairing_id: int) -> bool:
    """Record who was here, and let the no-show rule decide if it does so by itself."""
    acting, pairing = boards.settle_by_itself(pairing_id)
    window = attending.window(pairing)
    open_still = pairing.state == PairingState.OPEN and not pairing.attendance
    if not open_still or window is None or acting.at < window.until:
        return False
    found = attending.record(pairing, now=acting.at)
    absent = attending.absent(found)
    if acting.tournament.no_show == NoShowRule.AUTOMATIC and absent is not None:
        no_shows.by_the_clock(acting, pairing, absent)
    return True


def _deadlines_due(at: datetime.datetime) -> list[int]:
    rows = Round.objects.filter(
        state=RoundState.OPEN,
        deadline_at__lte=at,
        stage__tournament__state=TournamentState.RUNNING,
    ).exclude(deadline_kept_at=F("deadline_at"))
    return list(rows.order_by("deadline_at", "pk").values_list("pk", flat=True))


def _deadline(round_id: int) -> bool:
    """Say in the log that a deadline has passed, and how many pairings are undecided."""
    peek = Round.objects.select_related("stage").get(pk=round_id)
    acting = acts.by_itself(peek.stage.tournament_id)
    played = Round.objects.select_related("stage").get(pk=round_id)
    due = played.deadline_at
    if played.state != RoundState.OPEN or due is None or acting.at < due:
        return False
    if played.deadline_kept_at == due:
        return False
    played.deadline_kept_at = due
    played.save(update_fields=["deadline_kept_at"])
    waiting = progress.undecided_in(played)
    acting.log(
        "deadline_passed",
        subject=progress.subject(played),
        after={"undecided": waiting, **lateness(acting, due)},
        parts=progress.PARTS,
    )
    return True


def _remind(now: int) -> int:
    """Remind players of what is near; a notice about the same is given once, whoever asks."""
    at = to_datetime(now)
    told = [one for pairing in _to_remind(at) for one in _reminder(pairing, at)]
    return notify.tell_new(NoticeKind.REMINDER, told)


def _to_remind(at: datetime.datetime) -> Any:
    soon = Q(agreed_at__gt=at, agreed_at__lte=at + REMIND_BEFORE)
    rows = _open_pairings().filter(state__in=UNDECIDED)
    near = at + REMIND_OF_DEADLINE
    own = Q(deadline_at__gt=at, deadline_at__lte=near)
    common = Q(deadline_at=None, round__deadline_at__gt=at, round__deadline_at__lte=near)
    unset = Q(agreed_at=None, state=PairingState.OPEN)
    wanted = rows.filter(soon | ((own | common) & unset)).select_related(
        "round__stage__tournament", "first__member", "second__member"
    )
    return wanted.order_by("pk").iterator()


def _reminder(pairing: Pairing, at: datetime.datetime) -> list[notify.Told]:
    """Return what the two are reminded of: the agreed time, else a deadline far from the start."""
    due = pairing.due_at
    if pairing.agreed_at is not None and at < pairing.agreed_at:
        moment = pairing.agreed_at.isoformat()
        return notify.both(pairing, about=f"soon:{moment}", until=pairing.agreed_at, at=moment)
    if due is None or at >= due or _is_short(pairing, due):
        return []
    moment = due.isoformat()
    return notify.both(pairing, about=f"deadline:{moment}", until=due, deadline=moment)


def _is_short(pairing: Pairing, due: datetime.datetime) -> bool:
    """Tell whether the round's start was the reminder: a short round needs no second one."""
    opened = pairing.round.opened_at
    return opened is not None and due - opened < 2 * REMIND_OF_DEADLINE
