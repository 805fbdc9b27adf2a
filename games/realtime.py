"""Which groups there are, and what is sent to them; every message leaves after the commit."""

from accounts.services import member_group
from games import wire
from vrhcaby.broadcast import broadcast_on_commit

LOBBY = "lobby"


def match_group(match_id: int) -> str:
    """Everybody at a match, players and spectators."""
    return f"match.{match_id}"


def to_match(match_id: int, frame: wire.Outgoing) -> None:
    """Send a frame to everybody at a match."""
    broadcast_on_commit(match_group(match_id), _message(frame))


def to_member(member_id: int, frame: wire.Outgoing) -> None:
    """Send a frame to all sockets of a member."""
    broadcast_on_commit(member_group(member_id), _message(frame))


def lobby_changed(*member_ids: int) -> None:
    """Tell the lobbies that what they show has changed, for all or for some members."""
    if not member_ids:
        broadcast_on_commit(LOBBY, {"type": "lobby.stale"})
    for member_id in member_ids:
        message = {"type": "lobby.stale", "mine": True}
        broadcast_on_commit(member_group(member_id), message)


def chat_group(room: str, match_id: int | None) -> str:
    """Everybody who has asked for the lines of a room and may read it."""
    return f"chat.{room}" if match_id is None else f"chat.{room}.{match_id}"


def chat_line(match_id: int | None, author_id: int, frame: wire.ChatFrame) -> None:
    """Send a new line; the sockets of those who have blocked its author keep it back."""
    message = {"type": "chat.line", "author": author_id, "text": wire.encode(frame)}
    broadcast_on_commit(chat_group(frame.room, match_id), message)


def chat_removed(match_id: int | None, frame: wire.ChatRemoved) -> None:
    """Tell the readers of a room that a line is gone."""
    broadcast_on_commit(chat_group(frame.room, match_id), _message(frame))


def chat_opened(match_id: int) -> None:
    """Tell everybody at a match that it is over: the spectators' room is open to all."""
    broadcast_on_commit(match_group(match_id), {"type": "chat.opened"})


def chat_standing(*member_ids: int) -> None:
    """Let the sockets of members read anew what concerns them in the chats."""
    for member_id in member_ids:
        broadcast_on_commit(member_group(member_id), {"type": "chat.standing"})


def notice(member_id: int, code: str, *, challenge_id: int | None = None) -> None:
    """Tell a member something by code; his sockets put it in his language."""
    message = {"type": "notice", "code": code, "challenge": challenge_id}
    broadcast_on_commit(member_group(member_id), message)


def _message(frame: wire.Outgoing) -> dict[str, str]:
    """A frame is encoded once, here, for all its viewers."""
    return {"type": "frame", "text": wire.encode(frame)}
