"""What the server sends of the chats."""

from msgspec import Struct

from games.wire.table import Outgoing


class ChatLine(Struct, frozen=True):
    """A line; `seat` of an author who plays in the match; `bot`: a program wrote it.

    `quick` is said in the reader's words.
    """

    id: int
    author_id: int
    author: str
    bot: bool
    seat: int | None
    text: str
    quick: str | None
    at: int


class ChatFrame(Outgoing, frozen=True, tag="chat"):
    """Lines of a room: the latest ones (`whole`), or a new one.

    `closed`: why the viewer cannot write there, told with the whole.
    """

    room: str
    lines: list[ChatLine]
    whole: bool = False
    closed: str | None = None


class ChatRemoved(Outgoing, frozen=True, tag="chat_removed"):
    """A moderator has removed a line."""

    room: str
    line: int


class MuteFace(Struct, frozen=True):
    """Until when one may not write in the chats, and why."""

    until: int
    reason: str


class ChatStanding(Outgoing, frozen=True, tag="chat_standing"):
    """What concerns oneself alone: a mute, and whose lines one does not want to see."""

    mute: MuteFace | None
    hidden: list[int]
