"""Who signs in, and who a session belongs to.

Who signs in is found once, by name or e-mail, and one password is checked, whether he exists or
not. Two backends after each other, or a name tried as an e-mail as well, hash the password once
more for those who are members, and so tell who is one.
"""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email
from django.db.models import Count, IntegerField, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest

from accounts.models import Member, Notice


class MemberBackend(AuthenticationBackend):
    """Members by name in any spelling, or by e-mail. Permissions are Django's."""

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> Member | None:
        member = _found(credentials.get("username"), credentials.get("email"))
        checked: Member | None = self._check_password(member, credentials.get("password") or "")
        return checked

    def get_user(self, user_id: Any) -> Member | None:
        """Return the member of a session with the number of his unread notices, in one statement.

        None when he may not sign in.
        """
        unread = Notice.objects.unread().filter(member=OuterRef("pk")).order_by()
        counted = unread.values("member").annotate(count=Count("pk")).values("count")
        member = (
            Member.objects.filter(pk=user_id)
            .annotate(unread=Coalesce(Subquery(counted, output_field=IntegerField()), 0))
            .first()
        )
        return member if member is not None and self.user_can_authenticate(member) else None


def _found(name: str | None, email: str | None) -> Member | None:
    if name:
        member = Member.objects.named(name).first()
        if member is not None:
            return member
    # Only an e-mail has an @, which forms may pass on as a name.
    email = email or (name if name and "@" in name else None)
    found = filter_users_by_email(email, prefer_verified=True, for_login=True) if email else ()
    return next(iter(found), None)
