"""Operations on the access tokens of the member who asks; they are made on the page alone."""

from http import HTTPStatus
from typing import Any

from rest_framework.response import Response

from accounts import tokens
from accounts.api import shapes
from accounts.enums import Scope
from vrhcaby.rest import operation
from vrhcaby.rest.operation import Operation

TAG = "members"


class ListTokens(Operation):
    """One's own access tokens that are not revoked, without their secrets, the newest first."""

    summary = "My tokens"
    tag = TAG
    scope = Scope.READ.value
    Output, many = shapes.Token, True

    def get(self, request: Any) -> Response:
        """Answer all tokens; there are few."""
        return Response([shapes.token(one) for one in tokens.living(request.user.pk)])


class RevokeOneToken(Operation):
    """Revoke one of one's own access tokens; sockets that it has opened close.

    A token revokes itself alone, with `DELETE /me/token`: a stolen one could cut off the others.
    """

    summary = "Revoke a token"
    tag = TAG
    scope = operation.BY_SESSION
    kind = operation.WRITE
    success = HTTPStatus.NO_CONTENT.value
    refusals = ("no_such_token",)

    def delete(self, request: Any, token_id: int) -> Response:
        """Revoke the token."""
        tokens.revoke(member_id=request.user.pk, token_id=token_id)
        return Response(status=self.success)
