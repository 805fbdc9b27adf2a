"""The exported match: one JSON object with all that is needed to check it, see docs/fairness.md."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.clock import TimeControl
from games.engine.codec import event_from_data, event_to_data
from games.engine.errors import RuleViolation
from games.engine.events import Event
from games.engine.fairness import SEED_BYTES
from games.engine.match_errors import BadExport
from games.engine.rules import RULES_VERSION, MatchOptions, Rules, preset
from games.engine.state import MatchState, new_match

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Export:
    """A match as exported: `waiting` is the state before its events."""

    commitment: str
    server_seed: bytes
    seeds: tuple[str, str]
    waiting: MatchState
    events: tuple[Event, ...]


def to_data(
    *,
    match: int,
    ruleset: str,
    state: MatchState,
    commitment: str,
    server_seed: bytes | None,
    seeds: tuple[str, str],
    events: Iterable[Event],
) -> dict[str, Any]:
    """The export of a match in any state of it; `server_seed` None until the match is over."""
    return {
        "format": FORMAT,
        "match": match,
        "ruleset": ruleset,
        "rules_version": state.rules_version,
        "rules": state.rules.to_data(),
        "options": state.options.to_data(),
        "control": state.control.to_data(),
        "commitment": commitment,
        "server_seed": None if server_seed is None else server_seed.hex(),
        "seeds": list(seeds),
        "events": [_row(seq, event) for seq, event in enumerate(events, start=1)],
    }


def read(data: Any) -> Export:
    """Read an export back; raises BadExport, whose `field` names what is wrong."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise BadExport(field="format")
    return Export(
        commitment=_text(data, "commitment"),
        server_seed=_server_seed(data),
        seeds=_seeds(data),
        waiting=_waiting(data),
        events=_events(data),
    )


def _row(seq: int, event: Event) -> dict[str, Any]:
    kind, facts = event_to_data(event)
    return {"seq": seq, "kind": kind, "at": event.at, "seat": event.seat, "data": facts}


def _text(data: Mapping[str, Any], field: str) -> str:
    value = data.get(field)
    if not isinstance(value, str):
        raise BadExport(field=field)
    return value


def _server_seed(data: Mapping[str, Any]) -> bytes:
    try:
        seed = bytes.fromhex(_text(data, "server_seed"))
    except ValueError as wrong:
        raise BadExport(field="server_seed") from wrong
    if len(seed) != SEED_BYTES:
        raise BadExport(field="server_seed")
    return seed


def _seeds(data: Mapping[str, Any]) -> tuple[str, str]:
    match data.get("seeds"):
        case [str() as first, str() as second] if _is_unicode(first + second):
            return first, second
    raise BadExport(field="seeds")


def _is_unicode(text: str) -> bool:
    """JSON may hold half a surrogate pair, which has no UTF-8."""
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def _waiting(data: Mapping[str, Any]) -> MatchState:
    """The state before the first event; what the export leaves out is the preset's."""
    field = "rules"
    try:
        rules = _part(data, "rules", Rules.from_data) or preset(_text(data, "ruleset"))
        field = "options"
        options = _part(data, "options", MatchOptions.from_data) or MatchOptions()
        field = "control"
        control = _part(data, "control", TimeControl.from_data) or TimeControl.of(rules)
        waiting = new_match(rules, options, control)
    except BadExport:
        raise
    except (TypeError, ValueError, AttributeError, RuleViolation) as wrong:
        raise BadExport(field=field) from wrong
    if data.get("rules_version", RULES_VERSION) != RULES_VERSION:
        raise BadExport(field="rules_version")
    return waiting


def _part(data: Mapping[str, Any], field: str, read_part: Any) -> Any:
    part = data.get(field)
    return None if part is None else read_part(part)


def _events(data: Mapping[str, Any]) -> tuple[Event, ...]:
    rows = data.get("events")
    if not isinstance(rows, list) or not rows:
        raise BadExport(field="events")
    return tuple(_event(seq, row) for seq, row in enumerate(rows, start=1))


def _event(seq: int, row: Any) -> Event:
    match row:
        case {"seq": number, "kind": str() as kind, "at": at, "data": dict() as facts}:
            if number == seq:
                try:
                    return event_from_data(kind, facts, at, row.get("seat"))
                except RuleViolation as wrong:
                    raise BadExport(field="events", seq=seq) from wrong
    raise BadExport(field="events", seq=seq)
