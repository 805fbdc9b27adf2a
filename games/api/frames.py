"""Bodies that are frames of the sockets without their `type`: one vocabulary, one schema."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from games import phrases, wire
from vrhcaby.rest import shaping
from vrhcaby.rest.problems import Problem
from vrhcaby.rest.shaping import closed, listed, moment, or_null, whole

_OF_ADDRESS = ("type", "match", "challenge")
"""Parts of a frame that stand in the address of a request instead."""

_AT = moment("When.")
_COUNTS = {"type": "array", "items": {"type": "integer"}}
_AFTER_START = {
    "boards": listed("By seat its own checkers by point, as in `State` of the sockets.", _COUNTS),
    "cube": closed(
        "The cube at the start of the game.",
        {"value": whole("Its value."), "owner": or_null(whole("Its owner; null: the middle."))},
    ),
}
"""What the start of a game tells besides in a file that is read."""

BODIES: Mapping[str, type[wire.Incoming]] = {
    "CommandBody": wire.CommandFrame,
    "ChallengeBody": wire.NewChallenge,
    "AcceptBody": wire.Accept,
    "DeclineBody": wire.Decline,
    "WithdrawBody": wire.Withdraw,
    "ReadyBody": wire.Ready,
    "SeedBody": wire.MixIn,
    "RematchBody": wire.RematchRequest,
    "SayBody": wire.Say,
}


def read(name: str, data: Any, **address: Any) -> Any:
    """Return the frame of a body and of what its address says. Raises Problem."""
    kind = BODIES[name]
    if not isinstance(data, dict):
        raise _problem("object", "Expected `object`")
    given = {**data, **address}
    forbidden = [key for key in _OF_ADDRESS if key in data]
    if forbidden:
        raise _problem(forbidden[0], "Object contains unknown field")
    try:
        return msgspec.convert({"type": kind.__struct_config__.tag, **given}, kind)
    except (msgspec.ValidationError, RecursionError) as wrong:
        told, _, path = str(wrong).partition(" - at `$.")
        raise _problem(path.rstrip("`") or _named(told), told) from wrong


def command(frame: wire.CommandFrame, seat: int) -> Any:
    """Return the engine's command of a frame. Raises Problem where its parts do not fit."""
    try:
        return wire.command(frame, seat)
    except wire.BadFrame as wrong:
        raise _problem("kind", str(wrong)) from wrong


@cache
def components() -> Mapping[str, Any]:
    """Return the schemas of the bodies, and of the frames that answers are made of."""
    whole = wire.schema()["$defs"]
    parts = {name: _without(whole[name], ("type",)) for name in whole}
    bodies = {name: _without(whole[kind.__name__], _OF_ADDRESS) for name, kind in BODIES.items()}
    told = {
        "EventTold": wire.event_shape("A fact of a match; `data` depends on `kind`.", _AT),
        "ImportedEvent": wire.event_shape("An event out of a file.", game_started=_AFTER_START),
    }
    text = json.dumps({**parts, **bodies, **told, **wire.terms_components()}).replace(
        "#/$defs/", "#/components/schemas/"
    )
    made: dict[str, Any] = json.loads(text)
    return made


def body(name: str) -> dict[str, Any]:
    """Return a reference to the schema of a body."""
    return dict(shaping.ref(name))


def _without(shape: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    kept = {key: part for key, part in shape.get("properties", {}).items() if key not in names}
    required = [key for key in shape.get("required", ()) if key not in names]
    closed = {"additionalProperties": False} if shape.get("additionalProperties") is False else {}
    other = {
        key: part for key, part in shape.items() if key not in ("properties", "required", "title")
    }
    if "properties" not in shape:
        return other
    return {**other, **closed, "properties": kept, "required": required}


def _named(told: str) -> str:
    """Return the field that a sentence of msgspec names between ticks, else the body."""
    parts = told.split("`")
    return parts[1] if "field" in told and len(parts) > 1 else "body"


def _problem(field: str, why: str) -> Problem:
    reason = {"code": "invalid", "detail": why}
    if "unknown field" in why:
        reason["code"] = "unknown_field"
    return Problem("bad_frame", fields={field: [reason]})


def sentence(code: str, details: Mapping[str, Any]) -> str:
    """Return the sentence of a refusal, in words that do not speak of a page."""
    return phrases.sentence(code, details)
