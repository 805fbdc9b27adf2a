"""Frames of the two sockets as msgspec structs; docs/protocol.md tells them to people.

What clients send is decoded strictly: unknown fields, wrong types, numbers out of range, NUL
and control characters are refused. What the server sends is encoded once for all viewers.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from games.engine import commands
from games.engine.fairness import MAX_SEED_LENGTH
from games.models import KEY_LENGTH

Key = Annotated[str, Meta(min_length=1, max_length=KEY_LENGTH, pattern=r"\A[0-9A-Za-z_.:-]+\Z")]
Id = Annotated[int, Meta(ge=1, le=2**53 - 1)]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Origin = Annotated[int, Meta(ge=1, le=25)]
Target = Annotated[int, Meta(ge=0, le=24)]
Die = Annotated[int, Meta(ge=1, le=6)]
Seed = Annotated[str, Meta(max_length=MAX_SEED_LENGTH, pattern=r"\A[^\x00-\x1f\x7f]*\Z")]
Kind = Literal["step", "offer_draw", "accept", "decline", "resign", "leave", "claim"]


class BadFrame(ValueError):
    """A frame is not JSON, not in the schema, or contradicts itself."""


class Incoming(Struct, frozen=True, forbid_unknown_fields=True):
    """What clients send; `type` tells which."""


class Hello(Incoming, tag="hello"):
    """First words, and again after a gap; `since` is the version the page holds."""

    since: Version | None = None


class CommandFrame(Incoming, tag="command"):
    """A command for the match of this socket, numbered by the client; points as its seat sees."""

    id: Key
    match: Id
    kind: Kind
    origin: Origin | UnsetType = field(default=UNSET, name="from")
    die: Die | UnsetType = UNSET
    to: Target | UnsetType = UNSET


class Alive(Incoming, tag="alive"):
    """The answer to `alive?`."""


GameIncoming = Hello | CommandFrame | Alive


class Accept(Incoming, tag="accept"):
    """Accept a challenge; `seed` goes into the dice."""

    id: Key
    challenge: Id
    seed: Seed = ""


class Decline(Incoming, tag="decline"):
    """Decline a challenge made to oneself."""

    id: Key
    challenge: Id


class Withdraw(Incoming, tag="withdraw"):
    """Take one's own challenge back."""

    id: Key
    challenge: Id


class Ready(Incoming, tag="ready"):
    """The answer of a challenger who was away to `ready?` (rules V25)."""

    id: Key
    challenge: Id
    ready: bool = True


class NewChallenge(Incoming, tag="challenge"):
    """Challenge a member (`to`), or everybody."""

    id: Key
    ruleset: Annotated[str, Meta(min_length=1, max_length=32, pattern=r"\A[a-z_]+\Z")]
    rated: bool = True
    to: Id | None = None
    limit_s: Annotated[int, Meta(ge=1, le=86_400)] | None = None
    seed: Seed = ""


LobbyIncoming = NewChallenge | Accept | Decline | Withdraw | Ready | Hello | Alive


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
    """How the match ended; `limit_at` is the limit that passed, where that decided."""

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


class Snapshot(Outgoing, tag="snapshot"):
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


class Events(Outgoing, tag="events"):
    """What happened, up to `version`, and what follows from it; the same for all viewers."""

    match: int
    version: int
    now: int
    events: list[EventFrame]
    state: State
    legal: Legal
    clock: ClockFace
    result: ResultFrame | None


class Ok(Outgoing, tag="ok"):
    """A command was accepted; it is committed."""

    id: str
    version: int | None = None


class RefusedFrame(Outgoing, tag="refused"):
    """A command was not accepted; nothing of it was kept."""

    id: str
    code: str
    text: str
    version: int | None = None


class PresenceFrame(Outgoing, tag="presence"):
    """A player came or went; absent `since` milliseconds of the epoch."""

    seat: int
    online: bool
    since: int


class Spectators(Outgoing, tag="spectators"):
    """How many people watch."""

    count: int


class AliveQuestion(Outgoing, tag="alive?"):
    """Asked every few seconds; a player who does not answer counts as offline."""

    now: int


class ErrorFrame(Outgoing, tag="error"):
    """A frame was not understood or not admitted; the socket stays open."""

    code: str
    text: str


class RematchFrame(Outgoing, tag="rematch"):
    """A player offers a rematch."""

    challenge: int
    seat: int = field(name="from")


