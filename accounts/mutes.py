"""Mutes: a moderator takes the chats from a member for a time; the member is told.

Entry services lock the member's row. A member's open pages hear of a change by the message
`{"type": "chat.standing"}` of his group, and of begin and end by a notice and an e-mail.
"""

import datetime
import logging

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts import acts, permissions
from accounts.enums import ActKind
from accounts.models import Member, Mute
from accounts.services import member_group
from vrhcaby.broadcast import broadcast_on_commit
from vrhcaby.errors import DomainError
from vrhcaby.queue import enqueue_on_commit

logger = logging.getLogger(__name__)


class MuteEndPast(DomainError):
    """A mute would end before it begins."""

    code = "mute_end_past"


class MuteReasonMissing(DomainError):
    """A mute needs a reason, which the member reads."""

    code = "mute_reason_missing"


@transaction.atomic(durable=True)
def mute(*, member_id: int, by: Member, until: datetime.datetime, reason: str) -> Mute:
    """Take the chats from a member until a time, or change until when; entry service.

    Raises as `impose`.
    """
    return impose(member_id=member_id, by=by, until=until, reason=reason)


def impose(*, member_id: int, by: Member, until: datetime.datetime, reason: str) -> Mute:
    """Do what `mute` does inside the caller's transaction; locks the member's row.

    Raises `MuteNotAllowed`, `MuteSelf`, `MuteEndPast`, `MuteReasonMissing`, `NoSuchMember`.
    """
    member = _locked(member_id)
    permissions.require_can_mute(by, member)
    now, why = timezone.now(), reason.strip()
    if until <= now:
        raise MuteEndPast
    if not why:
        raise MuteReasonMissing
    _replace(member_id, now)
    made = Mute.objects.create(member=member, by=by, reason=why, at=now, until=until)
    acts.record(moderator=by, member=member, kind=ActKind.MUTE, why=why, until=until.isoformat())
    _tell(member_id, "muted", mute_id=made.pk)
    logger.info("member %s muted until %s by %s", member_id, until.isoformat(), by.pk)
    return made


@transaction.atomic(durable=True)
def unmute(*, member_id: int, by: Member, why: str = "") -> bool:
    """Give the chats back now; return whether they had been taken. Entry service.

    Raises `MuteNotAllowed`, `MuteSelf`, `NoSuchMember`.
    """
    member = _locked(member_id)
    permissions.require_can_mute(by, member)
    now = timezone.now()
    row = Mute.objects.lasting(at=now).filter(member=member).first()
    if row is None:
        return False
    row.lifted_at, row.end_told = now, True
    row.save(update_fields=["lifted_at", "end_told"])
    acts.record(moderator=by, member=member, kind=ActKind.UNMUTE, why=why.strip())
    _tell(member_id, "mute_over", mute_id=row.pk)
    logger.info("mute of member %s lifted by %s", member_id, by.pk)
    return True


def tell_ends() -> int:
    """Tell those whose mutes have ended; return how many. Entry service, run by beat."""
    due = Mute.objects.ended_untold(at=timezone.now()).values_list("pk", flat=True)
    return sum(_tell_end(pk) for pk in list(due))


def lasting(member_id: int) -> Mute | None:
    """Return the mute under which a member is now, None when he may write."""
    return Mute.objects.lasting(at=timezone.now()).filter(member=member_id).first()


def _tell_end(pk: int) -> bool:
    with transaction.atomic(durable=True):
        row = Mute.objects.select_for_update().filter(pk=pk, end_told=False).first()
        if row is None:
            return False
        row.end_told = True
        row.save(update_fields=["end_told"])
        _tell(row.member_id, "mute_over", mute_id=row.pk)
    return True


def _replace(member_id: int, now: datetime.datetime) -> None:
    """A new mute takes the place of one that lasts, or whose end was not told yet."""
    before = Mute.objects.filter(Q(lifted_at=None), member=member_id, end_told=False)
    before.update(lifted_at=now, end_told=True)


def _tell(member_id: int, code: str, *, mute_id: int) -> None:
    group = member_group(member_id)
    broadcast_on_commit(group, {"type": "notice", "code": code, "challenge": None})
    broadcast_on_commit(group, {"type": "chat.standing"})
    enqueue_on_commit("accounts.mail_mute", mute_id=mute_id, over=code == "mute_over")


def _locked(member_id: int) -> Member:
    member: Member | None = Member.objects.select_for_update().filter(pk=member_id).first()
    if member is None:
        raise permissions.NoSuchMember
    return member
