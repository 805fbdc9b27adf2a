"""Who may call an operation; what he may do there, the services say."""

from typing import Any

from rest_framework import exceptions
from rest_framework.permissions import BasePermission

from vrhcaby.rest.problems import ScopeTooSmall


class ScopeRequired(BasePermission):
    """Operations with a scope are for members: by their session, or by a token with that scope."""

    def has_permission(self, request: Any, view: Any) -> bool:
        """Return True, or raise why not."""
        if view.scope is None:
            return True
        if not request.user.is_authenticated:
            raise exceptions.NotAuthenticated
        if request.auth is not None and not request.auth.allows(view.scope):
            raise ScopeTooSmall(details={"scope": view.scope})
        return True
