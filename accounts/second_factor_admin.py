"""Second factors in the admin site: that there is one, without its secret; and taking it away.

Whoever has lost telephone and codes is let in again by a chief, who has made sure that it is he.
"""

from typing import Any

from allauth.mfa import admin as _of_mfa  # noqa: F401  # registers what is replaced below
from allauth.mfa.models import Authenticator
from allauth.usersessions import admin as _of_sessions  # noqa: F401  # registers sessions, replaced below
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.http import HttpRequest

from accounts.models import SecondFactor
from accounts.read_only_admin import ReadOnlyAdmin

admin.site.unregister(UserSession)
admin.site.unregister(Authenticator)


@admin.register(SecondFactor)
class SecondFactorAdmin(ReadOnlyAdmin):
    """Who has a second factor; a chief may take it away."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    list_select_related = ("user",)
    search_fields = ("user__username",)
    fields = ("user", "type", "created_at", "last_used_at")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only a chief takes a second factor away, never his own this way."""
        own = obj is not None and obj.user_id == request.user.pk
        return bool(request.user.is_superuser) and not own
