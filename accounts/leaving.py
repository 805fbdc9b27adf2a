"""A member leaves for good: his games stay, nobody can tell any more whose they were."""

import logging
import secrets

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Q

from accounts import names
from accounts.models import AccessToken, Block, Member, Mute, Notice
from accounts.services import shut_sockets
from accounts.signals import member_forgotten
from vrhcaby.errors import DomainError

logger = logging.getLogger(__name__)

NAMING = ("opponent", "by")
"""Words of notices that name a member."""


class StaffStays(DomainError):
    """One of the staff first gives up his powers: his acts stand in the logs."""

    code = "staff_stays"


@transaction.atomic(durable=True)
def forget(*, member_id: int) -> Member:
    """Take name, e-mail, password and preferences from a member, and let other apps do the same.

    Entry service. The row stays for the games and ratings that name it. Raises StaffStays, what
    receivers of `member_forgotten` raise, and Member.DoesNotExist.
    """
    member: Member = Member.objects.select_for_update().get(pk=member_id)
    if member.is_staff or member.is_superuser:
        raise StaffStays
    name = _name(member_id)
    member_forgotten.send(sender=Member, member=member, name=name)
    _forget_rows(member, name)
    _blur(member, name)
    shut_sockets(member_id, code="left")
    logger.info("member %s has left for good", member_id)
    return member


def _name(member_id: int) -> str:
    name = f"{names.LEFT}{member_id}"
    while Member.objects.named(name).exclude(pk=member_id).exists():
        name = f"{names.LEFT}{secrets.token_hex(5)}"
    return name


def _forget_rows(member: Member, name: str) -> None:
    """Delete what is the member's alone; sessions die by the password and the epoch."""
    EmailAddress.objects.filter(user=member).delete()
    Authenticator.objects.filter(user=member).delete()
    UserSession.objects.filter(user=member).delete()
    AccessToken.objects.filter(member=member).delete()
    Block.objects.filter(Q(member=member) | Q(blocked=member)).delete()
    Mute.objects.filter(member=member).delete()
    Notice.objects.filter(member=member).delete()
    _blur_notices(member.username, name)
    of_members = ContentType.objects.get_for_model(Member)
    entries = LogEntry.objects.filter(content_type=of_members, object_id=str(member.pk))
    entries.update(object_repr=name)


def _blur_notices(before: str, name: str) -> None:
    """Put the new name in the place of the old where others were told about the member."""
    about = Q(params__opponent=before) | Q(params__by=before)
    for notice in Notice.objects.filter(about).iterator():
        notice.params = {
            word: name if value == before and word in NAMING else value
            for word, value in notice.params.items()
        }
        notice.save(update_fields=["params"])


def _blur(member: Member, name: str) -> None:
    """Give the row back its beginnings; a suspension is no longer anybody's."""
    for field in Member._meta.concrete_fields:
        if field.has_default() and not field.primary_key and field.name != "date_joined":
            setattr(member, field.attname, field.get_default())
    epoch = Member.objects.values_list("session_epoch", flat=True).get(pk=member.pk)
    member.username, member.email, member.is_active = name, "", False
    member.banned_until, member.ban_reason, member.banned_by = None, "", None
    member.last_login, member.session_epoch = None, epoch + 1
    member.set_unusable_password()
    member.save()
    member.groups.clear()
    member.user_permissions.clear()
