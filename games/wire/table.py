"""What the server sends to a match: the snapshot, events, and what else viewers must know."""

from typing import Any, Literal

from msgspec import Struct, field


class Outgoing(Struct, frozen=True, tag_field="type"):
    """What the server sends; `type` tells which."""


class Offer(Struct, frozen=True):
    """The draw offer that waits."""

    seat: int


class DrawBlock(Struct, frozen=True):
    """Why a seat may not offer a draw now; `needs` steps are missing."""

    code: str | None
    needs: int


class State(Struct, frozen=True):
    """The match as a page draws it; boards[seat][point] counts that seat's own checkers."""

    phase: Literal["live", "over"]
    turn: int
    boards: tuple[list[int], list[int]]
    dice: list[int]
    left: list[int]
    roll: int
    steps: int
    passes: int
    offer: Offer | None
    draw: tuple[DrawBlock, DrawBlock]
    winner: int | None
    reason: str | None
    last: list[tuple[int, int, bool]]
    last_seat: int | None


Step = tuple[int, int, int, bool]
"""from, to, die, hit"""


class Legal(Struct, frozen=True):
    """What the seat on turn may do: single steps, and (from, to, steps) of combined ones."""

    steps: list[Step]
    paths: list[tuple[int, int, list[Step]]]


class ClockFace(Struct, frozen=True):
    """Whose limit runs, and how much of it is left at `now` of the frame."""

    seat: int | None
    kind: Literal["step", "offer"]
    left: int
    limit: int
    claimable: bool
    paused: bool


class RatingMove(Struct, frozen=True):
    """A seat's rating before and after the match, as decimal text; None where unrated."""

    before: str | None
    after: str | None


class ResultFrame(Struct, frozen=True):
    """How the match ended; `limit_at` is the limit that passed, where that decided.

    `id` is the result's own number, by which the ladder explains the change of the ratings.
    """

    id: int
    winner: int | None
    reason: str
    rated: bool
    limit_at: int | None
    ratings: tuple[RatingMove, RatingMove]


class EventFrame(Struct, frozen=True):
    """One event; `data` depends on `kind`."""

    seq: int
    kind: str
    at: int
    seat: int | None
    data: dict[str, Any]


class Presence(Struct, frozen=True):
    """Whether somebody is here, and since when that is so."""

    online: bool
    since: int


class Rematch(Struct, frozen=True):
    """A rematch offered after the end."""

    challenge: int
    seat: int = field(name="from")


class Snapshot(Outgoing, frozen=True, tag="snapshot"):
    """Everything a viewer needs."""

    match: int
    version: int
    now: int
    you: int | None
    names: tuple[str, str]
    ratings: tuple[str | None, str | None]
    ruleset: str
    rated: bool
    state: State
    legal: Legal
    clock: ClockFace
    presence: tuple[Presence, Presence]
    spectators: int
    commitment: str
    result: ResultFrame | None
    rematch: Rematch | None
    moved: int | None


class Events(Outgoing, frozen=True, tag="events"):
    """What happened, up to `version`, and what follows from it; the same for all viewers."""

    match: int
    version: int
    now: int
    events: list[EventFrame]
    state: State
    legal: Legal
    clock: ClockFace
    result: ResultFrame | None


class Ok(Outgoing, frozen=True, tag="ok", omit_defaults=True):
    """A command was accepted; it is committed.

    `version` is the match's after a command; `match` has begun; `challenge` waits, and where
    its challenger is being asked whether he is ready, `until` that time.
    """

    id: str
    version: int | None = None
    match: int | None = None
    challenge: int | None = None
    until: int | None = None


class RefusedFrame(Outgoing, frozen=True, tag="refused"):
    """A command was not accepted; nothing of it was kept."""

    id: str
    code: str
    text: str
    version: int | None = None


class PresenceFrame(Outgoing, frozen=True, tag="presence"):
    """A player came or went; absent `since` milliseconds of the epoch."""

    seat: int
    online: bool
    since: int


class Spectators(Outgoing, frozen=True, tag="spectators"):
    """How many people watch."""

    count: int


class AliveQuestion(Outgoing, frozen=True, tag="alive?", omit_defaults=True):
    """Asked every few seconds; a player who does not answer counts as offline.

    `version` is one that the match had some seconds ago: a page that has not reached it has lost
    what was sent to it.
    """

    now: int
    version: int | None = None


class ErrorFrame(Outgoing, frozen=True, tag="error"):
    """A frame was not understood or not admitted; the socket stays open."""

    code: str
    text: str


class RematchFrame(Outgoing, frozen=True, tag="rematch"):
    """A player offers a rematch."""

    challenge: int
    seat: int = field(name="from")


class Moved(Outgoing, frozen=True, tag="moved"):
    """The rematch was accepted: the players go on in another match."""

    match: int
