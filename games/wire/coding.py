"""Frames from JSON text and to it, and the schema of all of them."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from games.engine import commands
from games.wire import lobby, table
from games.wire.incoming import CommandFrame, GameIncoming, LobbyIncoming


class BadFrame(ValueError):
    """A frame is not JSON, not in the schema, or contradicts itself; `code` is for the client."""

    def __init__(self, code: str = "bad_frame", why: str = "") -> None:
        super().__init__(why or code)
        self.code = code


GameOutgoing = (
    table.Snapshot
    | table.Events
    | table.Ok
    | table.RefusedFrame
    | table.PresenceFrame
    | table.Spectators
    | table.AliveQuestion
    | table.ErrorFrame
    | table.RematchFrame
    | table.Moved
    | lobby.Go
    | lobby.ReadyQuestion
    | lobby.Notice
)
LobbyOutgoing = (
    lobby.Lobby
    | lobby.LobbyChanged
    | table.Ok
    | table.RefusedFrame
    | lobby.Go
    | lobby.ReadyQuestion
    | lobby.Notice
    | table.AliveQuestion
    | table.ErrorFrame
)

_game = msgspec.json.Decoder(GameIncoming)
_lobby = msgspec.json.Decoder(LobbyIncoming)
_encoder = msgspec.json.Encoder()


def game_frame(text: str) -> GameIncoming:
    """Decode a frame of the game socket. Raises BadFrame."""
    try:
        return _game.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadFrame(why=str(error)) from error


def lobby_frame(text: str) -> LobbyIncoming:
    """Decode a frame of the lobby socket. Raises BadFrame."""
    try:
        return _lobby.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadFrame(why=str(error)) from error


def command(frame: CommandFrame, seat: int) -> commands.Command:
    """Return the engine's command that a seat sends. Raises BadFrame when parts do not fit."""
    step_parts = [part for part in (frame.origin, frame.die, frame.to) if part is not UNSET]
    if frame.kind != "step":
        if step_parts:
            raise BadFrame(why="from, die and to belong to a step")
        return _SIMPLE[frame.kind](seat)
    if frame.origin is UNSET or len(step_parts) < 2:
        raise BadFrame(why="a step has from, and die or to")
    return commands.Step(
        seat,
        frame.origin,
        die=None if frame.die is UNSET else frame.die,
        target=None if frame.to is UNSET else frame.to,
    )


def encode(frame: table.Outgoing) -> str:
    """Return the JSON text of a frame."""
    return _encoder.encode(frame).decode()


_SIMPLE: Mapping[str, Callable[[int], commands.Command]] = {
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
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Frames of the sockets",
        "properties": dict(zip(named, shapes, strict=True)),
        "$defs": dict(parts),
    }
    # Python's anchors, which admit no line end at the end, are ECMA's ^ and $.
    text = json.dumps(whole).replace(r"\\A", "^").replace(r"\\Z", "$")
    ready: dict[str, Any] = json.loads(text)
    return ready
