"""What clients send: strict structs, one for each type of frame."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from games.engine.fairness import MAX_SEED_LENGTH
from games.models import KEY_LENGTH

Key = Annotated[str, Meta(min_length=1, max_length=KEY_LENGTH, pattern=r"\A[0-9A-Za-z_.:-]+\Z")]
Id = Annotated[int, Meta(ge=1, le=2**53 - 1)]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Origin = Annotated[int, Meta(ge=1, le=25)]
Target = Annotated[int, Meta(ge=0, le=24)]
Die = Annotated[int, Meta(ge=1, le=6)]
Seed = Annotated[str, Meta(max_length=MAX_SEED_LENGTH, pattern=r"\A[^\x00-\x1f\x7f]*\Z")]
Secret = str
"""Whatever it looks like, what is no token is refused as a token that is not known."""
MOST_SAID = 1000
"""Longest text of a line as it is sent; what is kept of it is shorter."""

Said = Annotated[str, Meta(max_length=MOST_SAID, pattern=r"\A[^\x00]*\Z")]
Room = Literal["players", "spectators", "lobby"]
Quick = Literal["hello", "good_luck", "well_played", "thanks", "lucky", "sorry", "moment", "bye"]
Level = Annotated[int, Meta(ge=1, le=3)]
Kind = Literal[
    "step",
    "turn",
    "roll",
    "place",
    "double",
    "take",
    "drop",
    "beaver",
    "raccoon",
    "offer_resignation",
    "hold",
    "next_game",
    "offer_draw",
    "accept",
    "decline",
    "resign",
    "leave",
    "claim",
]
TurnSteps = Annotated[list[tuple[Origin, Die]], Meta(max_length=4)]


class Incoming(Struct, frozen=True, forbid_unknown_fields=True):
    """What clients send; `type` tells which."""


class Hello(Incoming, frozen=True, tag="hello"):
    """First words, and again after a gap; `since` is the version the page holds.

    A program without a session shows its access token here.
    """

    since: Version | None = None
    token: Secret | None = None


class CommandFrame(Incoming, frozen=True, tag="command"):
    """A command for the match of this socket, numbered by the client; points as its seat sees."""

    id: Key
    match: Id
    kind: Kind
    origin: Origin | UnsetType = field(default=UNSET, name="from")
    die: Die | UnsetType = UNSET
    to: Target | UnsetType = UNSET
    steps: TurnSteps | UnsetType = UNSET
    level: Level | UnsetType = UNSET
    on: bool | UnsetType = UNSET


class Alive(Incoming, frozen=True, tag="alive"):
    """The answer to `alive?`."""


class RematchRequest(Incoming, frozen=True, tag="rematch"):
    """Offer a rematch after the end, or accept the opponent's."""

    id: Key
    seed: Seed = ""


class ChatRequest(Incoming, frozen=True, tag="chat"):
    """Show me the rooms of this socket, and every line from now on."""


class Say(Incoming, frozen=True, tag="say"):
    """A chat line: a text of one's own, or a quick phrase."""

    id: Key
    room: Room
    text: Said = ""
    quick: Quick | None = None


GameIncoming = Hello | CommandFrame | Alive | RematchRequest | ChatRequest | Say


class Accept(Incoming, frozen=True, tag="accept"):
    """Accept a challenge; `seed` goes into the dice."""

    id: Key
    challenge: Id
    seed: Seed = ""


class Decline(Incoming, frozen=True, tag="decline"):
    """Decline a challenge made to oneself."""

    id: Key
    challenge: Id


class Withdraw(Incoming, frozen=True, tag="withdraw"):
    """Take one's own challenge back."""

    id: Key
    challenge: Id


class Ready(Incoming, frozen=True, tag="ready"):
    """The answer of a challenger who was away to `ready?` (rules V25)."""

    id: Key
    challenge: Id
    ready: bool = True


class WishedOptions(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a match sets on top of its ruleset; left out = the ruleset's own. `length` null = money.

    The bounds here are those of the types; which go together, the engine says.
    """

    length: Annotated[int, Meta(ge=1, le=25)] | UnsetType | None = UNSET
    crawford: bool | UnsetType = UNSET
    jacoby: bool | UnsetType = UNSET
    beavers: Annotated[int, Meta(ge=0, le=15)] | UnsetType = UNSET
    raccoons: bool | UnsetType = UNSET
    automatic_doubles: Annotated[int, Meta(ge=0, le=15)] | UnsetType = UNSET
    opening_reroll: bool | UnsetType = UNSET
    backgammon_zone: Literal["winner_home", "seed"] | UnsetType = UNSET


class WishedControl(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A time control: its kind, and what that kind needs; left out = the usual."""

    kind: Literal["per_step", "per_turn", "delay", "correspondence"]
    limit_s: Annotated[int, Meta(ge=0, le=31_622_400)] | UnsetType = UNSET
    reserve_s: Annotated[int, Meta(ge=0, le=86_400)] | UnsetType = UNSET
    vacation: Annotated[int, Meta(ge=0, le=365)] | UnsetType = UNSET


class NewChallenge(Incoming, frozen=True, tag="challenge"):
    """Challenge a member (`to`), or everybody; `limit_s` changes the ruleset's own control."""

    id: Key
    ruleset: Annotated[str, Meta(min_length=1, max_length=32, pattern=r"\A[a-z_]+\Z")]
    rated: bool = True
    to: Id | None = None
    limit_s: Annotated[int, Meta(ge=1, le=86_400)] | None = None
    options: WishedOptions | None = None
    control: WishedControl | None = None
    seed: Seed = ""


class MixIn(Incoming, frozen=True, tag="seed"):
    """The challenger's seed, now that he has seen the commitment."""

    id: Key
    challenge: Id
    seed: Seed


LobbyIncoming = (
    MixIn | NewChallenge | Accept | Decline | Withdraw | Ready | Hello | Alive | ChatRequest | Say
)
