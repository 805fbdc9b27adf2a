"""The published schema is true of what the server says, by whatever is played."""

import msgspec
import pytest
from jsonschema import Draft202012Validator

from games import projection, trail, wire
from games.engine import codec
from games.engine.clock import TimeControl
from games.engine.rules import preset
from tests.games.engine.playing import play
from tests.games.engine.test_any_match import LONG
from vrhcaby.rest import schema

MOST_ACTS = 250


def validator(name):
    whole = wire.schema()
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": whole["$defs"]})


def faults(checker, value):
    found = checker.iter_errors(msgspec.json.decode(msgspec.json.encode(value)))
    return [f"{list(error.path)}: {error.message[:300]}" for error in found]


@pytest.mark.parametrize(("key", "options"), LONG)
def test_frames_of_any_match_are_as_published(key, options):
    checker, followed, number = validator("Events"), {}, 0

    for act, (_before, events, after) in enumerate(play(preset(key), seed=7, options=options)):
        followed = trail.follow(followed, events)
        rows = []
        for event in events:
            number += 1
            kind, facts = codec.event_to_data(event)
            rows.append(wire.EventFrame(number, kind, event.at, event.seat, facts))
        frame = wire.Events(
            match=7,
            version=number,
            now=after.at,
            events=rows,
            state=projection.state(after, followed, at=after.at),
            legal=projection.legal(after),
            choices=projection.choices(after, at=after.at),
            clock=projection.clock(after, at=after.at, paused=False),
            result=None,
        )
        assert faults(checker, frame) == []
        if act > MOST_ACTS:
            break


@pytest.mark.parametrize("kind", sorted(codec.KINDS))
def test_every_kind_of_event_has_its_own_facts_in_the_schema(kind):
    branches = {
        branch["properties"]["kind"]["const"]: branch["properties"]["data"]["$ref"]
        for branch in wire.schema()["$defs"]["EventFrame"]["oneOf"]
    }
    facts = wire.schema()["$defs"][branches[kind].rsplit("/", 1)[1]]

    assert set(facts["properties"]) == set(codec._FIELDS[kind])


@pytest.mark.parametrize(("key", "options"), LONG)
def test_rules_options_and_clocks_are_as_the_document_says(key, options):
    parts = schema.document()["components"]
    agreed = preset(key)
    told = {
        "MatchRules": agreed.to_data(),
        "MatchOptions": options.to_data(),
        "StoredControl": TimeControl.of(agreed).to_data(),
    }

    for name, value in told.items():
        whole = {"$ref": f"#/components/schemas/{name}", "components": parts}
        assert faults(Draft202012Validator(whole), value) == []


def test_an_event_with_the_facts_of_another_is_none():
    event = {"seq": 1, "kind": "rolled", "at": 0, "seat": 0, "data": {"die": 1}}

    assert faults(validator("EventFrame"), event)
    assert not faults(validator("EventFrame"), {**event, "data": {"dice": [1, 2], "roll": 1}})
