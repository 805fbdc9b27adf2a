"""Offices: who moderates, who is an official, whose account is a bot's. Superusers hand them out.

Entry services lock the rows of both. What was done stands in the member's history in the
administration, as if it had been done there.
"""

import logging
from collections.abc import Callable, Mapping

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission
from django.db import transaction

from accounts import permissions
from accounts.enums import Office
from accounts.models import Member

logger = logging.getLogger(__name__)

POWERS: Mapping[Office, Mapping[str, tuple[str, ...]]] = {
    Office.MODERATOR: {
        "accounts": ("view_member", "add_mute", "view_mute", "view_moderatoract"),
        "games": ("view_report", "view_chatline"),
    },
    Office.OFFICIAL: {
        "accounts": ("view_member",),
        "games": ("view_match", "add_annulment", "view_annulment"),
        "ladder": ("view_ratingflag", "change_ratingflag"),
    },
}
"""What the group of an office comes with, by application: as the migrations make it."""


def appoint(*, member_id: int, by: Member, office: Office) -> Member:
    """Give a member an office, and the way into the administration; entry service.

    Raises `SecondFactorMissing`, `AppointNotAllowed`, `NoSuchMember`, also for a closed account.
    """

    def act(member: Member) -> None:
        if not member.is_active:
            raise permissions.NoSuchMember
        member.is_staff = True
        member.groups.add(_group(office))

    return _done(member_id, by, act, f"Office given: {office}.")


def relieve(*, member_id: int, by: Member, office: Office) -> Member:
    """Take an office from a member; entry service, raises as `appoint`.

    Who has no other powers left no longer enters the administration.
    """

    def act(member: Member) -> None:
        held = member.groups.filter(name=office).first()
        if held is not None:
            member.groups.remove(held)
            member.is_staff = member.is_staff and _has_powers(member)

    return _done(member_id, by, act, f"Office taken: {office}.")


def mark_bot(*, member_id: int, by: Member, is_bot: bool) -> Member:
    """Mark an account as a bot's, or take the mark away; entry service, raises as `appoint`."""

    def act(member: Member) -> None:
        member.is_bot = is_bot

    return _done(member_id, by, act, "Marked as a bot." if is_bot else "No longer marked as a bot.")


@transaction.atomic(durable=True)
def _done(member_id: int, by: Member, act: Callable[[Member], None], told: str) -> Member:
    """Let a superuser do something to a member's powers; what changes nothing is not noted."""
    # Both anew, in the order of their numbers: who hands out may have lost his powers meanwhile.
    ids = {member_id, by.pk}
    rows = {
        one.pk: one for one in Member.objects.select_for_update().filter(pk__in=ids).order_by("pk")
    }
    if member_id not in rows:
        raise permissions.NoSuchMember
    if by.pk not in rows:
        raise permissions.AppointNotAllowed
    member, by = rows[member_id], rows[by.pk]
    permissions.require_can_appoint(by)
    before = _powers(member)
    act(member)
    if _powers(member) != before:
        member.save(update_fields=["is_staff", "is_bot"])
        only = Member.objects.filter(pk=member_id)
        LogEntry.objects.log_actions(by.pk, only, CHANGE, told, single_object=True)
        logger.info("member %s: %s By %s", member_id, told, by.pk)
    return member


def _group(office: Office) -> Group:
    """Return the group of an office; one that an operator has deleted comes back with its powers.

    Of one that is there nothing is changed: it may have been given more, or less.
    """
    group, is_new = Group.objects.get_or_create(name=office)
    if is_new:
        for label, codenames in POWERS[office].items():
            of_app = Permission.objects.filter(content_type__app_label=label)
            group.permissions.add(*of_app.filter(codename__in=codenames))
    return group


def _powers(member: Member) -> tuple[bool, bool, frozenset[str]]:
    names = member.groups.values_list("name", flat=True)
    return member.is_staff, member.is_bot, frozenset(names)


def _has_powers(member: Member) -> bool:
    own = member.user_permissions.exists() or member.groups.exists()
    return bool(member.is_superuser or own)
