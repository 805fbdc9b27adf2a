"""Events as JSON values, what the database keeps and the export shows; states by `snapshot`.

An event's `data` has its version in the key `v`, absent for 1; older ones pass upcasters.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, get_args

from games.engine import events as e
from games.engine.board import Board
from games.engine.errors import RuleViolation
from games.engine.match_errors import BadRecord
from games.engine.snapshot import state_from_json, state_to_json

__all__ = ["event_from_data", "event_to_data", "state_from_json", "state_to_json"]

EVENT_VERSION = 1
_NEVER_DATA = ("at", "seat")
Read = Callable[[Any], Any]
Upcaster = Callable[[str, dict[str, Any]], dict[str, Any]]

UPCASTERS: Mapping[int, Upcaster] = {}
"""From the data of a version to that of the next one, by the version it reads."""


def event_to_data(event: e.Event) -> tuple[str, dict[str, Any]]:
    """The kind of an event and its facts as JSON values; `at` and `seat` are kept beside them."""
    names = _FIELDS[event.kind]
    return event.kind, {name: _plain(getattr(event, name)) for name in names}


def event_from_data(
    kind: str, data: Mapping[str, Any], at: int, seat: int | None, version: int | None = None
) -> e.Event:
    """Read an event back, of any version so far (default: what `data` says).

    Raises BadRecord for what is no event.
    """
    if kind not in KINDS:
        raise BadRecord(kind=str(kind)[:32])
    try:
        facts = _upcast(kind, dict(data), version)
        if facts.keys() != set(_FIELDS[kind]):
            raise BadRecord(kind=kind)
        values = {name: _READERS[name](value) for name, value in facts.items()}
        event: e.Event = KINDS[kind](at=_int(at), **values, **_seat(kind, seat))
    except (TypeError, ValueError, RuleViolation) as wrong:
        raise BadRecord(kind=kind) from wrong
    return event


def _upcast(kind: str, data: dict[str, Any], version: int | None) -> dict[str, Any]:
    stored = data.pop("v", 1)
    version = stored if version is None else version
    if version != EVENT_VERSION and version not in UPCASTERS:
        raise BadRecord(kind=kind)
    while version < EVENT_VERSION:
        data = UPCASTERS[version](kind, data)
        version += 1
    return data


def _seat(kind: str, seat: int | None) -> dict[str, int]:
    if not _SEATED[kind]:
        if seat is not None:
            raise ValueError(seat)
        return {}
    return {"seat": _side(seat)}


def _plain(value: Any) -> Any:
    if isinstance(value, Board):
        return value.to_data()
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, str) else value


def _int(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(value)
    return value


def _bool(value: Any) -> bool:
    if type(value) is not bool:
        raise TypeError(value)
    return value


def _side(value: Any) -> int:
    if value not in (0, 1):
        raise ValueError(value)
    return _int(value)


def _optional(read: Read) -> Read:
    return lambda value: None if value is None else read(value)


def _die(value: Any) -> int:
    if _int(value) not in range(1, 7):
        raise ValueError(value)
    return int(value)


def _pair(read: Read) -> Read:
    def read_pair(value: Any) -> tuple[Any, Any]:
        first, second = value
        return read(first), read(second)

    return read_pair


def _points(value: Any) -> int | tuple[int, int]:
    """What a game counts, or the two scores of a match."""
    return _int(value) if isinstance(value, int) else _pair(_int)(value)


def _opening(value: Any) -> tuple[tuple[int, int, int], ...]:
    return tuple((_int(number), _die(first), _die(second)) for number, first, second in value)


_READERS: Mapping[str, Read] = {
    "number": _int,
    "starter": _side,
    "lot": _optional(_side),
    "opening": _opening,
    "position": _optional(Board.from_data),
    "dice": _pair(_die),
    "roll": _int,
    "origin": _int,
    "target": _int,
    "die": _die,
    "hit": _bool,
    "value": _int,
    "on": _bool,
    "left": _int,
    "lapsed_at": _int,
    "online": _bool,
    "limit_at": _int,
    "since": _int,
    "until": _int,
    "ms": _int,
    "cause": e.Cause,
    "winner": _optional(_side),
    "level": _int,
    "points": _points,
    "reason": e.Reason,
}
KINDS: Mapping[str, Any] = {kind.kind: kind for kind in get_args(e.Event)}
_SEATED = {key: "seat" in {field.name for field in fields(kind)} for key, kind in KINDS.items()}
_FIELDS = {
    key: tuple(field.name for field in fields(kind) if field.name not in _NEVER_DATA)
    for key, kind in KINDS.items()
}
