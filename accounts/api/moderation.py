"""Operations that list what was done to members: mutes, suspensions, the log of moderation."""

from typing import Any, ClassVar

from django.utils import timezone
from rest_framework import serializers
from rest_framework.response import Response

from accounts import permissions
from accounts.api import shapes
from accounts.api.filters import ActFilters, MuteFilters
from accounts.enums import ActKind, Scope
from accounts.models import Member, ModeratorAct, Mute
from vrhcaby.rest.fields import Instant, instant
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.pages import KeysetPagination

TAG = "officials"


class MuteRowTold(serializers.Serializer):
    """A mute in the list of moderators."""

    id = serializers.IntegerField(help_text="The mute's number.")
    member = shapes.MemberBrief(help_text="Who was muted.")
    by = shapes.MemberBrief(help_text="Who has muted him.")
    reason = serializers.CharField(help_text="Why.")
    at = Instant(help_text="Since when.")
    until = Instant(help_text="The end as it was set.")
    lifted_at = Instant(allow_null=True, help_text="When it was lifted; null: it was not.")
    lasts = serializers.BooleanField(help_text="Whether it lasts now.")


class SuspendedTold(shapes.SuspensionTold):
    """A member who is suspended now."""

    by = shapes.MemberBrief(allow_null=True, help_text="Who has suspended him; null: unknown.")


class ActDetails(serializers.Serializer):
    """Facts that belong to the kind of an act; what does not belong to it is left out."""

    until = serializers.CharField(
        required=False, help_text="The end of what was imposed or lifted, in ISO 8601."
    )
    line = serializers.IntegerField(
        required=False, allow_null=True, help_text="Number of the chat line; null: it is gone."
    )
    said = serializers.CharField(required=False, help_text="What the line said.")
    report = serializers.IntegerField(required=False, help_text="Number of the report.")


class ModeratorActTold(serializers.Serializer):
    """A line of the log of moderation, which nobody can change."""

    id = serializers.IntegerField(help_text="The line's number.")
    at = Instant(help_text="When.")
    moderator = shapes.MemberBrief(help_text="Who did it.")
    kind = serializers.ChoiceField(ActKind.choices, help_text="What was done.")
    member = shapes.MemberBrief(help_text="To whom.")
    why = serializers.CharField(help_text="Why; empty where none is due.")
    details = ActDetails(help_text="Facts that belong to the kind.")


class SeenByModerators(Operation):
    """A list that only moderators see, as the administration shows it to them."""

    tag = TAG
    scope = Scope.DIRECT.value
    official = True
    many = True
    pagination_class = KeysetPagination
    refusals: ClassVar[tuple[str, ...]] = ("not_a_moderator",)

    power: ClassVar[str]
    """The permission to see such rows."""

    def seen(self, listed: Any, row: Any) -> Response:
        """Answer a page of rows. Raises `SecondFactorMissing` and `NotAModerator`."""
        asks = self.request.user
        permissions.require_can_view(asks, self.power, refusal=permissions.NotAModerator)
        return self.page(self.filtered(listed), row)


class ListMutes(SeenByModerators):
    """Mutes with their reasons, the newest first: those that last and those that are over."""

    summary = "Mutes"
    Output = MuteRowTold
    filterset_class = MuteFilters
    power = "accounts.view_mute"

    def get(self, request: Any) -> Response:
        """Answer a page of mutes."""
        now = timezone.now()
        listed = Mute.objects.select_related("member", "by")
        return self.seen(listed, lambda row: _mute(row, now))


class ListSuspensions(Operation):
    """Members who are suspended now, with the end and the reason, by their numbers."""

    summary = "Suspensions"
    tag = TAG
    scope = Scope.DIRECT.value
    official = True
    Output, many = SuspendedTold, True
    pagination_class = KeysetPagination

    def get(self, request: Any) -> Response:
        """Answer a page of suspensions."""
        permissions.require_can_view_members(request.user)
        listed = Member.objects.banned(at=timezone.now()).select_related("banned_by")
        return self.page(listed.order_by("pk"), _suspended)


class ListModeratorActs(SeenByModerators):
    """What moderators and officials did to members, and why, the newest first."""

    summary = "Log of moderation"
    Output = ModeratorActTold
    filterset_class = ActFilters
    power = "accounts.view_moderatoract"

    def get(self, request: Any) -> Response:
        """Answer a page of the log."""
        return self.seen(ModeratorAct.objects.select_related("moderator", "member"), _act)


def _mute(row: Mute, now: Any) -> dict[str, Any]:
    return {
        "id": row.pk,
        "member": shapes.brief(row.member),
        "by": shapes.brief(row.by),
        "reason": row.reason,
        "at": instant(row.at),
        "until": instant(row.until),
        "lifted_at": None if row.lifted_at is None else instant(row.lifted_at),
        "lasts": row.lifted_at is None and now < row.until,
    }


def _suspended(member: Member) -> dict[str, Any]:
    by = member.banned_by
    told = shapes.suspension(member)
    return {**told, "by": None if by is None else shapes.brief(by)}


def _act(row: ModeratorAct) -> dict[str, Any]:
    return {
        "id": row.pk,
        "at": instant(row.at),
        "moderator": shapes.brief(row.moderator),
        "kind": row.kind,
        "member": shapes.brief(row.member),
        "why": row.why,
        "details": row.details,
    }
