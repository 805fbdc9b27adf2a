"""Operations of moderators on reported chat lines: what was said, and the decision."""

import datetime
from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.response import Response

from accounts import permissions
from accounts.api.shapes import MemberBrief, brief
from accounts.enums import Scope
from games.api.filters import ReportFilters
from games.enums import ChatRoom, QuickPhrase, ReportReason, ReportStatus
from games.models import NOTE_LENGTH, Report
from games.services import reports
from vrhcaby.rest import operation
from vrhcaby.rest.fields import Input, Instant, Text, Truth, instant
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.pages import KeysetPagination
from vrhcaby.rest.problems import Problem, require


class SaidTold(serializers.Serializer):
    """A line as it stood when it was reported."""

    id = serializers.IntegerField(help_text="The line's number.")
    author = serializers.CharField(help_text="Name of who wrote it.")
    author_id = serializers.IntegerField(help_text="Number of who wrote it.")
    text = serializers.CharField(help_text="The text; empty: a phrase.")
    quick = serializers.ChoiceField(
        [("", ""), *QuickPhrase.choices], help_text="The phrase; empty: a text."
    )
    at = Instant(help_text="When.")
    reported = serializers.BooleanField(help_text="Whether it is the line that was reported.")


class ChatReportTold(serializers.Serializer):
    """A report with the lines around the reported one, and what was decided."""

    id = serializers.IntegerField(help_text="The report's number.")
    at = Instant(help_text="When it was made.")
    reporter = MemberBrief(help_text="Who has made it.")
    member = MemberBrief(help_text="About whom.")
    reason = serializers.ChoiceField(ReportReason.choices, help_text="What is wrong.")
    note = serializers.CharField(help_text="What the reporter adds; empty: nothing.")
    room = serializers.ChoiceField(ChatRoom.choices, help_text="Where it was said.")
    match = serializers.IntegerField(allow_null=True, help_text="The match; null: the lobby.")
    context = serializers.ListField(  # type: ignore[assignment]
        child=SaidTold(), help_text="The lines around it, in order."
    )
    status = serializers.ChoiceField(ReportStatus.choices, help_text="Whether it is decided.")
    closed_by = MemberBrief(allow_null=True, help_text="Who has decided; null: nobody yet.")
    closed_at = Instant(allow_null=True, help_text="When it was decided; null: not yet.")
    verdict = serializers.CharField(help_text="The reason of the decision; empty: none yet.")


class DecisionBody(Input):
    """What is done about a reported line; with neither `remove` nor `mute_until`: nothing."""

    why = Text(max_length=NOTE_LENGTH, help_text="Why; a member who is muted reads it.")
    remove = Truth(required=False, help_text="Whether the line goes.")
    mute_until = Instant(
        required=False, allow_null=True, help_text="Until when its author is muted; null: not."
    )


class ListReports(Operation):
    """Reports of chat lines with what was said around them, the newest first."""

    summary = "Reports of chat lines"
    tag = "officials"
    scope = Scope.DIRECT.value
    official = True
    Output, many = ChatReportTold, True
    filterset_class = ReportFilters
    pagination_class = KeysetPagination
    refusals: ClassVar[tuple[str, ...]] = ("not_a_moderator",)

    def get(self, request: Any) -> Response:
        """Answer a page of reports."""
        permissions.require_moderator(request.user)
        return self.page(self.filtered(_reports()), _told)


class DecideReport(Operation):
    """Decide about all open reports of a line: remove it, mute its author, both or neither."""

    summary = "Decide about a report"
    tag = "officials"
    scope = Scope.DIRECT.value
    official = True
    kind = operation.WRITE
    Input, Output = DecisionBody, ChatReportTold
    refusals: ClassVar[tuple[str, ...]] = (
        *("not_a_moderator", "report_decided", "why_missing"),
        *("mute_end_past", "mute_not_allowed", "mute_self"),
    )
    example = {"why": "An insult.", "remove": True, "mute_until": "2099-01-01T00:00:00Z"}

    def post(self, request: Any, report_id: int) -> Response:
        """Decide about the report."""
        permissions.require_moderator(request.user)
        wanted = self.taken(request)
        if not Report.objects.filter(pk=report_id).exists():
            raise Problem("not_found")
        require(reports.decide(report_id=report_id, moderator=request.user, **wanted))
        return Response(_told(_reports().get(pk=report_id)))


def _reports() -> Any:
    return Report.objects.select_related("reporter", "member", "closed_by")


def _told(row: Report) -> dict[str, Any]:
    return {
        "id": row.pk,
        "at": instant(row.at),
        "reporter": brief(row.reporter),
        "member": brief(row.member),
        "reason": row.reason,
        "note": row.note,
        "room": row.room,
        "match": row.match_id,
        "context": [_said(line) for line in row.context],
        "status": row.status,
        "closed_by": None if row.closed_by is None else brief(row.closed_by),
        "closed_at": None if row.closed_at is None else instant(row.closed_at),
        "verdict": row.verdict,
    }


def _said(line: dict[str, Any]) -> dict[str, Any]:
    return {**line, "at": instant(datetime.datetime.fromisoformat(line["at"]))}