class Moved(Outgoing, tag="moved"):
    """The rematch was accepted: the players go on in another match."""

    match: int


class LobbyMember(Struct, frozen=True):
    """Somebody who is here; `rating` in the pool of the club's game."""

    id: int
    name: str
    rating: str | None
    playing: bool


class LobbyChallenge(Struct, frozen=True):
    """An open challenge; `target_id` None means to everybody."""

    id: int
    challenger_id: int
    challenger: str
    rating: str | None
    target_id: int | None
    target: str | None
    ruleset: str
    rated: bool
    limit: int
    commitment: str
    asking: bool
    rematch_of: int | None
    since: int


class LobbyMatch(Struct, frozen=True):
    """A running match; `turn` is the seat that must act."""

    match: int
    member_ids: tuple[int, int]
    names: tuple[str, str]
    ratings: tuple[str | None, str | None]
    ruleset: str
    rated: bool
    turn: int | None
    pips: tuple[int, int]
    since: int


class ReadyQuestion(Outgoing, tag="ready?"):
    """Your challenge was accepted while you were away: do you sit down (rules V25)?"""

    challenge: int
    until: int
    name: str = field(name="from")


class Lobby(Outgoing, tag="lobby"):
    """The lobby as one viewer sees it."""

    now: int
    you: int | None
    members: list[LobbyMember]
    challenges: list[LobbyChallenge]
    live: list[LobbyMatch]
    ready: ReadyQuestion | None


class LobbyChanged(Lobby, tag="lobby_changed"):
    """The lobby again, after a change."""


class Go(Outgoing, tag="go"):
    """Your match has begun: go to its page."""

    match: int


class Notice(Outgoing, tag="notice"):
    """Something that concerns you, by code: a challenge withdrawn, declined, taken back."""

    code: str
    challenge: int


GameOutgoing = (
    Snapshot | Events | Ok | RefusedFrame | PresenceFrame | Spectators | AliveQuestion | ErrorFrame
    | RematchFrame | Moved | Go | ReadyQuestion | Notice
)  # fmt: skip
LobbyOutgoing = (
    Lobby | LobbyChanged | Ok | RefusedFrame | Go | ReadyQuestion | Notice | AliveQuestion
    | ErrorFrame
)  # fmt: skip

_game = msgspec.json.Decoder(GameIncoming)
_lobby = msgspec.json.Decoder(LobbyIncoming)
_encoder = msgspec.json.Encoder()


def game_frame(text: str) -> GameIncoming:
    """Decode a frame of the game socket. Raises BadFrame."""
    try:
        return _game.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadFrame(str(error)) from error


def lobby_frame(text: str) -> LobbyIncoming:
    """Decode a frame of the lobby socket. Raises BadFrame."""
    try:
        return _lobby.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadFrame(str(error)) from error


def command(frame: CommandFrame, seat: int) -> commands.Command:
    """Return the engine's command that a seat sends. Raises BadFrame when parts do not fit."""
    step_parts = [part for part in (frame.origin, frame.die, frame.to) if part is not UNSET]
    if frame.kind != "step":
        if step_parts:
            raise BadFrame("from, die and to belong to a step")
        return _SIMPLE[frame.kind](seat)
    if frame.origin is UNSET or len(step_parts) < 2:
        raise BadFrame("a step has from, and die or to")
    return commands.Step(
        seat,
        frame.origin,
        die=None if frame.die is UNSET else frame.die,
        target=None if frame.to is UNSET else frame.to,
    )


def encode(frame: Outgoing) -> str:
    """Return the JSON text of a frame."""
    return _encoder.encode(frame).decode()


_SIMPLE: dict[str, type[commands.Command]] = {
    "offer_draw": commands.OfferDraw,
    "accept": commands.Accept,
    "decline": commands.Decline,
    "resign": commands.Resign,
    "leave": commands.Leave,
    "claim": commands.Claim,
}


def schema() -> dict[str, Any]:
    """Return the JSON Schema of all frames, by socket and direction."""
    named = {
        "game client to server": GameIncoming,
        "game server to client": GameOutgoing,
        "lobby client to server": LobbyIncoming,
        "lobby server to client": LobbyOutgoing,
    }
    shapes, parts = msgspec.json.schema_components(named.values(), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Frames of the sockets",
        "properties": dict(zip(named, shapes, strict=True)),
        "$defs": dict(parts),
    }
