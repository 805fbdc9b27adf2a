"""Who a session belongs to, with what the header of every page shows about him."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import Group
from django.db.models import Count, Exists, IntegerField, OuterRef, Subquery
from django.db.models.functions import Coalesce

from accounts.models import Member, Notice
from accounts.permissions import OFFICIALS


class _Members(ModelBackend):
    """Reads a member with the number of his unread notices and his office, in one statement."""

    def get_user(self, user_id: Any) -> Member | None:
        """Return the member of a session, None when he may not sign in."""
        unread = Notice.objects.unread().filter(member=OuterRef("pk")).order_by()
        counted = unread.values("member").annotate(count=Count("pk")).values("count")
        officials = Group.objects.filter(name=OFFICIALS, user=OuterRef("pk"))
        member = (
            Member.objects.filter(pk=user_id)
            .annotate(
                unread=Coalesce(Subquery(counted, output_field=IntegerField()), 0),
                in_office=Exists(officials),
            )
            .first()
        )
        return member if member is not None and self.user_can_authenticate(member) else None


class NameBackend(_Members):
    """Sign-in by name, for the admin site and tests."""


class AccountBackend(_Members, AuthenticationBackend):
    """Sign-in by allauth: name or e-mail."""
