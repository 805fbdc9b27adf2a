"""Files that mean harm get an answer soon: huge ones, deep ones, endless ones, garbage."""

import json
import time
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.formats import actions, json_record, mat_write, reading, sgf_write
from games.engine.formats.failures import FormatError
from tests.games.engine.formats.samples import files

# A second on an idle machine; the tests' machine may be anything but.
SECONDS = 8.0
BIG = reading.MOST_BYTES - 20_000
MAT = " 0 point match\n\n Game 1\n a : 0      b : 0\n"
SGF = "(;GM[6]MI[length:0]PW[a]PB[b]"


def _full(piece: str) -> str:
    return piece * (BIG // len(piece))


HOSTILE = {
    "too large": "x" * 10_000_000,
    "open parentheses": _full("("),
    "trees in trees": SGF + _full("(;C[x]"),
    "an endless value": SGF + "C[" + _full("\\"),
    "escaped brackets": SGF + "C[" + _full("\\]"),
    "open brackets": SGF + _full("["),
    "a long name": SGF + _full("A"),
    "properties": SGF + _full("A[]"),
    "moves in one node": SGF + _full("B[11]"),
    "nodes": SGF + _full(";A[]"),
    "games": _full(SGF + ")"),
    "drawn games": _full(SGF + "RE[Draw])"),
    "checkers": SGF + ";" + _full("AW[a:y]"),
    "variations": SGF + ";W[31hefe]" + _full("(;W[11])"),
    "json in json": '{"a":' + _full("["),
    "json objects": '{"a":' + _full('{"a":'),
    "numbers": '{"format":"vrhcaby-record","version":1,"games":[' + _full("1,") + "1]}",
    "a big number": '{"format":' + _full("9") + "}",
    "games of a .mat": " 0 point match\n" + _full(" Game 1\n a : 0   b : 0\n Draw\n"),
    "a line": MAT + _full("1"),
    "rolls in a line": MAT + _full("63: "),
    "rolls": MAT + _full("  1) 63:              63:\n"),
    "lines of nothing": MAT + _full("xyz abc\n"),
    "results": MAT + _full("Wins 1 point\n"),
    "scores": " 7 point match\n\n Game 1\n" + _full(":0 "),
    "tags": _full('; [A "b"]\n') + MAT,
    "a tag": "; [A " + _full('"] ') + "\n" + MAT,
    "spaces": MAT + "  1)" + _full(" ") + "\n",
    "blank lines": _full("\n") + MAT,
    "an id": "XGID=" + _full("-"),
    "ids": _full("XGID=x "),
    "a board": "board:" + _full("1:"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_gets_its_answer_soon(name: str) -> None:
    data = HOSTILE[name].encode()[: reading.MOST_BYTES + 1]
    began = time.perf_counter()

    with suppress(FormatError):
        imported = reading.read_match(data)
        assert imported.oddities
        assert len(imported.record.games) <= 2000

    assert time.perf_counter() - began < SECONDS


def test_a_long_match_of_legal_play_is_cut_off() -> None:
    """Dances without end, each of which has to be looked at."""
    closed = "; Set Pos=aBBBBBB------------bbbbbb-/0\n".replace("aB", "-B", 1)
    both = closed.replace("bbbbbb-", "bbbbbbA")
    body = both + _full("  1) 63:                         \n")
    imported = reading.read_match((MAT + body).encode())

    assert len(imported.oddities) <= 202


def test_oddities_are_counted() -> None:
    text = MAT + "xyz\n" * 1000 + "  1) 31: 8/5 6/5\n      Wins 1 point\n"
    imported = reading.read_match(text.encode())

    assert len(imported.oddities) == 201
    assert imported.oddities[-1].code == "more_oddities"


@settings(deadline=None, max_examples=150)
@given(st.binary(max_size=400) | st.text(max_size=300).map(str.encode))
def test_garbage_gets_a_code_or_an_oddity(data: bytes) -> None:
    for start in (b"", MAT.encode(), SGF.encode(), b'{"format":"vrhcaby-record",'):
        with suppress(FormatError):
            assert reading.read_match(start + data).oddities


SMALL = sorted(name for name, data in files("matches").items() if len(data) < 3000)


@settings(deadline=None, max_examples=120)
@given(st.sampled_from(SMALL), st.sampled_from(["mat", "sgf", "json"]), st.data())
def test_a_damaged_file_is_read_as_far_as_it_can_be(
    name: str, written: str, data: st.DataObject
) -> None:
    record = reading.read_match(files("matches")[name]).record
    if written == "json":
        text = json.dumps(json_record.to_json(record))
    else:
        text = (mat_write.to_mat if written == "mat" else sgf_write.to_sgf)(record)
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 30))
    put = data.draw(st.text(max_size=5))
    damaged = text[:at] + put + text[at + cut :]

    with suppress(FormatError):
        imported = reading.read_match(damaged.encode("utf-8", "surrogatepass"))
        lines = damaged.count("\n") + damaged.count("\r") + len(damaged.splitlines()) + 1
        assert all(1 <= oddity.place.line <= lines for oddity in imported.oddities)
        assert json.loads(json.dumps(actions.to_actions(imported.record)))
