"""Frames from JSON text and to it, and the schema of all of them."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from games.engine import commands
from games.engine.clock import DAY_MS, ControlKind, TimeControl
from games.wire import chat, described, facts, lobby, shapes, table
from games.wire.incoming import (
    CommandFrame,
    GameIncoming,
    Incoming,
    LobbyIncoming,
    NewChallenge,
)


class BadFrame(ValueError):
    """A frame is not JSON, not in the schema, or contradicts itself; `code` is for the client."""

    def __init__(self, code: str = "bad_frame", why: str = "") -> None:
        super().__init__(why or code)
        self.code, self.why = code, why


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
    | chat.ChatFrame
    | chat.ChatRemoved
    | chat.ChatStanding
    | lobby.Go
    | lobby.ReadyQuestion
    | lobby.Notice
)
LobbyOutgoing = (
    lobby.Lobby
    | lobby.LobbyChanged
    | chat.ChatFrame
    | chat.ChatRemoved
    | chat.ChatStanding
    | table.Ok
    | table.RefusedFrame
    | lobby.Go
    | lobby.ReadyQuestion
    | lobby.Notice
    | table.AliveQuestion
    | table.ErrorFrame
)

USUAL_LIMIT_MS: Mapping[ControlKind, int] = {
    ControlKind.PER_STEP: 60_000,
    ControlKind.PER_TURN: 60_000,
    ControlKind.DELAY: 12_000,
    ControlKind.CORRESPONDENCE: DAY_MS,
}
_Build = Callable[[int, Mapping[str, Any]], commands.Command]
_game = msgspec.json.Decoder(GameIncoming)
_lobby = msgspec.json.Decoder(LobbyIncoming)
_encoder = msgspec.json.Encoder()


def readable(text: str | None, *, most_bytes: int) -> str:
    """Return a frame's text. Raises BadFrame for a binary or too large one."""
    if text is None:
        raise BadFrame("bad_frame", "a frame is text, not bytes")
    if len(text) > most_bytes or len(text.encode()) > most_bytes:
        raise BadFrame("frame_too_large", f"a frame has at most {most_bytes} bytes")
    return text


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
    given = {name: part for name in _PARTS if (part := getattr(frame, name)) is not UNSET}
    needs, build = _COMMANDS[frame.kind]
    if frame.kind == "step":
        if "origin" not in given or not given.keys() <= {"origin", "die", "to"} or len(given) < 2:
            raise BadFrame(why="a step has from, and die or to")
    elif given.keys() != needs:
        raise BadFrame(why=f"a command {frame.kind} has {sorted(needs) or 'nothing else'}")
    return build(seat, given)


def terms(frame: NewChallenge) -> dict[str, Any]:
    """Return what a new challenge wishes, as the parameters of `services.lobby.challenge`."""
    return {
        "ruleset": frame.ruleset,
        "rated": frame.rated,
        "opponent_id": frame.to,
        "limit_ms": None if frame.limit_s is None else frame.limit_s * 1000,
        "options": {} if frame.options is None else msgspec.to_builtins(frame.options),
        "control": _control(frame),
        "seed": frame.seed,
    }


def _control(frame: NewChallenge) -> TimeControl | None:
    """Return the engine's time control that a challenge asks for, None for the ruleset's own."""
    wished = frame.control
    if wished is None:
        return None
    kind = ControlKind(wished.kind)
    given = {
        name: value
        for name, value in (
            ("limit_ms", _ms(wished.limit_s)),
            ("reserve_ms", _ms(wished.reserve_s)),
            ("vacation", None if wished.vacation is UNSET else wished.vacation),
        )
        if value is not None
    }
    usual: dict[str, Any] = {"limit_ms": USUAL_LIMIT_MS[kind]}
    if kind is ControlKind.CORRESPONDENCE:
        usual["idle_ms"] = None
    return TimeControl(kind, **{**usual, **given})


def _ms(seconds: int | UnsetType) -> int | None:
    return None if seconds is UNSET else seconds * 1000


def plain(frame: Incoming) -> dict[str, Any]:
    """Return all that a frame says, with its type and what it leaves out, as JSON values."""
    told: dict[str, Any] = msgspec.to_builtins(frame)
    return told


def encode(frame: table.Outgoing) -> str:
    """Return the JSON text of a frame."""
    return _encoder.encode(frame).decode()


_PARTS = ("origin", "die", "to", "steps", "level", "on")
Parts = Mapping[str, Any]


def _step(seat: int, given: Parts) -> commands.Command:
    return commands.Step(seat, given["origin"], given.get("die"), given.get("to"))


def _alone(kind: Callable[[int], commands.Command]) -> tuple[frozenset[str], _Build]:
    return frozenset(), lambda seat, given: kind(seat)


_COMMANDS: Mapping[str, tuple[frozenset[str], _Build]] = {
    "step": (frozenset({"origin", "die", "to"}), _step),
    "turn": (
        frozenset({"steps"}),
        lambda seat, given: commands.Turn(seat, tuple(given["steps"])),
    ),
    "place": (frozenset({"die"}), lambda seat, given: commands.Place(seat, given["die"])),
    "offer_resignation": (
        frozenset({"level"}),
        lambda seat, given: commands.OfferResignation(seat, given["level"]),
    ),
    "hold": (frozenset({"on"}), lambda seat, given: commands.Hold(seat, given["on"])),
    "roll": _alone(commands.Roll),
    "double": _alone(commands.Double),
    "take": _alone(commands.Take),
    "drop": _alone(commands.Drop),
    "beaver": _alone(commands.Beaver),
    "raccoon": _alone(commands.Raccoon),
    "next_game": _alone(commands.NextGame),
    "offer_draw": _alone(commands.OfferDraw),
    "accept": _alone(commands.Accept),
    "decline": _alone(commands.Decline),
    "resign": _alone(commands.Resign),
    "leave": _alone(commands.Leave),
    "claim": _alone(commands.Claim),
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
    for name, shape in ready["$defs"].items():
        described.describe(name, shape)
    _say_facts(ready["$defs"])
    return ready


def _say_facts(parts: dict[str, Any]) -> None:
    """Put what the engine's values hold in the place of objects that hold anything."""
    parts.update(shapes.components())
    for name in ("Snapshot", "LobbyChallenge"):
        whole = parts[name]["properties"]
        text = whole["options"]["description"]
        whole["options"] = {"$ref": "#/$defs/MatchOptions", "description": text}
    choice = parts["Choice"]["properties"]
    choice["details"] = {
        "type": "object",
        "description": choice["details"]["description"],
        "default": {},
        "properties": dict(facts.CHOICE),
        "additionalProperties": False,
    }
