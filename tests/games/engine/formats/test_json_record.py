"""The project's own JSON of a match: what is wrong with one is named by its field."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from games.engine.formats import json_record, reading
from games.engine.formats.failures import FormatError
from games.engine.rules import MatchOptions
from tests.games.engine.formats.chance_records import chance_record
from tests.games.engine.formats.samples import codes

GOLDEN = Path(__file__).parents[3] / "data" / "golden" / "vrhcaby-v1.json"
RECORD = chance_record(11, "standard", MatchOptions(length=1, crawford=True))


def _changed(path: list[Any], value: Any) -> bytes:
    data = deepcopy(json_record.to_json(RECORD))
    inside = data
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return json.dumps(data).encode()


ACTION = ["games", 0, "actions", 0]


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (["version"], 2, "version"),
        (["players"], ["A"], "players"),
        (["players"], ["A", 5], "players"),
        (["players"], "AB", "players"),
        (["ruleset"], "chess", "ruleset"),
        (["ruleset"], ["standard"], "ruleset"),
        (["options"], None, "options"),
        (["options", "length"], "7", "options"),
        (["options", "length"], 0, "length"),
        (["options", "cubes"], 7, "options"),
        (["info"], {"a": 1}, "info"),
        (["games"], {}, "games"),
        (["games", 0], 5, "games[0]"),
        (["games", 0, "score"], [0], "games[0].score"),
        (["games", 0, "score"], [0, True], "games[0].score"),
        (["games", 0, "winner"], 2, "games[0].winner"),
        (["games", 0, "winner"], [], "games[0].winner"),
        (["games", 0, "points"], 1.5, "games[0].points"),
        (["games", 0, "cube"], 3, "games[0].cube"),
        (["games", 0, "owner"], "x", "games[0].owner"),
        (["games", 0, "start"], {"own": []}, "games[0].start"),
        (["games", 0, "start"], 7, "games[0].start"),
        (["games", 0, "actions"], None, "games[0].actions"),
        ([*ACTION, "seat"], 2, "games[0].actions[0]"),
        ([*ACTION, "seat"], [], "games[0].actions[0]"),
        ([*ACTION, "type"], "jump", "games[0].actions[0].type"),
        ([*ACTION, "type"], ["move"], "games[0].actions[0].type"),
        ([*ACTION, "dice"], [7, 1], "games[0].actions[0].dice"),
        ([*ACTION, "dice"], None, "games[0].actions[0].dice"),
        ([*ACTION, "steps"], None, "games[0].actions[0].steps"),
        ([*ACTION, "steps"], [[8]], "games[0].actions[0].steps"),
        ([*ACTION, "steps"], [[8, -5]], "games[0].actions[0].steps"),
    ],
)
def test_a_wrong_field_is_named(path: list[Any], value: Any, field: str) -> None:
    with pytest.raises(FormatError) as refusal:
        reading.read_match(_changed(path, value))

    assert (refusal.value.code, refusal.value.details["field"]) == ("bad_record", field)


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ([*ACTION, "steps"], [[8, 5]], "illegal_play"),
        ([*ACTION, "steps"], [[26, 99], [50, 1]], "illegal_play"),
        (["games", 0, "points"], 0, "score_differs"),
        (["games", 0, "winner"], 1 - (RECORD.games[0].winner or 0), "winner_differs"),
        (["games", 0, "score"], [1, 0], "score_differs"),
        (["games"], [], "no_games"),
    ],
)
def test_what_the_rules_do_not_allow(path: list[Any], value: Any, code: str) -> None:
    assert codes(reading.read_match(_changed(path, value)))[-1] == code


def test_json_that_is_none_has_a_place() -> None:
    with pytest.raises(FormatError) as refusal:
        reading.read_match(b'{"format":\n oops}')

    details = refusal.value.details
    assert (refusal.value.code, details["line"], details["character"]) == ("bad_record", 2, 2)


@pytest.mark.parametrize("text", ["{}", '{"format":"other"}', '{"format":NaN}', '{"a":1e999}'])
def test_json_of_something_else(text: str) -> None:
    with pytest.raises(FormatError) as refusal:
        reading.read_match(text.encode())

    assert refusal.value.code in ("unknown_format", "bad_record")


def test_the_log_of_a_match_is_told_apart_from_its_record() -> None:
    golden = GOLDEN.read_text(encoding="utf-8")
    with pytest.raises(FormatError) as refusal:
        reading.read_match(json.dumps(json.loads(golden)["export"]).encode())

    assert refusal.value.code == "match_log"
