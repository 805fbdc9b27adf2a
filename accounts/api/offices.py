"""Operations of superusers: who holds an office, and whose account is a bot's."""

from http import HTTPStatus
from typing import Any, ClassVar

from django.db.models import Q
from rest_framework import serializers
from rest_framework.response import Response

from accounts import offices, permissions
from accounts.api import shapes
from accounts.api.views import active
from accounts.enums import Office, Scope
from accounts.models import Member
from vrhcaby.rest import operation
from vrhcaby.rest.fields import Nothing
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.pages import KeysetPagination
from vrhcaby.rest.problems import Problem

TAG = "officials"
_REFUSALS = ("no_such_member", "appoint_not_allowed")


class OfficesTold(serializers.Serializer):
    """A member with the offices that he holds."""

    member = shapes.MemberBrief(help_text="Who.")
    offices = serializers.ListField(
        child=serializers.ChoiceField(Office.choices), help_text="His offices."
    )
    is_staff = serializers.BooleanField(help_text="Whether he may enter the administration.")
    is_superuser = serializers.BooleanField(help_text="Whether he may do everything.")
    is_active = serializers.BooleanField(help_text="Whether his account is open.")


class ListOffices(Operation):
    """Who holds an office, who may enter the administration, and the superusers."""

    summary = "Offices"
    tag = TAG
    scope = Scope.DIRECT.value
    official = True
    Output, many = OfficesTold, True
    pagination_class = KeysetPagination
    refusals: ClassVar[tuple[str, ...]] = ("appoint_not_allowed",)

    def get(self, request: Any) -> Response:
        """Answer a page of members in office."""
        permissions.require_can_appoint(request.user)
        in_office = Member.groups.through.objects.filter(group__name__in=Office.values)
        held = Q(pk__in=in_office.values("member")) | Q(is_staff=True) | Q(is_superuser=True)
        listed = Member.objects.filter(held).prefetch_related("groups")
        return self.page(listed.order_by("pk"), _told)


class _Handing(Operation):
    """What only superusers do to a member's powers, and no program of theirs: its token may leak.

    An office is taken from whoever holds it, with an open account or not.
    """

    tag = TAG
    scope = operation.BY_SESSION
    official = True
    kind = operation.WRITE
    refusals: ClassVar[tuple[str, ...]] = _REFUSALS


class Appoint(_Handing):
    """Give a member an office and the way into the administration; twice changes nothing."""

    summary = "Give an office"
    Input, Output, example = Nothing, OfficesTold, {}

    def put(self, request: Any, member_id: int, office: str) -> Response:
        """Give the office."""
        self.taken(request)
        wanted = _office(office)
        member = active(member_id)
        return Response(_told(offices.appoint(member_id=member.pk, by=request.user, office=wanted)))


class Relieve(_Handing):
    """Take an office from a member; who has no other powers leaves the administration too."""

    summary = "Take an office"
    success = HTTPStatus.NO_CONTENT.value

    def delete(self, request: Any, member_id: int, office: str) -> Response:
        """Take the office."""
        wanted = _office(office)
        offices.relieve(member_id=_anybody(member_id), by=request.user, office=wanted)
        return Response(status=self.success)


class MarkBot(_Handing):
    """Mark an account as a bot's, as its owner could."""

    summary = "Mark as a bot"
    success = HTTPStatus.NO_CONTENT.value
    Input, example = Nothing, {}

    def put(self, request: Any, member_id: int) -> Response:
        """Set the mark."""
        self.taken(request)
        offices.mark_bot(member_id=active(member_id).pk, by=request.user, is_bot=True)
        return Response(status=self.success)


class UnmarkBot(_Handing):
    """Take the mark of a bot from an account; matches played under it stay as they are."""

    summary = "Take the mark of a bot"
    success = HTTPStatus.NO_CONTENT.value

    def delete(self, request: Any, member_id: int) -> Response:
        """Take the mark."""
        offices.mark_bot(member_id=active(member_id).pk, by=request.user, is_bot=False)
        return Response(status=self.success)


def _anybody(member_id: int) -> int:
    if not Member.objects.filter(pk=member_id).exists():
        raise Problem("no_such_member")
    return member_id


def _office(name: str) -> Office:
    if name not in Office.values:
        raise Problem("not_found")
    return Office(name)


def _told(member: Member) -> dict[str, Any]:
    held = {group.name for group in member.groups.all()}
    return {
        "member": shapes.brief(member),
        "offices": [office.value for office in Office if office in held],
        "is_staff": member.is_staff,
        "is_superuser": member.is_superuser,
        "is_active": member.is_active,
    }
