"""What the server sends to the lobby and to a member wherever he is."""

from typing import Any

from msgspec import Struct, field

from games.wire.table import Control, Outgoing


class LobbyMember(Struct, frozen=True):
    """Somebody who is here; `rating` in the pool of the club's game."""

    id: int
    name: str
    rating: str | None
    playing: bool
    bot: bool


class LobbyChallenge(Struct, frozen=True):
    """An open challenge; `target_id` None means to everybody; `bots`: challenger and target."""

    id: int
    challenger_id: int
    challenger: str
    rating: str | None
    target_id: int | None
    target: str | None
    bots: tuple[bool, bool]
    ruleset: str
    rated: bool
    length: int | None
    options: dict[str, Any]
    control: Control
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
    bots: tuple[bool, bool]
    ratings: tuple[str | None, str | None]
    ruleset: str
    rated: bool
    length: int | None
    score: tuple[int, int]
    turn: int | None
    pips: tuple[int, int]
    since: int


class ReadyQuestion(Outgoing, frozen=True, tag="ready?"):
    """Your challenge was accepted while you were away: do you sit down (rules V25)?"""

    challenge: int
    until: int
    name: str = field(name="from")


class Lobby(Outgoing, frozen=True, tag="lobby"):
    """The lobby as one viewer sees it."""

    now: int
    you: int | None
    members: list[LobbyMember]
    challenges: list[LobbyChallenge]
    live: list[LobbyMatch]
    ready: ReadyQuestion | None


class LobbyChanged(Lobby, frozen=True, tag="lobby_changed"):
    """The lobby again, after a change."""


class Go(Outgoing, frozen=True, tag="go"):
    """Your match has begun: go to its page."""

    match: int


class Notice(Outgoing, frozen=True, tag="notice"):
    """Something that concerns you: a challenge withdrawn, a mute, or `told`: see your notices."""

    code: str
    text: str
    challenge: int | None = None
