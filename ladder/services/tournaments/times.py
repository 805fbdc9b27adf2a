"""When a pairing is played: proposed by one, confirmed by the other, or set by the director."""

from __future__ import annotations

import datetime

from django.db import transaction

from accounts.enums import NoticeKind
from games.services.answers import answering
from ladder import permissions
from ladder.enums import PairingState, TournamentState
from ladder.models import Entry, Pairing
from ladder.services.tournaments import boards, notify
from ladder.services.tournaments.acting import Acting, Changed
from vrhcaby import moments
from vrhcaby.errors import DomainError

TO_PLAY = (PairingState.WAITING, PairingState.OPEN)


class TimeRefused(DomainError):
    """The time cannot be.

    `bad_moment`, `time_past`, `after_deadline`, `nothing_proposed`, `time_changed`.
    """

    code = "time_refused"


@answering
def propose_time(*, pairing_id: int, by_id: int, at: datetime.datetime) -> Changed:
    """Propose to the other when to play; entry service.

    A proposal clears what was agreed or proposed before. Refused: `time_past`, `after_deadline`,
    `not_in_this_pairing`, `wrong_pairing_state`.
    """
    with transaction.atomic(durable=True):
        acting, pairing = boards.take(pairing_id, by_id=by_id)
        me = permissions.require_in_pairing(acting.by, pairing)
        _require_possible(acting, pairing, at)
        pairing.proposed_at, pairing.proposed_by, pairing.agreed_at = at, me, None
        _keep(acting, pairing)
        other = pairing.second if me == pairing.first else pairing.first
        _tell_one(pairing, other, me, state="proposed", at=at)
        return acting.changed(pairing.pk)


@answering
def confirm_time(*, pairing_id: int, by_id: int, at: datetime.datetime) -> Changed:
    """Agree to the time that the other has proposed; entry service.

    `at` is the time that was shown: `time_changed` when it is no longer the one proposed, with
    the one that is. Refused: `nothing_proposed`, `time_past`, `after_deadline`.
    """
    with transaction.atomic(durable=True):
        acting, pairing = boards.take(pairing_id, by_id=by_id)
        me = permissions.require_in_pairing(acting.by, pairing)
        if pairing.proposed_at is None or pairing.proposed_by_id == me.pk:
            raise TimeRefused("nothing_proposed")
        if pairing.proposed_at != at:
            raise TimeRefused("time_changed", {"at": pairing.proposed_at.isoformat()})
        _require_possible(acting, pairing, at)
        pairing.agreed_at, pairing.proposed_at, pairing.proposed_by = at, None, None
        _keep(acting, pairing)
        _tell_both(pairing, state="agreed", at=at)
        return acting.changed(pairing.pk)


@answering
def clear_time(*, pairing_id: int, by_id: int) -> Changed:
    """Withdraw one's proposal, decline the other's, or call an agreed time off; entry service.

    Refused: `nothing_proposed` where there is none of these.
    """
    with transaction.atomic(durable=True):
        acting, pairing = boards.take(pairing_id, by_id=by_id)
        me = permissions.require_in_pairing(acting.by, pairing)
        boards.require_state(pairing, *TO_PLAY)
        if pairing.proposed_at is None and pairing.agreed_at is None:
            raise TimeRefused("nothing_proposed")
        pairing.proposed_at = pairing.proposed_by = pairing.agreed_at = None
        _keep(acting, pairing)
        other = pairing.second if me == pairing.first else pairing.first
        _tell_one(pairing, other, me, state="cleared")
        return acting.changed(pairing.pk)


@answering
def set_time(
    *,
    pairing_id: int,
    by_id: int,
    at: datetime.datetime | None,
    deadline_at: datetime.datetime | None = None,
    version: int | None = None,
    why: str = "",
) -> Changed:
    """Set when a pairing is played, as the director, and a deadline of its own; entry service.

    None clears either. Refused: `time_past`, `deadline_before_start`, `wrong_pairing_state`.
    """
    with transaction.atomic(durable=True):
        acting, pairing = boards.as_director(pairing_id, by_id=by_id, version=version, why=why)
        acting.require_state(TournamentState.RUNNING)
        boards.require_state(pairing, *TO_PLAY)
        _require_future(acting, at, deadline_at)
        before = _shown(pairing)
        pairing.proposed_at = pairing.proposed_by = None
        pairing.agreed_at, pairing.deadline_at = at, deadline_at
        pairing.attendance = {}
        _keep(acting, pairing)
        acting.log(
            "time_set",
            subject=boards.subject(pairing),
            before=before,
            after=_shown(pairing),
            parts=["pairings"],
        )
        if at is not None:
            _tell_both(pairing, state="set", at=at)
        elif before["at"] is not None:
            _tell_both(pairing, state="cleared")
        return acting.changed(pairing.pk)


def _require_possible(acting: Acting, pairing: Pairing, at: datetime.datetime) -> None:
    acting.require_state(TournamentState.RUNNING)
    boards.require_state(pairing, *TO_PLAY)
    if not moments.is_possible(at):
        raise TimeRefused("bad_moment", {"field": "at"})
    if at <= acting.at:
        raise TimeRefused("time_past", {"field": "at"})
    due = pairing.due_at
    if due is not None and at > due:
        raise TimeRefused("after_deadline", {"field": "at", "deadline": due.isoformat()})


def _require_future(
    acting: Acting, at: datetime.datetime | None, deadline_at: datetime.datetime | None
) -> None:
    for field, moment in (("at", at), ("deadline_at", deadline_at)):
        if moment is not None and not moments.is_possible(moment):
            raise TimeRefused("bad_moment", {"field": field})
        if moment is not None and moment <= acting.at:
            raise TimeRefused("time_past", {"field": field})
    if at is not None and deadline_at is not None and deadline_at <= at:
        raise TimeRefused("deadline_before_start", {"field": "deadline_at"})


def _keep(acting: Acting, pairing: Pairing) -> None:
    pairing.attendance = {}
    pairing.version += 1
    pairing.save(
        update_fields=[
            *("proposed_at", "proposed_by", "agreed_at", "deadline_at"),
            *("attendance", "version"),
        ]
    )
    acting.publish("pairings")


def _tell_one(
    pairing: Pairing,
    me: Entry | None,
    other: Entry | None,
    *,
    state: str,
    at: datetime.datetime | None = None,
) -> None:
    notify.tell_one(
        NoticeKind.AGREED_TIME,
        pairing,
        me,
        other,
        about=f"time:{pairing.version}",
        until=at,
        state=state,
        at=None if at is None else at.isoformat(),
    )


def _tell_both(pairing: Pairing, *, state: str, at: datetime.datetime | None = None) -> None:
    _tell_one(pairing, pairing.first, pairing.second, state=state, at=at)
    _tell_one(pairing, pairing.second, pairing.first, state=state, at=at)


def _shown(pairing: Pairing) -> dict[str, str | None]:
    at, due = pairing.agreed_at, pairing.deadline_at
    return {
        "at": None if at is None else at.isoformat(),
        "deadline_at": None if due is None else due.isoformat(),
    }
