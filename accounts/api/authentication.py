"""Who asks: by an access token, or by the session of the site's own pages."""

from typing import Any

from django.utils import translation
from rest_framework.authentication import BaseAuthentication, SessionAuthentication

from accounts import permissions, tokens
from accounts.models import AccessToken, Member

SCHEME = "bearer"


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer vrh_…`."""

    def authenticate(self, request: Any) -> tuple[Member, AccessToken] | None:
        """Return the member and the token; None without one. Raises what `bearer` raises.

        The answer is in the language that the client asks for, else in the member's.
        """
        scheme, _, secret = request.headers.get("authorization", "").partition(" ")
        if not scheme:
            return None
        if scheme.lower() != SCHEME:
            raise tokens.BadToken
        token = tokens.bearer(secret.strip())
        if "accept-language" not in request.headers:
            translation.activate(token.member.language)
        return token.member, token

    def authenticate_header(self, request: Any) -> str:
        """Return what a client must send."""
        return "Bearer"


class MemberSession(SessionAuthentication):
    """The session cookie, with the token against forged requests wherever something changes."""

    def authenticate(self, request: Any) -> tuple[Any, None] | None:
        """Return the member; None for a guest. Raises Banned and PermissionDenied."""
        found = super().authenticate(request)
        if found is not None:
            permissions.require_can_act(found[0])
        return found
