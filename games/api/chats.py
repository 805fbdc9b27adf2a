"""Operations on the chats: reading and writing lines, reporting one, blocking a member."""

from http import HTTPStatus
from typing import Any

import msgspec
from rest_framework import serializers
from rest_framework.response import Response

from accounts import blocks
from accounts.api.shapes import MemberBrief, brief
from accounts.enums import Scope
from games import selectors
from games.api import frames, shapes
from games.enums import ReportReason
from games.models import NOTE_LENGTH
from games.services import blocking, chat, reports
from games.services.table import NoSuchMatch
from vrhcaby.rest import operation, shaping
from vrhcaby.rest.fields import Choice, Input, Instant, Nothing, Text, instant
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.problems import require

TAG = "chats"
_OF_SAY = (
    *("bad_frame", "command_id_reused", "room_closed", "muted", "chat_empty", "chat_too_long"),
    *("chat_too_often", "chat_repeated"),
)


class BlockTold(serializers.Serializer):
    """A member whom the member who asks does not want to meet."""

    member = MemberBrief(help_text="Whom.")
    at = Instant(help_text="Since when.")


class ReportBody(Input):
    """What is wrong with a line."""

    reason = Choice(ReportReason.choices, help_text="What is wrong.")
    note = Text(
        max_length=NOTE_LENGTH,
        required=False,
        allow_blank=True,
        help_text="What the moderators should know.",
    )


class ShowLobbyChat(Operation):
    """The room of the lobby with its latest lines; those of members one blocks are left out."""

    summary = "Chat of the lobby"
    tag = TAG
    Output, many = shaping.ref("ChatFrame"), True

    def get(self, request: Any) -> Response:
        """Answer the room."""
        return Response(_rooms(None, request.user.pk))


class ShowMatchChat(Operation):
    """The rooms of a match that one may read now, with their latest lines.

    While it is played the players have theirs and members who watch have theirs; afterwards
    everybody reads the spectators'.
    """

    summary = "Chats of a match"
    tag = TAG
    Output, many = shaping.ref("ChatFrame"), True
    refusals = ("no_such_match",)

    def get(self, request: Any, match_id: int) -> Response:
        """Answer the rooms."""
        if selectors.place(match_id, None) is None:
            raise NoSuchMatch
        return Response(_rooms(match_id, request.user.pk))


class SayInLobby(Operation):
    """Write a line in the lobby: a text, or one of the phrases that each reads in his language."""

    summary = "Write in the lobby"
    tag = TAG
    scope = Scope.PLAY.value
    kind = operation.WRITE
    Input, Output = frames.body("SayBody"), shapes.AnswerTold
    refusals = _OF_SAY
    example = {"id": "a-number-of-mine", "room": "lobby", "quick": "hello"}

    def post(self, request: Any) -> Response:
        """Write the line."""
        return _said(request, None)


class SayAtMatch(Operation):
    """Write a line in a room of a match: a text, or one of the phrases."""

    summary = "Write at a match"
    tag = TAG
    scope = Scope.PLAY.value
    kind = operation.WRITE
    Input, Output = frames.body("SayBody"), shapes.AnswerTold
    refusals = (*_OF_SAY, "no_such_match")
    example = {"id": "a-number-of-mine", "room": "players", "quick": "good_luck"}

    def post(self, request: Any, match_id: int) -> Response:
        """Write the line."""
        return _said(request, match_id)


class ReportLine(Operation):
    """Show a line that one may read to the moderators."""

    summary = "Report a chat line"
    tag = TAG
    scope = Scope.PLAY.value
    kind = operation.WRITE
    Input = ReportBody
    success = HTTPStatus.NO_CONTENT.value
    refusals = ("no_such_line", "line_is_yours", "reported_already", "too_many_reports")
    example = {"reason": "insult", "note": "Twice already."}

    def post(self, request: Any, line_id: int) -> Response:
        """Report the line."""
        wanted = self.taken(request)
        require(reports.report(member_id=request.user.pk, line_id=line_id, **wanted))
        return Response(status=self.success)


class ShowStanding(Operation):
    """Whether a moderator has taken the chats from the member who asks, and whom he blocks."""

    summary = "My standing in the chats"
    tag = TAG
    scope = Scope.READ.value
    Output = shaping.ref("ChatStanding")

    def get(self, request: Any) -> Response:
        """Answer the standing."""
        return Response(_told(selectors.chat_standing(request.user.pk)))


class ListBlocks(Operation):
    """Whom the member who asks blocks, by name."""

    summary = "My blocks"
    tag = TAG
    scope = Scope.READ.value
    Output, many = BlockTold, True

    def get(self, request: Any) -> Response:
        """Answer all blocks."""
        rows = blocks.listed(request.user.pk)
        return Response([{"member": brief(row.blocked), "at": instant(row.at)} for row in rows])


class BlockMember(Operation):
    """Block a member: one meets him no more in chats and challenges; running games go on."""

    summary = "Block a member"
    tag = TAG
    scope = Scope.PLAY.value
    kind = operation.WRITE
    success = HTTPStatus.NO_CONTENT.value
    refusals = ("no_such_member", "block_yourself", "block_staff", "too_many_blocks")
    Input, example = Nothing, {}

    def put(self, request: Any, member_id: int) -> Response:
        """Block the member."""
        self.taken(request)
        require(blocking.block(member_id=request.user.pk, other_id=member_id))
        return Response(status=self.success)


class UnblockMember(Operation):
    """Take a block back; without one nothing changes."""

    summary = "Unblock a member"
    tag = TAG
    scope = Scope.PLAY.value
    kind = operation.WRITE
    success = HTTPStatus.NO_CONTENT.value

    def delete(self, request: Any, member_id: int) -> Response:
        """Take the block back."""
        require(blocking.unblock(member_id=request.user.pk, other_id=member_id))
        return Response(status=self.success)


def _rooms(match_id: int | None, member_id: int | None) -> list[dict[str, Any]]:
    """Return the rooms that somebody may read, as he sees them."""
    hidden = selectors.chat_standing(member_id).hidden
    guest = member_id is None
    return [
        _told(selectors.room_frame(room, match_id, hidden=hidden, guest=guest))
        for room in selectors.open_rooms(match_id, member_id)
    ]


def _said(request: Any, match_id: int | None) -> Response:
    frame = frames.read("SayBody", request.data)
    told = chat.say_once(member_id=request.user.pk, match_id=match_id, frame=frame)
    return Response(shapes.answer(frame.id, require(told)))


def _told(frame: Any) -> dict[str, Any]:
    """Return a frame of the sockets without its type."""
    told: dict[str, Any] = msgspec.to_builtins(frame)
    del told["type"]
    return told
