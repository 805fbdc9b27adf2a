"""The engine from the command line: real processes, good lines and every kind of bad one."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine.cli.lines import LONGEST_LINE
from tests.games.engine.positions import unpacked

START = "4HPwATDgc/ABMA"


def _engine(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "games.engine", *arguments],
        input=given,
        capture_output=True,
        timeout=60,
        check=False,
    )


def _answers(done: subprocess.CompletedProcess[bytes]) -> list[dict]:
    assert done.stderr == b""
    assert done.returncode == 0
    return [json.loads(line) for line in done.stdout.splitlines()]


def _request(**changes: object) -> bytes:
    good = {"variant": "standard", "position_id": START, "dice": [6, 5]}
    return json.dumps(good | changes).encode()


def _codes(*lines: bytes) -> list[str | None]:
    """The code of each answer, None for a good one; one answer a line is asserted."""
    answers = _answers(_engine("plays", given=b"\n".join(lines)))
    assert len(answers) == len(lines)
    for answer in answers:
        if "error" in answer:
            assert set(answer["error"]) == {"code", "text"}
            assert answer["error"]["text"]
    return [answer.get("error", {}).get("code") for answer in answers]


def test_plays_answers_the_vectors(tmp_path: Path) -> None:
    """G1: the same lines in, with their answers in them, and the same answers out."""
    file = tmp_path / "plays.jsonl"
    text = unpacked("plays.jsonl.gz")
    file.write_text(text)

    answers = _answers(_engine("plays", str(file)))

    expected = [{"results": json.loads(line)["results"]} for line in text.splitlines()]
    assert answers == expected


@pytest.mark.parametrize(
    ("variant", "position", "dice", "results"),
    [
        # V7 and S3: checker on 12, 6-5.
        ("vrhcaby", "ADgADAACAAAAAA", [6, 5], 2),
        ("standard", "ADgADAACAAAAAA", [5, 6], 1),
        # P4: checkers on 5 and 2, their block on 3, 4-2.
        ("nasazovani", "AABgEAEAAAAAAA", [4, 2], 2),
        # E1: the opening 2-1.
        ("egyptian", START, [2, 1], 13),
        ("nackgammon", START, [2, 1], 15),
        ("hypergammon", "AAA0AEACAQAAAA", [6, 4], 6),
    ],
)
def test_plays_by_every_ruleset(variant: str, position: str, dice: list[int], results: int) -> None:
    line = _request(variant=variant, position_id=position, dice=dice)

    (answer,) = _answers(_engine("plays", given=line))

    assert answer["results"] == sorted(set(answer["results"]))
    assert len(answer["results"]) == results


def test_bad_lines_are_answered_and_the_rest_goes_on() -> None:
    codes = {
        b"not json": "bad_json",
        b"\xff\xfe\x00": "bad_json",
        b'{"variant": "standard"': "bad_json",
        b'{"variant": NaN}': "bad_json",
        b"[" * 90_000: "bad_json",
        b'{"dice": [' + b"9" * 5000 + b"]}": "bad_json",
        b"[]": "bad_request",
        b"null": "bad_request",
        b'"text"': "bad_request",
        b"{}": "bad_request",
        _request(variant=5): "bad_request",
        _request(position_id=None): "bad_request",
        _request(dice="65"): "bad_request",
        _request(dice={"6": 5}): "bad_request",
        _request(variant="chess"): "unknown_ruleset",
        _request(variant="\ud800"): "unknown_ruleset",
        _request(position_id="\ud800" * 14): "bad_position",
        _request(position_id=""): "bad_position",
        _request(position_id="x" * 5000): "bad_position",
        _request(variant="hypergammon"): "bad_position",
        _request(dice=[]): "bad_dice",
        _request(dice=[6]): "bad_dice",
        _request(dice=[6, 5, 4]): "bad_dice",
        _request(dice=[0, 1]): "bad_dice",
        _request(dice=[7, 1]): "bad_dice",
        _request(dice=[6, 5.0]): "bad_dice",
        _request(dice=[True, 1]): "bad_dice",
        _request(dice=[[6], [5]]): "bad_dice",
        _request(dice=["6", "5"]): "bad_dice",
        _request(dice=[10**400, 1]): "bad_dice",
        _request(position_id="AAAAAAAAAAAAAA"): "game_over",
        b'{"variant": "' + b"x" * LONGEST_LINE + b'"}': "line_too_long",
        _request(): None,
        b"\xef\xbb\xbf" + _request(): None,
        _request(more="than asked for"): None,
    }

    assert dict(zip(codes, _codes(*codes), strict=True)) == codes


def test_blank_lines_are_no_requests() -> None:
    assert len(_answers(_engine("plays", given=b"\n  \n" + _request() + b"\r\n\n"))) == 1


def test_a_position_as_text() -> None:
    shown = _engine("show", START).stdout.decode()

    assert "+13-14-15-16-17-18-+---+19-20-21-22-23-24-+" in shown
    assert "X (to move): 167 pips, 0 off" in shown
    assert START in shown


def test_positions_of_a_file_as_text(tmp_path: Path) -> None:
    file = tmp_path / "positions"
    file.write_bytes(START.encode() + b"\n" + _request(position_id="nonsense") + b"\n\xff\n")

    done = _engine("show", str(file))

    assert done.returncode == 0
    assert done.stdout.count(b"+13-14-15") == 1
    assert done.stdout.count(b'"bad_position"') == 2


def test_show_of_three_checkers() -> None:
    shown = _engine("show", "AAA0AEACAQAAAA", "--variant", "hypergammon").stdout

    assert b"0 off" in shown
    assert b"unknown_ruleset" in _engine("show", START, "--variant", "chess").stdout


def test_perft_by_options_and_by_lines() -> None:
    by_options = _answers(_engine("perft", "--variant", "nackgammon", "--depth", "1"))
    by_lines = _answers(
        _engine("perft", given=b'{"variant": "nackgammon"}\n{"variant": "vrhcaby", "depth": 0}')
    )

    assert by_options[0] == by_lines[0]
    assert (by_options[0]["count"], by_options[0]["rolls"]["6-5"]) == (547, 7)
    assert by_lines[1]["error"]["code"] == "bad_request"
    position = _answers(_engine("perft", "--position", "ADgADAACAAAAAA"))
    assert position[0]["rolls"]["6-5"] == 1
    assert "error" in _answers(_engine("perft", "--position", "no"))[0]


@pytest.mark.parametrize("command", ["plays", "show", "perft", "verify-dice"])
def test_a_file_that_is_not_there(command: str) -> None:
    done = _engine(command, "not/there")

    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.startswith(b"not/there: ")
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [[], ["chess"], ["perft", "--depth", "x"]])
def test_what_the_command_line_does_not_understand(arguments: list[str]) -> None:
    done = _engine(*arguments)

    assert done.returncode == 2
    assert b"usage" in done.stderr


def test_a_reader_that_stops_listening(tmp_path: Path) -> None:
    file = tmp_path / "plays.jsonl"
    file.write_bytes((_request() + b"\n") * 3000)
    with subprocess.Popen(
        [sys.executable, "-m", "games.engine", "plays", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        running.stdout.readline()
        running.stdout.close()

        assert running.wait(30) == 0
        assert running.stderr.read() == b""
