"""Operations of moderators that take the chats from a member, and give them back."""

from http import HTTPStatus
from typing import Any

from rest_framework import serializers
from rest_framework.response import Response

from accounts import mutes
from accounts.api import shapes
from accounts.api.views import active
from accounts.enums import Scope
from vrhcaby.rest import operation
from vrhcaby.rest.fields import Input, Instant, Text, instant
from vrhcaby.rest.operation import Operation


class MuteBody(Input):
    """Until when and why."""

    until = Instant(help_text="The end of the mute, which lies in the future.")
    reason = Text(max_length=500, help_text="Why; the member reads it.")


class MuteTold(serializers.Serializer):
    """A mute as moderators see it."""

    member = shapes.MemberBrief(help_text="Who is muted.")
    until = Instant(help_text="The end of the mute.")
    reason = serializers.CharField(help_text="Why.")


class Mute(Operation):
    """Take the chats from a member until a time, or change until when and why."""

    summary = "Mute a member"
    tag = "officials"
    scope = Scope.DIRECT.value
    official = True
    kind = operation.WRITE
    Input, Output = MuteBody, MuteTold
    refusals = ("no_such_member", "mute_not_allowed", "mute_self", "mute_end_past")
    example = {"until": "2099-01-01T00:00:00Z", "reason": "Insults in the lobby."}

    def put(self, request: Any, member_id: int) -> Response:
        """Mute the member."""
        member = active(member_id)
        made = mutes.mute(member_id=member.pk, by=request.user, **self.taken(request))
        told = {"until": instant(made.until), "reason": made.reason}
        return Response({"member": shapes.brief(made.member), **told})


class LiftMute(Operation):
    """Give the chats back to a member now; without a mute nothing changes."""

    summary = "Lift a mute"
    tag = "officials"
    scope = Scope.DIRECT.value
    official = True
    kind = operation.WRITE
    success = HTTPStatus.NO_CONTENT.value
    refusals = ("no_such_member", "mute_not_allowed", "mute_self")

    def delete(self, request: Any, member_id: int) -> Response:
        """Lift the mute."""
        mutes.unmute(member_id=active(member_id).pk, by=request.user)
        return Response(status=self.success)
