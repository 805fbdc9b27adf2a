"""What happens to accounts: suspension, the end of sessions, preferences.

Entry services: each is one transaction that locks the member's row first. What must reach the
member's open pages goes to the group `member.<id>` as `{"type": "member.shut", "code": …}` and
means: look at once whether your session is still alive, and close if not.
"""

import datetime
import logging
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts import acts, permissions
from accounts.enums import ActKind
from accounts.models import Member
from vrhcaby.broadcast import broadcast_on_commit
from vrhcaby.errors import DomainError

logger = logging.getLogger(__name__)

PREFERENCES = frozenset(
    {
        "language",
        "time_zone",
        "theme",
        "board_direction",
        "animation",
        "sounds",
        "muted_sounds",
        "autoplay",
        "autobear",
        "rated_with_bots",
        "unseen_notices",
        "unmailed_notices",
    }
)


class BanEndPast(DomainError):
    """A suspension would end before it begins."""

    code = "ban_end_past"


class BanReasonMissing(DomainError):
    """A suspension needs a reason, which the member reads."""

    code = "ban_reason_missing"


class AlreadyABot(DomainError):
    """The account is marked as a bot's; only officials take the mark away."""

    code = "already_a_bot"


def member_group(member_id: int) -> str:
    """Return the channel-layer group that all sockets of a member join."""
    return f"member.{member_id}"


@transaction.atomic(durable=True)
def ban(*, member_id: int, by: Member, until: datetime.datetime, reason: str) -> Member:
    """Suspend a member until a time, or change the suspension; his sockets close.

    Raises `BanNotAllowed`, `BanSelf`, `BanEndPast`, `BanReasonMissing`, `NoSuchMember`.
    """
    member = _locked(member_id)
    permissions.require_can_ban(by, member)
    if until <= timezone.now():
        raise BanEndPast
    if not reason.strip():
        raise BanReasonMissing
    member.banned_until, member.ban_reason, member.banned_by = until, reason.strip(), by
    member.save(update_fields=["banned_until", "ban_reason", "banned_by"])
    acts.record(
        moderator=by,
        member=member,
        kind=ActKind.BAN,
        why=member.ban_reason,
        until=until.isoformat(),
    )
    shut_sockets(member_id, code="banned")
    logger.info("member %s suspended until %s by %s", member_id, until.isoformat(), by.pk)
    return member


@transaction.atomic(durable=True)
def lift_ban(*, member_id: int, by: Member) -> Member:
    """End a suspension now; without one nothing changes. Raises as `ban`."""
    member = _locked(member_id)
    permissions.require_can_ban(by, member)
    if member.banned_until is not None:
        ended = {"until": member.banned_until.isoformat()}
        acts.record(moderator=by, member=member, kind=ActKind.LIFT, **ended)
    member.banned_until, member.ban_reason, member.banned_by = None, "", None
    member.save(update_fields=["banned_until", "ban_reason", "banned_by"])
    logger.info("suspension of member %s lifted by %s", member_id, by.pk)
    return member


@transaction.atomic(durable=True)
def end_sessions(*, member_id: int) -> Member:
    """Sign a member out everywhere; the caller may renew the session it runs in."""
    member = _locked(member_id)
    member.session_epoch += 1
    member.save(update_fields=["session_epoch"])
    shut_sockets(member_id, code="signed_out")
    return member


@transaction.atomic(durable=True)
def change_password(*, member_id: int, password: str) -> Member:
    """Set a password that a form has judged; every other session of the member ends."""
    member = _locked(member_id)
    member.set_password(password)
    member.save(update_fields=["password"])
    shut_sockets(member_id, code="password_changed")
    logger.info("password of member %s changed", member_id)
    return member


@transaction.atomic(durable=True)
def become_bot(*, member_id: int) -> None:
    """Mark an account as a bot's; its owner cannot take that back. Raises `AlreadyABot`."""
    member = _locked(member_id)
    permissions.require_can_act(member)
    if member.is_bot:
        raise AlreadyABot
    member.is_bot = True
    member.save(update_fields=["is_bot"])
    logger.info("member %s is a bot", member_id)


def change_preferences(*, member_id: int, **changes: Any) -> None:
    """Keep preferences that a form has judged; one statement, raises `ValueError` for others."""
    unknown = changes.keys() - PREFERENCES
    if unknown:
        raise ValueError(f"not preferences: {sorted(unknown)}")
    Member.objects.filter(pk=member_id).update(**changes)


def shut_sockets(member_id: int, *, code: str) -> None:
    """Tell the member's sockets to look at their session; inner, sent on commit."""
    broadcast_on_commit(member_group(member_id), {"type": "member.shut", "code": code})


def _locked(member_id: int) -> Member:
    member: Member | None = Member.objects.select_for_update().filter(pk=member_id).first()
    if member is None:
        raise permissions.NoSuchMember
    return member
