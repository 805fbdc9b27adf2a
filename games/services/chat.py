"""Chat lines: who may write where, how much, and what is kept of a text.

Lock: the author's row, alone, so that his pages cannot write past the limits together.
"""

from django.contrib.auth import get_user_model
from django.db import transaction

from accounts import mutes
from accounts import permissions as accounts
from games import permissions, realtime, selectors, wire
from games.enums import ChatRoom
from games.instants import to_datetime
from games.models import LINE_LENGTH, ChatLine
from games.services import once
from games.services.answers import Done, answering
from games.services.challenges import NoSuchMember
from games.services.table import NoSuchMatch
from vrhcaby import clock, plain_line
from vrhcaby.errors import DomainError, Refused

RATES = ((10_000, 5), (60_000, 20))
"""A member may write so many lines in so many milliseconds, in all rooms together."""

MOST_REPEATS = 2
"""The same text so often in a minute."""


class ChatEmpty(DomainError):
    """Nothing visible is left of the line, or it is both a text and a phrase."""

    code = "chat_empty"


class ChatTooLong(DomainError):
    """The line is longer than LINE_LENGTH."""

    code = "chat_too_long"


class ChatTooOften(DomainError):
    """The member has written as much as one may for now."""

    code = "chat_too_often"


class ChatRepeated(DomainError):
    """The same has just been said more than once."""

    code = "chat_repeated"


class Muted(DomainError):
    """A moderator has taken the chats from the member; `details` hold until when and why."""

    code = "muted"


@answering
def say(
    *,
    member_id: int,
    room: str,
    match_id: int | None = None,
    text: str = "",
    quick: str | None = None,
) -> Done:
    """Write a line into a room and show it to its readers; entry service.

    `text` is cleaned (`plain_line`), `quick` one of QuickPhrase; exactly one of them is given.
    """
    kept = _judged(text, quick)
    with transaction.atomic(durable=True):
        author = get_user_model().objects.select_for_update().filter(pk=member_id).first()
        if author is None:
            raise NoSuchMember
        now = clock.now()
        accounts.require_can_act(author)
        _require_may_write(member_id, room, match_id)
        _require_within_limits(member_id, kept, now)
        line = ChatLine.objects.create(
            match_id=match_id,
            room=room,
            author=author,
            text=kept,
            quick=quick or "",
            at=to_datetime(now),
        )
        frame = wire.ChatFrame(room=room, lines=selectors.chat_lines([line], match_id))
        realtime.chat_line(match_id, member_id, frame)
    return Done()


def say_once(*, member_id: int, match_id: int | None, frame: wire.Say) -> once.Told | Refused:
    """Let the line of a frame be written once for its `id`, by whichever way it comes again.

    Answers and refuses as `once.answered` does.
    """
    return once.answered(
        member_id=member_id,
        key=frame.id,
        body={**wire.plain(frame), "match": match_id},
        act=lambda: say(
            member_id=member_id,
            room=frame.room,
            match_id=match_id,
            text=frame.text,
            quick=frame.quick,
        ),
    )


def _judged(text: str, quick: str | None) -> str:
    kept = plain_line.clean(text)
    if bool(kept) == (quick is not None):
        raise ChatEmpty
    if len(kept) > LINE_LENGTH:
        raise ChatTooLong
    return kept


def _require_may_write(member_id: int, room: str, match_id: int | None) -> None:
    if (room == ChatRoom.LOBBY) != (match_id is None):
        raise permissions.RoomClosed
    if match_id is not None:
        place = selectors.place(match_id, member_id)
        if place is None:
            raise NoSuchMatch
        plays = place.seat is not None
        permissions.require_may_enter_room(room, member_id=member_id, plays=plays, live=place.live)
    mute = mutes.lasting(member_id)
    if mute is not None:
        raise Muted(details={"until": mute.until.isoformat(), "reason": mute.reason})


def _require_within_limits(member_id: int, text: str, now: int) -> None:
    longest, most = RATES[-1]
    since = to_datetime(now - longest)
    rows = ChatLine.objects.filter(author=member_id, at__gt=since).order_by("-at")
    latest = list(rows.values_list("at", "text")[:most])
    for span, count in RATES:
        if sum(at > to_datetime(now - span) for at, _text in latest) >= count:
            raise ChatTooOften
    if text and sum(before == text for _at, before in latest) >= MOST_REPEATS:
        raise ChatRepeated
