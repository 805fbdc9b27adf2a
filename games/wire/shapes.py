"""Events, rules, options and clocks as JSON Schemas, made of the engine's own dataclasses."""

import inspect
from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

from games.engine.board import Board
from games.engine.clock import TimeControl
from games.engine.codec import KINDS
from games.engine.rules import MatchOptions, Rules
from games.wire import facts
from vrhcaby.rest.shaping import Shape, closed

_SEAT: Shape = {"type": "integer", "enum": [0, 1]}
_PLAIN: Mapping[Any, Shape] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    str: {"type": "string"},
    NoneType: {"type": "null"},
    Board: {"$ref": "#/$defs/Board"},
}
_SEATS = frozenset({"starter", "lot", "winner"})
"""Facts that name a seat."""
MILLISECONDS: Shape = {"type": "integer", "description": "When, in milliseconds since 1970."}


def components() -> dict[str, Shape]:
    """Return the schemas to which frames refer, by their names."""
    made = {f"{kind.__name__}Data": _facts(kind) for kind in KINDS.values() if _names(kind)}
    return {
        **made,
        "NoData": closed("Nothing belongs to this kind.", {}),
        "Board": closed("Checkers of both players on a board.", facts.BOARD),
        "MatchOptions": _of(MatchOptions, "What a match sets on top of its ruleset, resolved."),
        "EventFrame": event_shape("One event; `data` depends on `kind`."),
    }


def terms_components() -> dict[str, Shape]:
    """Return the schemas of what a match is played by, as far as no frame has it."""
    return {
        "MatchRules": _of(Rules, "What one game is played by."),
        "StoredControl": _control(),
    }


def event_shape(text: str, at: Shape = MILLISECONDS, **more: Mapping[str, Any]) -> Shape:
    """Return the schema of an event with this shape of its time, one branch for each kind.

    `more` has by the kind's name parts that its facts have besides.
    """
    branches = [_branch(name, kind, at, more.get(name, {})) for name, kind in KINDS.items()]
    return {"description": text, "oneOf": branches}


def _branch(name: str, kind: Any, at: Shape, more: Mapping[str, Any]) -> Shape:
    data: Shape = {"$ref": f"#/$defs/{kind.__name__}Data" if _names(kind) else "#/$defs/NoData"}
    if more:
        own = _facts(kind)
        data = closed(own["description"], {**own["properties"], **more})
    seated = "seat" in {field.name for field in fields(kind)}
    parts = {
        "seq": {"type": "integer", "description": facts.EVENT["seq"]},
        "kind": {"const": name, "description": facts.EVENT["kind"]},
        "at": at,
        "seat": {**(_SEAT if seated else {"type": "null"}), "description": facts.EVENT["seat"]},
        "data": {**data, "description": facts.EVENT["data"]},
    }
    return {**closed(_said(kind), parts), "title": name}


def _facts(kind: Any) -> Shape:
    parts = {
        field.name: _part(facts.EVENTS, kind, field)
        for field in fields(kind)
        if field.name in _names(kind)
    }
    return closed(_said(kind), parts)


def _names(kind: Any) -> tuple[str, ...]:
    return tuple(one.name for one in fields(kind) if one.name not in ("at", "seat"))


def _said(kind: Any) -> str:
    return " ".join((inspect.getdoc(kind) or "").split("\n\n")[0].split())


def _of(kind: Any, text: str) -> Shape:
    return closed(text, {one.name: _part(facts.AGREED, kind, one) for one in fields(kind)})


def _control() -> Shape:
    whole = _of(TimeControl, "A time control as it was agreed.")
    return {**whole, "required": ["kind", "limit_ms", "idle_ms"]}


def _part(told: Mapping[str, str], kind: Any, field: Any) -> Shape:
    text = told.get(f"{kind.__name__}.{field.name}") or told[field.name]
    return {**_shape(field.type, field.name), "description": text}


def _shape(kind: Any, name: str = "") -> Shape:
    """Return the schema of values of a type."""
    if isinstance(kind, UnionType):
        return _any_of([_shape(one, name) for one in get_args(kind)])
    if get_origin(kind) is tuple:
        return _tuple(get_args(kind))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return {"type": "string", "enum": [str(one) for one in kind]}
    if kind is int and name in _SEATS:
        return dict(_SEAT)
    return dict(_PLAIN[kind])


def _any_of(shapes: list[Shape]) -> Shape:
    if all(shape.keys() == {"type"} for shape in shapes):
        return {"type": [shape["type"] for shape in shapes]}
    return {"anyOf": shapes}


def _tuple(kinds: tuple[Any, ...]) -> Shape:
    if kinds[-1] is Ellipsis:
        return {"type": "array", "items": _shape(kinds[0])}
    size = len(kinds)
    parts = [_shape(one) for one in kinds]
    return {"type": "array", "prefixItems": parts, "items": False, "minItems": size} | {
        "maxItems": size
    }
