"""The ledger as JSON lines, from the command line and from Python."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ladder.rules import Constants
from ladder.rules.__main__ import main
from ladder.rules.ledger_lines import ledger

ROOT = Path(__file__).parents[3]


def lines(*items):
    text = "\n".join(item if isinstance(item, str) else json.dumps(item) for item in items)
    return [json.loads(line) for line in ledger(text, constants=Constants())]


def test_a_result_gives_both_players_lines_with_the_inputs():
    first, second = lines({"first": "Žofie", "second": "Boris", "score": 1, "length": 1})

    assert first == {
        "result": 1,
        "player": "Žofie",
        "opponent": "Boris",
        "D": 0.0,
        "n": 1,
        "K": 5.0,
        "E": 0.5,
        "S": 1.0,
        "change": 10.0,
        "before": 1500.0,
        "after": 1510.0,
        "experience_before": 0,
        "experience_after": 1,
    }
    assert (second["player"], second["S"], second["after"]) == ("Boris", 0.0, 1490.0)


def test_results_build_on_each_other():
    out = lines(
        {"first": "a", "second": "b", "score": 1, "length": 1},
        {"first": "b", "second": "a", "score": "½", "length": 3},
    )

    assert out[2]["before"] == out[1]["after"]
    assert out[3]["before"] == out[0]["after"]
    assert out[2]["D"] == -20.0


@pytest.mark.parametrize("half", [0.5, "1/2", "½", "0.5"])
def test_a_draw_may_be_written_in_several_ways(half):
    assert lines({"first": "a", "second": "b", "score": half})[0]["S"] == 0.5


def test_a_list_is_read_as_lines_are():
    results = [
        {"first": "a", "second": "b", "score": 1, "length": 5},
        {"first": "c", "second": "a", "score": 0, "length": 1},
    ]

    assert lines(json.dumps(results, indent=1)) == lines(*results)


def test_a_standing_sets_where_a_player_begins():
    out = lines(
        {"player": "a", "rating": 1800, "experience": 1000},
        {"player": "b", "rating": 1400, "experience": 200},
        {"first": "a", "second": "b", "score": 0, "length": 1},
    )

    assert [round(line["change"], 4) for line in out] == [-2.4525, 7.3576]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{", "bad_json"),
        ("[1, 2", "bad_json"),
        ("7", "bad_result"),
        ({"first": "a", "score": 1}, "bad_result"),
        ({"first": "a", "second": True, "score": 1}, "bad_result"),
        ({"first": "a", "second": "a", "score": 1}, "same_player"),
        ({"first": "a", "second": "b", "score": 2}, "bad_score"),
        ({"first": "a", "second": "b", "score": True}, "bad_score"),
        ({"first": "a", "second": "b"}, "bad_score"),
        ({"first": "a", "second": "b", "score": 1, "length": 0}, "bad_length"),
        ({"first": "a", "second": "b", "score": 1, "length": 1.5}, "bad_length"),
        ('{"first": "a", "second": "b", "score": NaN}', "bad_json"),
        ({"player": "a", "rating": "x", "experience": 1}, "bad_standing"),
        ('{"player": "a", "rating": 1e999, "experience": 1}', "bad_standing"),
        ({"player": "a", "rating": 1500, "experience": -1}, "bad_standing"),
    ],
)
def test_a_bad_line_gets_an_error(line, code):
    (out,) = lines(line)

    assert out["error"]["code"] == code
    assert out["error"]["text"]


def test_the_rest_goes_on_after_a_bad_line():
    good = {"first": "a", "second": "b", "score": 1, "length": 1}

    out = lines(good, "nonsense", good)

    assert [line.get("result") for line in out] == [1, 1, None, 2, 2]


def test_the_command_line_works_without_django():
    done = subprocess.run(
        [sys.executable, "-m", "ladder.rules", "rating"],
        input='{"first": "a", "second": "b", "score": 1, "length": 1}\n',
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )

    assert [json.loads(line)["after"] for line in done.stdout.splitlines()] == [1510.0, 1490.0]


def test_the_command_reads_a_file_and_takes_the_pools_constants(tmp_path, capsys):
    file = tmp_path / "results.json"
    file.write_text('[{"first": "a", "second": "b", "score": 1, "length": 1}]', "utf-8")

    code = main(["rating", str(file), "--ramp-start", "2", "--ramp-span", "400"])

    first = json.loads(capsys.readouterr().out.splitlines()[0])
    assert code == 0
    assert first["change"] == 4.0


def test_a_missing_file_and_senseless_constants_are_one_sentence(tmp_path, capsys):
    assert main(["rating", str(tmp_path / "none")]) == 2
    assert main(["rating", "--scale", "0"]) == 2

    assert capsys.readouterr().err.count("rating:") == 2
