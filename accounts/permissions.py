"""Who may do what to accounts, and whether a member may act at all."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.utils import timezone

from accounts.models import Member
from vrhcaby.errors import DomainError

OFFICIALS = "official"
"""The group of the site's officials, made by a migration."""


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


class MuteNotAllowed(DomainError):
    """This moderator may not take the chats from that member."""

    code = "mute_not_allowed"


class MuteSelf(DomainError):
    """A moderator cannot mute himself."""

    code = "mute_self"


class NotAnOfficial(DomainError):
    """Only the site's officials decide this."""

    code = "not_an_official"


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


def can_moderate(user: Any) -> bool:
    """Tell whether somebody may mute members and decide about reported chat lines."""
    return can_act(user) and user.is_staff and user.has_perm("accounts.add_mute")


def require_can_mute(moderator: Member, member: Member) -> None:
    """Raise `MuteNotAllowed` or `MuteSelf`; only a superuser may mute one of the staff."""
    if not can_moderate(moderator):
        raise MuteNotAllowed
    if moderator.pk == member.pk:
        raise MuteSelf
    if (member.is_staff or member.is_superuser) and not moderator.is_superuser:
        raise MuteNotAllowed


def is_official(user: Any, *, at: datetime.datetime | None = None) -> bool:
    """Tell whether this is one of the site's officials, in good standing.

    The member behind a request knows whether he holds office; of any other the database is asked.
    """
    if not can_act(user, at=at):
        return False
    if user.is_superuser:
        return True
    known = getattr(user, "in_office", None)
    return bool(known) if known is not None else user.groups.filter(name=OFFICIALS).exists()


def require_official(user: Any, *, at: datetime.datetime | None = None) -> None:
    """Raise `NotAnOfficial` unless this is one of the site's officials, in good standing."""
    if not is_official(user, at=at):
        raise NotAnOfficial
