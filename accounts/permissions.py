"""Who may do what to accounts, and whether a member may act at all."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.utils import timezone

from accounts.models import Member
from vrhcaby.errors import DomainError


class NotSignedIn(DomainError):
    """Only members may do this."""

    code = "not_signed_in"


class Banned(DomainError):
    """The member's suspension has not ended; `details` hold its end and reason."""

    code = "banned"


class BanNotAllowed(DomainError):
    """This official may not suspend that member."""

    code = "ban_not_allowed"


class BanSelf(DomainError):
    """An official cannot suspend himself."""

    code = "ban_self"


def can_act(user: Any, *, at: datetime.datetime | None = None) -> bool:
    """Tell whether this is a member in good standing: signed in, active and not suspended."""
    if not user.is_authenticated or not user.is_active:
        return False
    return not user.is_banned(at=at or timezone.now())


def require_can_act(user: Any, *, at: datetime.datetime | None = None) -> None:
    """Raise `NotSignedIn` or `Banned` unless this is a member in good standing."""
    if not user.is_authenticated or not user.is_active:
        raise NotSignedIn
    if user.is_banned(at=at or timezone.now()):
        raise Banned(details={"until": user.banned_until.isoformat(), "reason": user.ban_reason})


def can_ban(official: Member) -> bool:
    """Tell whether the official may suspend members."""
    return official.is_staff and official.has_perm("accounts.change_member") and can_act(official)


def require_can_ban(official: Member, member: Member) -> None:
    """Raise `BanNotAllowed` or `BanSelf`; only a superuser may suspend one of the staff."""
    if not can_ban(official):
        raise BanNotAllowed
    if official.pk == member.pk:
        raise BanSelf
    if (member.is_staff or member.is_superuser) and not official.is_superuser:
        raise BanNotAllowed


def may_be_rated(members: Iterable[Member]) -> bool:
    """Tell whether members may play for ratings: people, bots, or both if all of them allow it."""
    players = list(members)
    kinds = {member.is_bot for member in players}
    return len(kinds) < 2 or all(member.rated_with_bots for member in players)
