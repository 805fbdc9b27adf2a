"""`convert` and `ids` from the command line: real processes, good files and bad ones."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine.cli.format_sentences import SENTENCES
from games.engine.formats import actions, reading
from games.engine.formats.failures import Trouble
from tests.games.engine.formats.samples import files, id_lines, match_of

MATCH = "bglab_galaxy_0263.txt"


def _engine(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "games.engine", *arguments],
        input=given,
        capture_output=True,
        timeout=60,
        check=False,
    )


def _told(done: subprocess.CompletedProcess[bytes]) -> list[dict]:
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_actions_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_bytes(files("matches")[MATCH])

    done = _engine("convert", str(file), "--to", "actions")

    (told,) = _told(done)
    assert done.returncode == 0
    assert told["games"] == match_of(MATCH)["games"]
    assert told["match_length"] == 3
    (oddity,) = told["oddities"]
    assert set(oddity) == {"line", "character", "code", "text"}
    assert (oddity["line"], oddity["code"]) == (61, "losses_line")


@pytest.mark.parametrize("target", ["mat", "sgf", "json"])
def test_a_file_in_another_format(target: str) -> None:
    data = files("matches")[MATCH]

    done = _engine("convert", "-", "--to", target, given=data)

    assert done.returncode == 0
    assert done.stderr.startswith(b"61:35: ")
    assert done.stderr.endswith(b"[losses_line]\n")
    record = reading.read_match(done.stdout).record
    assert actions.to_actions(record)["games"] == match_of(MATCH)["games"]


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"", "empty_file", 1),
        (b"RGMH\1\2", "binary_file", 1),
        (b"hello", "unknown_format", 1),
        (b"x" * 10_000_000, "file_too_large", 1),
        (files("matches")[MATCH][:900], "truncated", 29),
    ],
)
@pytest.mark.parametrize("target", ["mat", "actions"])
def test_a_file_that_is_refused(data: bytes, code: str, line: int, target: str) -> None:
    done = _engine("convert", "-", "--to", target, given=data)

    (told,) = _told(done)
    assert done.returncode == 1
    assert told["error"]["code"] == code
    assert (told["error"]["line"], bool(told["error"]["text"])) == (line, True)
    assert told["error"]["character"] >= 1
    assert ("games" in told) == (code == "truncated" and target == "actions")


def test_an_illegal_play_is_told_with_its_line() -> None:
    done = _engine("convert", "-", "--to", "actions", given=files("matches")["gammonview_0669.mat"])

    (told,) = _told(done)
    assert done.returncode == 0
    assert len(told["games"][-1]["actions"]) == 37
    assert [(oddity["line"], oddity["code"]) for oddity in told["oddities"]] == [
        (71, "illegal_play")
    ]


def test_a_file_that_is_not_there() -> None:
    done = _engine("convert", "/nonexistent/match.mat", "--to", "mat")

    assert done.returncode == 2
    assert done.stdout == b""


def test_ids_of_every_kind_from_every_kind() -> None:
    lines = id_lines()[::20]
    of_pairs = [{key: line[key] for key in ("position_id", "match_id")} for line in lines]
    of_xgids = [{"xgid": line["xgid_bottom_is_player1"]} for line in lines]
    of_boards = [{"fibs": line["fibs_board"]} for line in lines if line["fibs_board"]]
    requests = [*of_pairs, *of_xgids, *of_boards]
    given = "\n".join(json.dumps(request) for request in requests).encode()

    answers = _told(_engine("ids", given=given))

    assert len(answers) == len(requests)
    for request, answer in zip(requests, answers, strict=True):
        assert set(answer) == {"position_id", "match_id", "xgid", "fibs"}
        assert answer == answer | request
    for line, answer in zip(lines, answers[len(lines) :], strict=False):
        assert (answer["position_id"], answer["match_id"]) == (
            line["position_id"],
            line["match_id"],
        )


@pytest.mark.parametrize(
    ("request_line", "code"),
    [
        ("nonsense", "bad_json"),
        ("{}", "no_id"),
        ('{"position_id":"4HPwATDgc/ABMA"}', "no_id"),
        ('{"xgid":5}', "bad_request"),
        ('{"xgid":"XGID=x"}', "bad_xgid"),
        ('{"fibs":"board:x"}', "bad_fibs"),
        ('{"xgid":"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:8:0:0:7:10"}', "score_past_length"),
        (
            '{"xgid":"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10",'
            '"position_id":"sGfwATDgc/ABMA","match_id":"cAngAAAAAAAE"}',
            "ids_disagree",
        ),
        ('{"variant":"chess","xgid":"x"}', "unknown_ruleset"),
    ],
)
def test_a_bad_line_of_ids_gets_a_code_a_place_and_a_sentence(request_line: str, code: str) -> None:
    good = json.dumps({"xgid": "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"})

    answers = _told(_engine("ids", given=f"\n{request_line}\n{good}\n".encode()))

    assert answers[0]["error"]["code"] == code
    assert answers[0]["error"]["line"] == 2
    assert answers[0]["error"]["character"] >= 1
    assert answers[0]["error"]["text"]
    assert answers[1]["position_id"] == "4HPwATDgc/ABMA"


def test_every_code_has_a_sentence() -> None:
    assert set(SENTENCES) == set(Trouble)
