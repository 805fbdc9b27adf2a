"""Who a session belongs to, with what the header of every page shows about him."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.backends import ModelBackend
from django.db.models import Count, IntegerField, OuterRef, Subquery
from django.db.models.functions import Coalesce

from accounts.models import Member, Notice


class _Members(ModelBackend):
    """Reads a member together with the number of his unread notices, in one statement."""

    def get_user(self, user_id: Any) -> Member | None:
        """Return the member of a session, None when he may not sign in."""
        unread = Notice.objects.unread().filter(member=OuterRef("pk")).order_by()
        counted = unread.values("member").annotate(count=Count("pk")).values("count")
        member = (
            Member.objects.filter(pk=user_id)
            .annotate(unread=Coalesce(Subquery(counted, output_field=IntegerField()), 0))
            .first()
        )
        return member if member is not None and self.user_can_authenticate(member) else None


class NameBackend(_Members):
    """Sign-in by name, for the admin site and tests."""


class AccountBackend(_Members, AuthenticationBackend):
    """Sign-in by allauth: name or e-mail."""
