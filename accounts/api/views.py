"""Operations about members."""

from http import HTTPStatus
from typing import Any

from django.core.exceptions import ValidationError
from rest_framework.response import Response

from accounts import phrases, services, tokens
from accounts.api import shapes
from accounts.api.filters import MemberFilters
from accounts.enums import Scope
from accounts.models import Member, Notice
from accounts.validators import validate_time_zone
from vrhcaby.errors import DomainError
from vrhcaby.rest import operation
from vrhcaby.rest.fields import Nothing
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.pages import KeysetPagination
from vrhcaby.rest.problems import Problem

TAG = "members"
# Rows of many columns, most of them not read, are dear to make: a list has rows of its own.
_LISTED = Member.objects.filter(is_active=True).values_list(*shapes.OF_PROFILE, named=True)


class ListMembers(Operation):
    """Every member with an account, by name."""

    summary = "Members"
    tag = TAG
    Output, many = shapes.MemberProfile, True
    filterset_class = MemberFilters
    pagination_class = KeysetPagination

    def get(self, request: Any) -> Response:
        """Answer a page of members."""
        return self.page(self.filtered(_LISTED), shapes.profile)


class ShowMember(Operation):
    """What everybody may know of a member."""

    summary = "A member"
    tag = TAG
    Output = shapes.MemberProfile
    refusals = ("no_such_member",)

    def get(self, request: Any, member_id: int) -> Response:
        """Answer a profile."""
        return Response(shapes.profile(active(member_id)))


class ShowMe(Operation):
    """The member who asks, and what his token allows."""

    summary = "Who I am"
    tag = TAG
    scope = Scope.READ.value
    Output = shapes.Me

    def get(self, request: Any) -> Response:
        """Answer the own profile."""
        member, token = request.user, request.auth
        scopes = [one.value for one in Scope if token is None or token.allows(one)]
        unread = Notice.objects.unread().filter(member=member).count()
        own = {"is_staff": member.is_staff, "scopes": scopes, "unread_notices": unread}
        return Response({**shapes.profile(member), **own})


class ShowPreferences(Operation):
    """How the member who asks likes the site and the board."""

    summary = "My settings"
    tag = TAG
    scope = Scope.READ.value
    Output = shapes.Preferences

    def get(self, request: Any) -> Response:
        """Answer the preferences."""
        return Response(shapes.preferences(request.user))


class ChangePreferences(Operation):
    """Change some settings; those that are left out stay as they are."""

    summary = "Change my settings"
    tag = TAG
    scope = Scope.PLAY.value
    kind = operation.WRITE
    Input = Output = shapes.Preferences
    refusals = ("unknown_time_zone",)
    example = {"animation": "fast", "sounds": False}

    def patch(self, request: Any) -> Response:
        """Keep what is sent, answer all preferences."""
        wanted = self.taken(request)
        _require_time_zone(wanted)
        services.change_preferences(member_id=request.user.pk, **wanted)
        return Response(shapes.preferences(Member.objects.get(pk=request.user.pk)))


class BecomeBot(Operation):
    """Mark the account of the member who asks as a bot's; only officials take the mark away."""

    summary = "Become a bot"
    tag = TAG
    scope = Scope.PLAY.value
    kind = operation.WRITE
    success = HTTPStatus.NO_CONTENT.value
    refusals = ("already_a_bot",)
    Input, example = Nothing, {}

    def post(self, request: Any) -> Response:
        """Mark the account."""
        self.taken(request)
        services.become_bot(member_id=request.user.pk)
        return Response(status=self.success)


class ShowToken(Operation):
    """The access token of this request; a session has none."""

    summary = "My token"
    tag = TAG
    scope = Scope.READ.value
    Output = shapes.Token
    refusals = ("no_such_token",)

    def get(self, request: Any) -> Response:
        """Answer the token without its secret."""
        if request.auth is None:
            raise tokens.NoSuchToken
        return Response(shapes.token(request.auth))


class RevokeToken(Operation):
    """End the access token of this request; sockets that it has opened close."""

    summary = "Revoke my token"
    tag = TAG
    scope = Scope.READ.value
    kind = operation.WRITE
    success = HTTPStatus.NO_CONTENT.value
    refusals = ("no_such_token",)

    def delete(self, request: Any) -> Response:
        """Revoke the token."""
        if request.auth is None:
            raise tokens.NoSuchToken
        tokens.revoke(member_id=request.user.pk, token_id=request.auth.pk)
        return Response(status=self.success)


class Suspend(Operation):
    """Suspend a member until a time, or change the suspension; his sockets close."""

    summary = "Suspend a member"
    tag = "officials"
    scope = Scope.DIRECT.value
    official = True
    kind = operation.WRITE
    Input, Output = shapes.Suspension, shapes.SuspensionTold
    refusals = ("no_such_member", "ban_not_allowed", "ban_self", "ban_end_past")
    example = {"until": "2099-01-01T00:00:00Z", "reason": "Insults in a game."}

    def put(self, request: Any, member_id: int) -> Response:
        """Suspend the member."""
        member = active(member_id)
        banned = services.ban(member_id=member.pk, by=request.user, **self.taken(request))
        return Response(shapes.suspension(banned))


class LiftSuspension(Operation):
    """End a suspension now; without one nothing changes."""

    summary = "Lift a suspension"
    tag = "officials"
    scope = Scope.DIRECT.value
    official = True
    kind = operation.WRITE
    success = HTTPStatus.NO_CONTENT.value
    refusals = ("no_such_member", "ban_not_allowed", "ban_self")

    def delete(self, request: Any, member_id: int) -> Response:
        """Lift the suspension."""
        services.lift_ban(member_id=active(member_id).pk, by=request.user)
        return Response(status=self.success)


def active(member_id: int) -> Member:
    """Return a member with an account in use. Raises `no_such_member`."""
    found: Member | None = Member.objects.filter(pk=member_id, is_active=True).first()
    if found is None:
        raise DomainError("no_such_member")
    return found


def _require_time_zone(wanted: dict[str, Any]) -> None:
    """Raise a Problem at the field for a time zone that we do not know."""
    try:
        if "time_zone" in wanted:
            validate_time_zone(wanted["time_zone"])
    except ValidationError as unknown:
        code = "unknown_time_zone"
        reason = {"code": code, "detail": str(phrases.refusal(code))}
        raise Problem(code, fields={"time_zone": [reason]}) from unknown
