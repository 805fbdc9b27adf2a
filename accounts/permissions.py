"""Who may do what to accounts, and whether a member may act at all.

Whoever holds an office - staff, superusers, officials - has its powers only while he has a second
factor, where the site requires one: on pages, over REST and in the administration alike.
"""

import datetime
from collections.abc import Iterable
from typing import Any

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.utils import timezone

from accounts.enums import Office
from accounts.models import Member
from vrhcaby.errors import DomainError

OFFICIALS = Office.OFFICIAL.value
"""The group of the site's officials, made by a migration."""


class NotSignedIn(DomainError):
    """Only members may do this."""

    code = "not_signed_in"


class Banned(DomainError):
    """The member's suspension has not ended; `details` hold its end and reason."""

    code = "banned"


class NoSuchMember(DomainError):
    """There is no such member, or no longer."""

    code = "no_such_member"


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


class NotAModerator(DomainError):
    """Only moderators see and decide this."""

    code = "not_a_moderator"


class AppointNotAllowed(DomainError):
    """Only superusers hand out offices."""

    code = "appoint_not_allowed"


class NotAnOfficial(DomainError):
    """Only the site's officials decide this."""

    code = "not_an_official"


class SecondFactorMissing(DomainError):
    """He holds an office whose powers need a second factor, which he has not set up."""

    code = "second_factor_missing"


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


def lacks_second_factor(user: Any) -> bool:
    """Tell whether a member holds an office and must set up a second factor before he uses it.

    It is asked at each act, by session and by token alike: a token that was made before the second
    factor was required, or while there still was one, has no powers of its own.
    """
    if not settings.STAFF_NEEDS_SECOND_FACTOR or not _holds_office(user):
        return False
    return not Authenticator.objects.filter(user=user.pk, type=Authenticator.Type.TOTP).exists()


def has_powers(user: Any, *, at: datetime.datetime | None = None) -> bool:
    """Tell whether a member in good standing may use the powers of an office, if he holds one."""
    return can_act(user, at=at) and not lacks_second_factor(user)


def require_second_factor(user: Any) -> None:
    """Raise `SecondFactorMissing` where that alone keeps somebody from the powers of his office."""
    if can_act(user) and lacks_second_factor(user):
        raise SecondFactorMissing


def can_ban(official: Member) -> bool:
    """Tell whether the official may suspend members."""
    may = official.is_staff and official.has_perm("accounts.change_member")
    return may and has_powers(official)


def require_can_ban(official: Member, member: Member) -> None:
    """Raise `SecondFactorMissing`, `BanNotAllowed` or `BanSelf`.

    Only a superuser may suspend one of the staff.
    """
    require_second_factor(official)
    if not can_ban(official):
        raise BanNotAllowed
    if official.pk == member.pk:
        raise BanSelf
    if (member.is_staff or member.is_superuser) and not official.is_superuser:
        raise BanNotAllowed


def can_appoint(user: Any) -> bool:
    """Tell whether somebody may hand out offices."""
    return bool(user.is_superuser) and has_powers(user)


def require_can_appoint(user: Any) -> None:
    """Raise `SecondFactorMissing` or `AppointNotAllowed` unless he may hand out offices."""
    require_second_factor(user)
    if not can_appoint(user):
        raise AppointNotAllowed


def may_be_rated(members: Iterable[Member]) -> bool:
    """Tell whether members may play for ratings: people, bots, or both if all of them allow it."""
    players = list(members)
    kinds = {member.is_bot for member in players}
    return len(kinds) < 2 or all(member.rated_with_bots for member in players)


def can_moderate(user: Any) -> bool:
    """Tell whether somebody may mute members and decide about reported chat lines."""
    return is_moderator(user) and not lacks_second_factor(user)


def is_moderator(user: Any) -> bool:
    """Tell whether somebody is told of reports, also while he may not decide about them yet."""
    return can_act(user) and user.is_staff and user.has_perm("accounts.add_mute")


def require_moderator(user: Any) -> None:
    """Raise `SecondFactorMissing` or `NotAModerator` unless somebody may moderate."""
    require_second_factor(user)
    if not can_moderate(user):
        raise NotAModerator


def require_can_view_members(user: Any) -> None:
    """Raise `SecondFactorMissing` or `NotAnOfficial` unless the administration shows him members.

    It shows them to officials and moderators alike.
    """
    require_can_view(user, "accounts.view_member")


def require_can_view(
    user: Any, permission: str, *, refusal: type[DomainError] = NotAnOfficial
) -> None:
    """Raise `SecondFactorMissing`, or the refusal unless the administration shows him such rows."""
    require_second_factor(user)
    if not (has_powers(user) and user.is_staff and user.has_perm(permission)):
        raise refusal


def require_can_mute(moderator: Member, member: Member) -> None:
    """Raise `SecondFactorMissing`, `MuteNotAllowed` or `MuteSelf`.

    Only a superuser may mute one of the staff.
    """
    require_second_factor(moderator)
    if not can_moderate(moderator):
        raise MuteNotAllowed
    if moderator.pk == member.pk:
        raise MuteSelf
    if (member.is_staff or member.is_superuser) and not moderator.is_superuser:
        raise MuteNotAllowed


def is_official(user: Any, *, at: datetime.datetime | None = None) -> bool:
    """Tell whether this is one of the site's officials, who has his powers."""
    return can_act(user, at=at) and _is_in_office(user) and not lacks_second_factor(user)


def _is_in_office(user: Any) -> bool:
    """The member behind a request knows it himself; of any other the database is asked."""
    if user.is_superuser:
        return True
    known = getattr(user, "in_office", None)
    return bool(known) if known is not None else user.groups.filter(name=OFFICIALS).exists()


def require_official(user: Any, *, at: datetime.datetime | None = None) -> None:
    """Raise `SecondFactorMissing` or `NotAnOfficial` unless this is one of the site's officials."""
    require_second_factor(user)
    if not is_official(user, at=at):
        raise NotAnOfficial


def _holds_office(user: Any) -> bool:
    return user.is_staff or _is_in_office(user)
