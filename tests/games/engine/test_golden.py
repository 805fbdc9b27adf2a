"""Frozen logs of a match with a cube, of money with beavers, and of placing (rules G2)."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine import codec, export, placing, position_id
from games.engine import events as e
from games.engine.evolve import evolve, fold
from games.engine.match_errors import BadExport
from games.engine.proof import verify
from games.engine.snapshot import state_to_json
from games.engine.state import MatchState, deadline, must_act

GOLDEN = Path(__file__).parents[2] / "data" / "golden"
LOGS = ["standard-v1", "money-v1", "nasazovani-v1"]
SHOWN = {
    "standard-v1": {"doubled", "taken", "dropped", "resignation_declined", "roll_held"},
    "money-v1": {"beavered", "raccooned", "next_game_wanted", "session_left", "limit_passed"},
    "nasazovani-v1": {"placed", "stepped", "game_ended"},
}


def golden(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    return found


def facts(state: MatchState) -> list[Any]:
    return [
        str(state.phase),
        state.turn,
        None if placing.is_on(state.board) else position_id.encode(state.board),
        [state.board.hand, state.board.their_hand],
        list(state.dice_left),
        [state.cube.value, state.cube.owner],
        None if state.pending is None else state.pending.seat,
        list(state.score),
        str(state.crawford),
        must_act(state),
        deadline(state),
    ]


@pytest.mark.parametrize("name", LOGS)
def test_g2_a_frozen_log_still_gives_its_states(name: str) -> None:
    frozen = golden(name)
    match = export.read(frozen["export"])
    state = match.waiting
    seen = []
    for event in match.events:
        state = evolve(state, event)
        seen.append(facts(state))

    assert seen == frozen["versions"]
    assert state == fold(match.waiting, match.events)
    assert json.loads(state_to_json(state)) == frozen["state"]


@pytest.mark.parametrize("name", LOGS)
def test_a_frozen_log_is_written_the_same_again_and_agrees_with_the_rules(name: str) -> None:
    frozen = golden(name)
    match = export.read(frozen["export"])

    rows = [(event.at, event.seat, *codec.event_to_data(event)) for event in match.events]

    assert rows == [
        (row["at"], row["seat"], row["kind"], row["data"]) for row in frozen["export"]["events"]
    ]
    assert verify(frozen["export"]).good


@pytest.mark.parametrize("name", LOGS)
def test_a_frozen_log_shows_what_it_is_there_for(name: str) -> None:
    kinds = {row["kind"] for row in golden(name)["export"]["events"]}

    assert kinds >= SHOWN[name]


def test_the_frozen_match_has_its_crawford_game_and_a_gammon() -> None:
    match = export.read(golden("standard-v1")["export"])

    levels = {event.level for event in match.events if isinstance(event, e.GameEnded)}
    crawford = {str(version[8]) for version in golden("standard-v1")["versions"]}

    assert 2 in levels
    assert crawford == {"before", "now", "after"}


@pytest.mark.parametrize("name", LOGS)
def test_a_frozen_log_that_was_tampered_with_is_found_out(name: str) -> None:
    """One fact of one event changed: never an error, and never taken for the truth."""
    frozen = golden(name)["export"]
    for number, row in enumerate(frozen["events"][::17]):
        seq = row["seq"]
        for changed in _tampered(row, number):
            events = [*frozen["events"][: seq - 1], changed, *frozen["events"][seq:]]
            assert not _is_good({**frozen, "events": events})


def _is_good(exported: dict[str, Any]) -> bool:
    try:
        return verify(exported).good
    except BadExport:
        return False


def _tampered(row: dict[str, Any], number: int) -> list[dict[str, Any]]:
    facts_of_row = [key for key, value in row["data"].items() if type(value) is int]
    changes = [{**row, "data": {**row["data"], key: row["data"][key] + 1}} for key in facts_of_row]
    if row["seat"] is not None:
        changes.append({**row, "seat": 1 - row["seat"]})
    if number % 2:
        changes.append({**row, "kind": "taken", "seat": 0, "data": {"value": 2}})
        changes.append({**row, "kind": "dropped", "seat": 1, "data": {}})
    return changes
