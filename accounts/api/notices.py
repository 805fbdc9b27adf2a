"""Operations on a member's notices: what the bell shows."""

from typing import Any

from rest_framework import serializers
from rest_framework.response import Response

from accounts import letters
from accounts.api.filters import NoticeFilters
from accounts.enums import NoticeKind, Scope
from accounts.models import Notice
from accounts.services import notices
from vrhcaby.rest import operation
from vrhcaby.rest.fields import Input, Instant, Whole, instant
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.pages import KeysetPagination

TAG = "notices"
MOST_AT_ONCE = 200
LARGEST_ID = 999_999_999_999_999


class NoticeTold(serializers.Serializer):
    """Something that happened and that the member should know."""

    id = serializers.IntegerField(help_text="The notice's number.")
    kind = serializers.ChoiceField(NoticeKind.choices, help_text="What it is about.")
    text = serializers.CharField(help_text="What it says, in the reader's language.")
    path = serializers.CharField(help_text="Where it leads: an address of a page of this site.")
    at = Instant(help_text="When it was told.")
    read_at = Instant(allow_null=True, help_text="When it was read; null: not yet.")


class NoticesRead(Input):
    """Which notices were read."""

    ids = serializers.ListField(
        child=Whole(min_value=1, max_value=LARGEST_ID, help_text="A notice's number."),
        max_length=MOST_AT_ONCE,
        allow_null=True,
        help_text="Numbers of notices; null: all of them.",
    )


class NoticesReadTold(serializers.Serializer):
    """What came of it."""

    read = serializers.IntegerField(help_text="How many of them had not been read before.")
    unread = serializers.IntegerField(help_text="How many are unread now.")


class ListNotices(Operation):
    """The notices of the member who asks, the newest first, as far as he wants them on the page."""

    summary = "My notices"
    tag = TAG
    scope = Scope.READ.value
    Output, many = NoticeTold, True
    filterset_class = NoticeFilters
    pagination_class = KeysetPagination

    def get(self, request: Any) -> Response:
        """Answer a page of notices."""
        own = request.user.notices.shown().order_by("-pk")
        return self.page(self.filtered(own), _notice)


class ReadNotices(Operation):
    """Mark notices as read; what is another member's, or was read before, stays as it is."""

    summary = "Mark notices as read"
    tag = TAG
    scope = Scope.PLAY.value
    kind = operation.WRITE
    Input, Output = NoticesRead, NoticesReadTold
    example = {"ids": None}

    def post(self, request: Any) -> Response:
        """Mark them."""
        member_id = request.user.pk
        done = notices.read(member_id=member_id, notice_ids=self.taken(request)["ids"])
        left = Notice.objects.unread().filter(member=member_id).count()
        return Response({"read": done, "unread": left})


def _notice(row: Notice) -> dict[str, Any]:
    """Return a notice as NoticeTold."""
    return {
        "id": row.pk,
        "kind": row.kind,
        "text": letters.sentence(row),
        "path": row.path,
        "at": instant(row.at),
        "read_at": None if row.read_at is None else instant(row.read_at),
    }
