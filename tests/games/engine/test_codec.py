"""What is stored: events and states as JSON, read back exactly, or refused."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import codec, export, position_id
from games.engine import events as e
from games.engine.board import Board
from games.engine.errors import RuleViolation
from games.engine.evolve import evolve, fold
from games.engine.match_errors import BadRecord, StaleSnapshot
from games.engine.proof import verify
from games.engine.rules import PRESETS, preset
from games.engine.snapshot import state_from_json, state_to_json
from games.engine.state import MatchState, deadline, must_act
from tests.games.engine.playing import play
from tests.games.engine.scenes import T0, opening_table

GOLDEN = Path(__file__).parents[2] / "data" / "golden" / "vrhcaby-v1.json"

KINDS_OF_THE_FIRST_RELEASE = {
    "match_started",
    "game_started",
    "rolled",
    "passed",
    "stepped",
    "turn_ended",
    "draw_offered",
    "draw_declined",
    "draw_lapsed",
    "limit_passed",
    "presence_unknown",
    "clock_credited",
    "game_ended",
    "match_ended",
}
ONE_OF_EACH: list[e.Event] = [
    e.MatchStarted(at=1),
    e.GameStarted(at=2, number=1, starter=1, lot=1),
    e.GameStarted(at=2, number=2, starter=0, opening=((1, 3, 3), (2, 6, 5))),
    e.GameStarted(at=2, number=1, starter=0, lot=0, position=Board.start(preset("nackgammon"))),
    e.Rolled(at=3, seat=0, dice=(6, 5), roll=1),
    e.Passed(at=4, seat=1),
    e.Stepped(at=5, seat=0, origin=25, target=19, die=6, hit=True),
    e.TurnEnded(at=6, seat=0),
    e.DrawOffered(at=7, seat=0),
    e.DrawDeclined(at=8, seat=1),
    e.DrawLapsed(at=9, seat=0, lapsed_at=8),
    e.LimitPassed(at=10, seat=1, online=False, limit_at=9),
    e.PresenceUnknown(at=11, seat=0, since=10, until=12),
    e.ClockCredited(at=12, since=3, ms=4, cause=e.Cause.INSTANCE),
    e.Placed(at=12, seat=0, target=20, die=5),
    e.Doubled(at=12, seat=0, value=2),
    e.Taken(at=12, seat=1, value=2),
    e.Dropped(at=12, seat=1),
    e.Beavered(at=12, seat=1, value=4),
    e.Raccooned(at=12, seat=0, value=8),
    e.ResignationOffered(at=12, seat=0, level=2),
    e.ResignationDeclined(at=12, seat=1),
    e.RollHeld(at=12, seat=1, on=True),
    e.NextGameWanted(at=12, seat=0),
    e.SessionLeft(at=12, seat=0),
    e.VacationTaken(at=12, seat=1, limit_at=11, left=4),
    e.GameEnded(at=13, winner=None, level=0, points=0, reason=e.Reason.DRAW_AGREED),
    e.MatchEnded(at=14, winner=1, points=(0, 1), reason=e.Reason.IDLE),
]


@pytest.mark.parametrize("event", ONE_OF_EACH, ids=lambda event: event.kind)
def test_every_event_survives_json(event: e.Event) -> None:
    kind, data = codec.event_to_data(event)
    through = json.loads(json.dumps(data))

    assert through == data
    assert codec.event_from_data(kind, through, event.at, event.seat) == event


def test_the_wire_form_of_a_step_is_the_documented_one() -> None:
    event = e.Stepped(at=5, seat=0, origin=13, target=7, die=6, hit=False)

    assert codec.event_to_data(event) == (
        "stepped",
        {"origin": 13, "target": 7, "die": 6, "hit": False},
    )


def test_every_kind_of_event_is_in_the_list_above() -> None:
    assert {event.kind for event in ONE_OF_EACH} == set(codec.KINDS)


ROLLED = {"dice": [6, 5], "roll": 1}


@pytest.mark.parametrize(
    ("kind", "data", "at", "seat"),
    [
        ("teleported", {}, 1, 0),
        ("rolled", {}, 1, 0),
        ("rolled", {**ROLLED, "more": 1}, 1, 0),
        ("rolled", {**ROLLED, "dice": [6]}, 1, 0),
        ("rolled", {**ROLLED, "dice": [0, 7]}, 1, 0),
        ("rolled", {**ROLLED, "dice": "65"}, 1, 0),
        ("rolled", {**ROLLED, "roll": 1.0}, 1, 0),
        ("rolled", {**ROLLED, "roll": True}, 1, 0),
        ("rolled", ROLLED, "now", 0),
        ("rolled", ROLLED, 1, 2),
        ("rolled", ROLLED, 1, None),
        ("rolled", ROLLED, 1, True),
        ("rolled", {**ROLLED, "v": 2}, 1, 0),
        ("rolled", {**ROLLED, "v": "1"}, 1, 0),
        ("rolled", {**ROLLED, "v": []}, 1, 0),
        ("match_started", {}, 1, 0),
        ("game_started", {"number": 1, "starter": 0, "lot": 3, "opening": []}, 1, None),
        ("clock_credited", {"since": 1, "ms": 2, "cause": "holiday"}, 1, None),
    ],
)
def test_what_is_no_event_is_refused(kind: Any, data: Any, at: Any, seat: Any) -> None:
    with pytest.raises(BadRecord):
        codec.event_from_data(kind, data, at, seat)


def test_an_event_of_an_older_version_passes_its_upcaster(monkeypatch: pytest.MonkeyPatch) -> None:
    def from_one(kind: str, data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "roll": data["roll"] + 100}

    monkeypatch.setattr(codec, "EVENT_VERSION", 2)
    monkeypatch.setattr(codec, "UPCASTERS", {1: from_one})

    old = codec.event_from_data("rolled", ROLLED, 1, 0)
    new = codec.event_from_data("rolled", {**ROLLED, "v": 2}, 1, 0)

    assert (old, new) == (
        e.Rolled(at=1, seat=0, dice=(6, 5), roll=101),
        e.Rolled(at=1, seat=0, dice=(6, 5), roll=1),
    )


@pytest.mark.parametrize("key", PRESETS)
def test_g2_equal_states_have_equal_texts(key: str) -> None:
    for _, _, state in play(preset(key), seed=3):
        text = state_to_json(state)
        assert state_from_json(text) == state
        assert state_to_json(state_from_json(text)) == text
    assert json.loads(text)["setup"]["rules"] == preset(key).to_data()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "null",
        '{"format":1}',
        '{"format":2,"setup":{},"play":[]}',
        '{"format":1,"setup":{},"play":[]}',
        '{"format":1,"setup":[],"play":[]}',
    ],
)
def test_a_text_of_another_format_is_stale(text: str) -> None:
    with pytest.raises(StaleSnapshot):
        state_from_json(text)


def test_a_state_of_a_newer_format_is_stale() -> None:
    text = state_to_json(opening_table().state)

    with pytest.raises(StaleSnapshot):
        state_from_json(text.replace('"format":1', '"format":2'))
    with pytest.raises(StaleSnapshot):
        state_from_json(text.replace('"draw_after_steps":4,', ""))
    with pytest.raises(StaleSnapshot):
        state_from_json(text[:-3] + "]}")


@given(st.text(max_size=200) | st.binary(max_size=50).map(repr))
def test_garbage_is_stale_never_an_error(text: str) -> None:
    with pytest.raises(StaleSnapshot):
        state_from_json('{"format":1,"setup":{},"play":' + text)


def facts(state: MatchState) -> list[Any]:
    return [
        str(state.phase),
        state.turn,
        position_id.encode(state.board),
        list(state.dice_left),
        state.steps_played,
        state.passes,
        must_act(state),
        deadline(state),
    ]


def test_g2_the_log_of_the_first_release_still_gives_its_states() -> None:
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    match = export.read(golden["export"])
    state = match.waiting
    seen = []
    for event in match.events:
        state = evolve(state, event)
        seen.append(facts(state))

    assert seen == golden["versions"]
    assert state == fold(match.waiting, match.events)
    assert json.loads(state_to_json(state)) == golden["state"]
    assert {event.kind for event in match.events} == KINDS_OF_THE_FIRST_RELEASE


def test_the_log_of_the_first_release_is_written_the_same_again() -> None:
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    match = export.read(golden["export"])

    rows = [(event.at, event.seat, *codec.event_to_data(event)) for event in match.events]

    assert rows == [
        (row["at"], row["seat"], row["kind"], row["data"]) for row in golden["export"]["events"]
    ]
    assert verify(golden["export"]).good


def test_a_table_set_up_from_a_position_is_replayed_from_it() -> None:
    table = opening_table(position=Board.of({24: 1, 6: 2}, {6: 3}, checkers=3))
    event = table.events[1]
    kind, data = codec.event_to_data(event)

    assert data["position"]["own"][24] == 1
    assert codec.event_from_data(kind, data, T0, None) == event
    with pytest.raises(RuleViolation):
        codec.event_from_data(kind, {**data, "position": {"own": [1]}}, T0, None)
