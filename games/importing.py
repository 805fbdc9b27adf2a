"""A match file that a member gives, as the page of its replay shows it. Nothing is stored."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games import import_phrases, match_page, match_terms, picture, ruleset_names
from games.engine.board import BAR
from games.engine.codec import event_to_data
from games.engine.errors import RuleViolation
from games.engine.formats.failures import Oddity
from games.engine.formats.of_state import ids_of
from games.engine.formats.reading import MOST_BYTES, read_match
from games.engine.formats.record import Record
from games.engine.formats.to_events import events_of
from games.engine.state import MatchState, board_of

__all__ = ["MOST_BYTES", "Trouble", "context", "trouble"]


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something odd or wrong in a file: its code, the line and character, and a sentence."""

    code: str
    line: int
    character: int
    text: str


def context(data: bytes) -> dict[str, Any]:
    """Return what `games/imported.html` shows: `record`, `replay`, `oddities`, the table.

    `replay` has the boards before the first game and the events as `selectors.replay` gives
    them, with `ids` of the position after each event. Raises RuleViolation for a file that is
    not to be kept; see `trouble`.
    """
    imported = read_match(data)
    refusal = imported.refusal
    if refusal is not None:
        raise refusal
    record, replay = imported.record, _replay(imported.record)
    own, their = (
        match_page.Player(name, None, tone, "")
        for name, tone in zip(record.players, match_page.TONES, strict=True)
    )
    boards = replay["boards"]
    return {
        "record": _head(record),
        "replay": replay,
        "length": match_terms.length_text(record.options.length),
        "own": own,
        "their": their,
        "picture": picture.draw(own=boards[0], their=boards[1], own_tone=own.tone),
        "oddities": [_of_oddity(oddity) for oddity in imported.oddities],
    }


def trouble(refused: RuleViolation) -> Trouble:
    """Return why a file is refused, with its place."""
    return _trouble(refused.code, refused.details)


def _of_oddity(oddity: Oddity) -> Trouble:
    place = {"line": oddity.place.line, "character": oddity.place.character}
    return _trouble(oddity.code.value, {**dict(oddity.details), **place})


def _trouble(code: str, details: Mapping[str, Any]) -> Trouble:
    return Trouble(
        code=code,
        line=int(details.get("line", 1)),
        character=int(details.get("character", 1)),
        text=import_phrases.sentence(code, details),
    )


def _head(record: Record) -> dict[str, Any]:
    return {
        "players": list(record.players),
        "ruleset": record.ruleset,
        "ruleset_name": ruleset_names.ruleset_name(record.ruleset),
        "length": record.options.length,
        "options": record.options.to_data(),
        "games": len(record.games),
        "score": list(record.final_score),
        "info": list(record.info),
    }


def _replay(record: Record) -> dict[str, Any]:
    before, told = events_of(record)
    rows = []
    for seq, (event, after) in enumerate(told, start=1):
        kind, facts = event_to_data(event)
        if kind == "game_started":
            facts = {**facts, "boards": _boards(after), "cube": _cube(after)}
        rows.append({"seq": seq, "kind": kind, "at": event.at, "seat": event.seat, "data": facts})
    return {
        "boards": _boards(before),
        "cube": record.rules.cube and record.length != 1,
        "events": rows,
        "ids": [ids_of(after) for _, after in told],
    }


def _boards(state: MatchState) -> list[list[int]]:
    return [list(board_of(state, seat).counts[: BAR + 1]) for seat in (0, 1)]


def _cube(state: MatchState) -> dict[str, Any]:
    return {"value": state.cube.value, "owner": state.cube.owner}
