"""The rooms as their readers see them."""

from collections.abc import Iterable

from accounts import blocks, mutes
from accounts.permissions import NotSignedIn
from games import permissions, wire
from games.enums import ChatRoom
from games.models import ChatLine, Seat
from games.selectors.matches import place

MOST_LINES = 50
"""So many of the latest lines of a room are shown."""

MATCH_ROOMS = (ChatRoom.PLAYERS.value, ChatRoom.SPECTATORS.value)


def open_rooms(match_id: int | None, member_id: int | None) -> list[str]:
    """Return the rooms at a match, or of the lobby (None), that somebody may read now."""
    if match_id is None:
        return [ChatRoom.LOBBY.value]
    found = place(match_id, member_id)
    if found is None:
        return []
    plays = found.seat is not None
    return [
        room
        for room in MATCH_ROOMS
        if permissions.may_enter_room(room, member_id=member_id, plays=plays, live=found.live)
    ]


def room_frame(
    room: str, match_id: int | None, *, hidden: Iterable[int] = (), guest: bool = False
) -> wire.ChatFrame:
    """Return the latest lines of a room without those of hidden authors; enforces nothing."""
    rows = ChatLine.objects.of_room(room, match_id).filter(removed=False)
    shown = rows.exclude(author__in=set(hidden)).select_related("author")
    latest = list(shown.order_by("-id")[:MOST_LINES])[::-1]
    return wire.ChatFrame(
        room=room,
        lines=chat_lines(latest, match_id),
        whole=True,
        closed=NotSignedIn.code if guest else None,
    )


def chat_standing(member_id: int | None) -> wire.ChatStanding:
    """Return a member's mute, and whose lines he does not want to see."""
    if member_id is None:
        return wire.ChatStanding(mute=None, hidden=[])
    row = mutes.lasting(member_id)
    mute = None
    if row is not None:
        mute = wire.MuteFace(until=int(row.until.timestamp() * 1000), reason=row.reason)
    return wire.ChatStanding(mute=mute, hidden=sorted(blocks.blocked_by(member_id)))


def chat_lines(rows: Iterable[ChatLine], match_id: int | None) -> list[wire.ChatLine]:
    """Return lines as frames hold them."""
    seats: dict[int, int] = {}
    if match_id is not None:
        seats = dict(Seat.objects.filter(match=match_id).values_list("member", "side"))
    return [
        wire.ChatLine(
            id=row.pk,
            author_id=row.author_id,
            author=str(row.author),
            bot=row.author.is_bot,
            seat=seats.get(row.author_id),
            text=row.text,
            quick=row.quick or None,
            at=int(row.at.timestamp() * 1000),
        )
        for row in rows
    ]
