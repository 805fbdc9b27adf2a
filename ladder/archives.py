"""The JSON archive of a tournament: its shape, and reading a file with line and reason.

The shape is versioned; a reader knows all versions up to its own.
"""

import json
import re
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

import msgspec

from vrhcaby.errors import DomainError

KIND = "vrhcaby-tournament"
VERSION = 1
LARGEST = 8 * 1024 * 1024
_BLANK = re.compile(r"\s*")
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")


class PairingRecord(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A pairing; players are numbers of entries, `first_from` is [round, board, winner|loser]."""

    number: int
    first: int | None = None
    second: int | None = None
    first_from: tuple[int, int, str] | None = None
    second_from: tuple[int, int, str] | None = None
    for_place: int | None = None
    state: str = "waiting"
    results: tuple[int, int] | None = None
    score: tuple[int, int] | None = None
    forfeit: bool = False
    source: str = ""
    decided_at: str | None = None


class RoundRecord(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A round with its pairings."""

    number: int
    pairings: list[PairingRecord]
    state: str = "waiting"
    length: int | None = None
    opens_at: str | None = None
    deadline_at: str | None = None


class StageRecord(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A stage; `seats` are numbers of entries in order, `decides` the number of another stage."""

    number: int
    kind: str
    seats: list[int]
    rounds: list[RoundRecord]
    phase: int = 1
    name: str = ""
    double: bool = False
    decides: int | None = None


class EntryRecord(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Somebody who entered; `member`: he has an account, by this name, where it was written."""

    number: int
    name: str
    state: str
    member: bool = False
    seat_order: int | None = None
    left_round: int | None = None
    left_policy: str = ""


class LogRecord(msgspec.Struct, omit_defaults=True):
    """A line of the official log; for reading only."""

    version: int
    code: str
    at: str
    by: str | None = None
    why: str = ""
    subject: dict[str, Any] = {}
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}


class Archive(msgspec.Struct, forbid_unknown_fields=True):
    """A whole tournament. `settings` are the fields of `Tournament` by name."""

    kind: str
    version: int
    written_at: str
    state: str
    settings: dict[str, Any]
    entries: list[EntryRecord]
    stages: list[StageRecord]
    standings: list[dict[str, Any]] = []
    log: list[LogRecord] = []


class _Head(msgspec.Struct):
    kind: str
    version: int


class Broken(DomainError):
    """An archive that cannot be read; `line` and `reason` say where and why."""

    code = "archive_broken"


def written(archive: Archive) -> bytes:
    """Return the archive as indented JSON text, which people can read and compare."""
    return msgspec.json.format(msgspec.json.encode(archive), indent=1) + b"\n"


def read(data: bytes) -> Archive:
    """Return the archive of a file.

    Raises DomainError: `archive_too_large`, `archive_newer` with the `version`; Broken.
    """
    if len(data) > LARGEST:
        raise DomainError("archive_too_large", {"most": LARGEST})
    head = _decoded(data, _Head)
    if head.kind != KIND:
        raise broken(data, "$.kind", f"not a {KIND}")
    if head.version > VERSION:
        raise DomainError("archive_newer", {"version": head.version, "known": VERSION})
    return _decoded(data, Archive)


def broken(data: bytes, path: str, reason: str) -> Broken:
    """Return the refusal of a value at a path like ``$.entries[3].name``."""
    return Broken(details={"line": line_of(data, path), "reason": f"{path}: {reason}"})


def line_of(data: bytes, path: str) -> int:
    """Return the line on which the value at a path begins, as near as the path leads."""
    text = data.decode("utf-8", errors="replace")
    at = 0
    try:
        for name, index in _STEP.findall(path):
            at = _into(text, at, name or int(index))
    except (ValueError, IndexError, StopIteration, RecursionError):
        pass
    return text.count("\n", 0, _skip(text, at)) + 1


def _decoded(data: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `")
        raise broken(data, path.rstrip("`") or "$", reason) from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        line = data.count(b"\n", 0, _stop(data, error)) + 1
        raise Broken(details={"line": line, "reason": str(error)}) from error


def _stop(data: bytes, error: Exception) -> int:
    """Return the byte at which a file stops being JSON; the last one where it ends too early."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as foreign:
        return foreign.start
    found = re.search(r"byte (\d+)", str(error))
    if found:
        return int(found.group(1))
    return len(data.rstrip()) if str(error).endswith("truncated") else 0


def _into(text: str, at: int, step: str | int) -> int:
    """Return where the member or element of the value at a position begins."""
    at = _skip(text, at) + 1
    decoder, number = json.JSONDecoder(), 0
    while True:
        at = _skip(text, at)
        if isinstance(step, str):
            key, at = scanstring(text, at + 1)
            at = _skip(text, _skip(text, at) + 1)
            if key == step:
                return at
        elif number == step:
            return at
        _value, at = decoder.raw_decode(text, at)
        at = _skip(text, at) + 1
        number += 1


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at
