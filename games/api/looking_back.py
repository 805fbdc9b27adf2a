"""Operations of moderators and officials on the past: what was said, and what was annulled."""

from typing import Any

from rest_framework import serializers
from rest_framework.response import Response

from accounts import permissions as accounts
from accounts.api.moderation import SeenByModerators
from accounts.api.shapes import MemberBrief, brief
from accounts.enums import Scope
from games.api.filters import LineFilters
from games.enums import ChatRoom, QuickPhrase
from games.models import Annulment, ChatLine
from vrhcaby.rest.fields import Instant, instant
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.pages import KeysetPagination

TAG = "officials"


class SaidLineTold(serializers.Serializer):
    """A line of a chat as moderators see it, removed ones too."""

    id = serializers.IntegerField(help_text="The line's number.")
    at = Instant(help_text="When it was said.")
    room = serializers.ChoiceField(ChatRoom.choices, help_text="Where.")
    match = serializers.IntegerField(allow_null=True, help_text="The match; null: the lobby.")
    author = MemberBrief(help_text="Who said it.")
    text = serializers.CharField(help_text="The text; empty: a phrase.")
    quick = serializers.ChoiceField(
        [("", ""), *QuickPhrase.choices], help_text="The phrase; empty: a text."
    )
    removed = serializers.BooleanField(help_text="Whether a moderator has removed it.")


class AnnulmentRowTold(serializers.Serializer):
    """A match that an official has ended without a result."""

    match = serializers.IntegerField(help_text="The match's number.")
    official = MemberBrief(help_text="Who has annulled it.")
    why = serializers.CharField(help_text="Why.")
    at = Instant(help_text="When.")


class ListSaidLines(SeenByModerators):
    """What was said in any chat as far as it is kept, removed lines too, the newest first."""

    summary = "Lines of all chats"
    Output = SaidLineTold
    filterset_class = LineFilters
    power = "games.view_chatline"

    def get(self, request: Any) -> Response:
        """Answer a page of lines."""
        return self.seen(ChatLine.objects.select_related("author"), _line)


class ListAnnulments(Operation):
    """Matches that officials have annulled, with the reasons, the newest first."""

    summary = "Annulments"
    tag = TAG
    scope = Scope.DIRECT.value
    official = True
    Output, many = AnnulmentRowTold, True
    pagination_class = KeysetPagination

    def get(self, request: Any) -> Response:
        """Answer a page of annulments."""
        accounts.require_can_view(request.user, "games.view_annulment")
        listed = Annulment.objects.select_related("official").order_by("-pk")
        return self.page(listed, _annulment)


def _line(row: ChatLine) -> dict[str, Any]:
    return {
        "id": row.pk,
        "at": instant(row.at),
        "room": row.room,
        "match": row.match_id,
        "author": brief(row.author),
        "text": row.text,
        "quick": row.quick,
        "removed": row.removed,
    }


def _annulment(row: Annulment) -> dict[str, Any]:
    return {
        "match": row.match_id,
        "official": brief(row.official),
        "why": row.why,
        "at": instant(row.at),
    }
