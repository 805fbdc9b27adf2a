"""Frames: what is read and what is refused, and the schema that tells it to others."""

import json

import msgspec
import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from games import gate, wire
from games.engine import commands
from games.management.commands import protocol_schema


def frame(**fields):
    return wire.game_frame(json.dumps({"type": "command", "id": "a", "match": 7, **fields}))


@pytest.mark.parametrize(
    ("fields", "command"),
    [
        ({"kind": "step", "from": 13, "die": 6}, commands.Step(1, 13, die=6)),
        ({"kind": "step", "from": 25, "to": 24}, commands.Step(1, 25, target=24)),
        ({"kind": "step", "from": 6, "die": 6, "to": 0}, commands.Step(1, 6, 6, 0)),
        ({"kind": "offer_draw"}, commands.OfferDraw(1)),
        ({"kind": "accept"}, commands.Accept(1)),
        ({"kind": "decline"}, commands.Decline(1)),
        ({"kind": "resign"}, commands.Resign(1)),
        ({"kind": "leave"}, commands.Leave(1)),
        ({"kind": "claim"}, commands.Claim(1)),
    ],
)
def test_a_command_frame_is_the_engines_command_of_its_seat(fields, command):
    assert wire.command(frame(**fields), 1) == command


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "step"},
        {"kind": "step", "from": 13},
        {"kind": "step", "die": 3},
        {"kind": "claim", "die": 3},
    ],
)
def test_a_command_whose_parts_do_not_fit_is_a_bad_frame(fields):
    with pytest.raises(wire.BadFrame):
        wire.command(frame(**fields), 0)


@pytest.mark.parametrize("key", ["a b", "a\n", "ž", "a\x00", "", "x" * 65, 7, None])
def test_an_id_is_a_short_plain_word(key):
    text = json.dumps({"type": "command", "id": key, "match": 7, "kind": "claim"})

    with pytest.raises(wire.BadFrame):
        wire.game_frame(text)


@pytest.mark.parametrize("seed", ["a\x00b", "a\nb", "x" * 65, "\x7f"])
def test_a_seed_is_one_line_of_text(seed):
    text = json.dumps({"type": "accept", "id": "a", "challenge": 1, "seed": seed})

    with pytest.raises(wire.BadFrame):
        wire.lobby_frame(text)


@given(st.text(max_size=200))
def test_no_text_whatever_raises_anything_but_bad_frame(text):
    for read in (wire.game_frame, wire.lobby_frame):
        try:
            read(text)
        except wire.BadFrame:
            continue


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["type", "id", "match", "kind", "from", "die", "to", "since"]),
            inner,
            max_size=6,
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_no_json_whatever_raises_anything_but_bad_frame(value):
    for read in (wire.game_frame, wire.lobby_frame):
        try:
            read(json.dumps(value))
        except wire.BadFrame:
            continue


def test_frames_say_their_type_and_points_as_the_protocol_names_them():
    assert json.loads(wire.encode(wire.Ok(id="a", version=3))) == {
        "type": "ok",
        "id": "a",
        "version": 3,
    }
    assert json.loads(wire.encode(wire.RematchFrame(challenge=3, seat=1))) == {
        "type": "rematch",
        "challenge": 3,
        "from": 1,
    }


def test_the_published_schema_is_fresh():
    assert protocol_schema.PATH.read_text(encoding="utf-8") == protocol_schema.text()


def test_the_schema_names_every_frame_and_resolves():
    schema = wire.schema()
    text = json.dumps(schema)

    for name in ("Hello", "CommandFrame", "Alive", "Snapshot", "Events", "Ok", "RefusedFrame"):
        assert name in schema["$defs"]
    for reference in set(msgspec.json.decode(text)["$defs"]):
        assert f"#/$defs/{reference}" in text
    assert r"\\A" not in text


def test_the_protocol_page_names_every_type_and_kind():
    page = (settings.BASE_DIR / "docs" / "protocol.md").read_text(encoding="utf-8")
    structs = [struct for struct in vars(wire).values() if isinstance(struct, type)]
    tags = [getattr(struct, "__struct_config__", None) for struct in structs]
    types = {config.tag for config in tags if config is not None and config.tag}
    types -= {"Incoming", "Outgoing"}

    assert types
    for word in types | {"step", "offer_draw", "accept", "decline", "resign", "leave", "claim"}:
        assert f"`{word}`" in page or f'"{word}"' in page, word


@pytest.mark.parametrize("name", [name for name in vars(gate) if name.startswith("CLOSE_")])
def test_a_server_may_close_with_every_code(name):
    """Of those below 3000 a server may send 1000 alone; Daphne sends no other."""
    assert 3000 <= getattr(gate, name) < 5000
