"""The commands `pairings` and `standings`: what they write, and what bad input gets."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.rules import command_line
from ladder.rules.__main__ import main

ROOT = Path(__file__).parents[3]
DATA = ROOT / "tests" / "data" / "tournaments"
TWO = {"games": [{"round": 1, "first": 1, "second": 2, "score_first": 1, "forfeit": False}]}


@pytest.fixture
def run(capsys, monkeypatch):
    """Return a function that runs a command and gives its exit code and its JSON."""

    def run_command(*arguments, given=""):
        text = given if isinstance(given, str) else json.dumps(given)
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as leaving:
            code = leaving.code
        written = capsys.readouterr()
        assert written.err == ""
        assert written.out.count("\n") == 1
        return code, json.loads(written.out)

    return run_command


def refused(answer):
    code, written = answer
    assert code == command_line.REFUSED
    assert list(written) == ["error"]
    assert written["error"]["text"]
    return written["error"]["code"]


def places(written):
    return {line["seat"]: line["place"] for line in written["table"]}


def test_pairings_of_an_odd_number_have_byes(run):
    code, written = run("pairings", "--players", 5)

    printed = json.loads((DATA / "berger_tables.json").read_text("utf-8"))["tables"]["5"]
    assert code == 0
    assert written["byes"] == printed["bye_seat_by_round"]
    assert written["rounds"] == [
        [pair for pair in pairs if 6 not in pair] for pairs in printed["rounds"]
    ]


def test_pairings_of_a_double_cycle(run):
    printed = json.loads((DATA / "berger_double.json").read_text("utf-8"))["tables"]["6"]

    assert run("pairings", "--double", "--players", 6) == (
        0,
        {"rounds": printed["rounds"], "byes": []},
    )


@pytest.mark.parametrize(
    ("players", "code"),
    [
        ("1", "too_few_players"),
        ("0", "too_few_players"),
        ("-3", "too_few_players"),
        ("201", "too_many_players"),
        ("999999999999999999999", "bad_players"),
        ("4.5", "bad_players"),
        ("osm", "bad_players"),
        ("٣", "bad_players"),
        ("", "bad_players"),
    ],
)
def test_a_field_that_cannot_be_paired_is_refused(run, players, code):
    assert refused(run("pairings", f"--players={players}")) == code


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("draw",),
        ("pairings",),
        ("pairings", "--players"),
        ("pairings", "--players", "4", "--triple"),
        ("standings", "a", "b"),
    ],
)
def test_arguments_that_cannot_be_read_are_refused_in_the_same_form(run, arguments):
    assert refused(run(*arguments)) == "bad_arguments"


def test_standings_of_the_exercise_of_fide(run):
    chain = "direct_encounter,sonneborn_berger,sonneborn_berger_cut1,koya"

    code, written = run("standings", DATA / "rr_fide_tec_exercise.json", "--chain", chain)

    assert code == 0
    assert [line["seat"] for line in written["table"]] == [1, 2, 3, 5, 6, 4]
    assert [line["place"] for line in written["table"]] == [1, 2, 2, 4, 5, 6]
    assert written["table"][0] == {
        "seat": 1,
        "place": 1,
        "points": 3.5,
        "tiebreaks": {
            "direct_encounter": 2,
            "sonneborn_berger": 9.25,
            "sonneborn_berger_cut1": 9.25,
            "koya": 2,
        },
    }


def test_standings_are_read_from_standard_input_and_need_no_seats(run):
    text = (DATA / "rr_koya_8_players.json").read_text("utf-8")

    code, written = run("standings", "-", "--chain", "koya,wins", given=text)

    assert code == 0
    assert places(written) == {4: 1, 3: 2, 5: 3, 1: 4, 6: 5, 7: 6, 8: 7, 2: 8}


def test_without_a_chain_the_usual_one_is_taken(run):
    _, written = run("standings", given=TWO)

    assert list(written["table"][0]["tiebreaks"]) == [
        "wins",
        "direct_encounter",
        "sonneborn_berger",
        "score_difference",
    ]


def test_an_empty_chain_shares_every_tie(run):
    given_games = {"seats": {"1": "A", "2": "B", "3": "C"}, **TWO}

    _, written = run("standings", "--chain", "", given=given_games)

    assert written["table"] == [
        {"seat": 1, "place": 1, "points": 1, "tiebreaks": {}},
        {"seat": 2, "place": 2, "points": 0, "tiebreaks": {}},
        {"seat": 3, "place": 2, "points": 0, "tiebreaks": {}},
    ]


def test_a_double_round_robin_is_known_by_its_pairs(run):
    once = {"round": 1, "first": 1, "second": 2, "score_first": 1}
    other = {"round": 2, "first": 2, "second": 3, "score_first": 1}
    to_come = {"round": 3, "first": 2, "second": 1, "score_first": None}
    chain = ("--chain", "direct_encounter")

    _, single = run("standings", *chain, given={"games": [once, other]})
    _, double = run("standings", *chain, given={"games": [once, other, to_come]})

    assert places(single) == {1: 1, 2: 2, 3: 3}
    assert places(double) == {1: 1, 2: 1, 3: 3}
    assert double == run("standings", *chain, given={"games": [once, other], "double": True})[1]


def test_names_seats_as_text_and_both_losing_are_understood(run):
    games = [
        {"first": "Žofie", "second": "Bob", "score_first": "½"},
        {"first": "Bob", "second": "Cyril", "score_first": 0, "score_second": 0, "forfeit": True},
    ]

    _, written = run("standings", "--chain", "wins", given={"games": games})

    assert {line["seat"]: line["points"] for line in written["table"]} == {
        "Žofie": 0.5,
        "Bob": 0.5,
        "Cyril": 0,
    }


def test_scores_inside_the_matches_make_the_difference(run):
    games = [
        {"first": 1, "second": 2, "score_first": 1, "points_first": 7, "points_second": 2},
        {"first": 2, "second": 3, "score_first": 1, "points_first": 7, "points_second": 6},
        {"first": 3, "second": 1, "score_first": 1, "points_first": 7, "points_second": 5},
        {"first": 4, "second": 1, "score_first": 0, "forfeit": True},
    ]

    _, written = run("standings", "--chain", "score_difference", given={"games": games})

    assert {line["seat"]: line["tiebreaks"]["score_difference"] for line in written["table"]} == {
        1: 3,
        2: -4,
        3: 1,
        4: 0,
    }


def test_other_points_lots_and_sums(run):
    arguments = ("--points", "3,1,1/3", "--chain", "lot", "--seed", "x", "--sums")

    _, written = run("standings", *arguments, given=TWO)

    first, second = written["table"]
    assert (first["points"], second["points"]) == (3, "1/3")
    assert re.fullmatch("[0-9a-f]{64}", first["tiebreaks"]["lot"])
    assert first["sums"]["points"]["terms"][0]["amount"] == 3


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--chain", "luck"), "unknown_tiebreak"),
        (("--chain", "wins,wins"), "repeated_tiebreak"),
        (("--chain", "shared,wins"), "tiebreak_after_end"),
        (("--chain", "lot"), "seed_missing"),
        (("--points", "1,2"), "bad_scheme"),
        (("--points", "0,0,0"), "bad_scheme"),
        (("--points", "a,b,c"), "bad_scheme"),
        (("--points", "1e999999999,0,0"), "bad_scheme"),
        (("--points", "1/0,0,0"), "bad_scheme"),
    ],
)
def test_settings_that_make_no_sense_are_refused(run, arguments, code):
    assert refused(run("standings", *arguments, given=TWO)) == code


def game(**changes):
    return {"games": [{**TWO["games"][0], **changes}]}


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("", "bad_json"),
        ("{", "bad_json"),
        ("[" * 100_000, "bad_json"),
        ("9" * 5000, "bad_json"),
        ("[]", "bad_results"),
        ("null", "bad_results"),
        ("3", "bad_results"),
        ("{}", "bad_results"),
        ({"games": {}}, "bad_results"),
        ({"games": [3]}, "bad_results"),
        ({"games": [{}]}, "bad_results"),
        ({"games": [], "seats": 4}, "bad_results"),
        ({"games": [], "seats": [[]]}, "bad_results"),
        ({"games": [], "seats": [1, 1]}, "repeated_seat"),
        ({"games": [], "seats": {"1": "a", " ": "b"}}, "bad_results"),
        ({"games": [], "seats": list(range(3000))}, "too_many_players"),
        ({"seats": {"1": "a"}, **TWO}, "unknown_seat"),
        ({"byes": {"7": 1}, **TWO}, "unknown_seat"),
        ({"games": TWO["games"] * 2}, "repeated_game"),
        (game(first=2), "same_player"),
        (game(first=None), "bad_results"),
        (game(first=1.5), "bad_results"),
        (game(first=True), "bad_results"),
        (game(first=[1]), "bad_results"),
        ('{"games": [{"first": "\\ud800", "second": "b", "score_first": 1}]}', "bad_results"),
        (game(score_first=2), "bad_score"),
        (game(score_first=-1), "bad_score"),
        (game(score_first=0.25), "bad_score"),
        (game(score_first="win"), "bad_score"),
        (game(score_first=True), "bad_score"),
        (game(score_first=[1]), "bad_score"),
        ('{"games": [{"first": 1, "second": 2, "score_first": NaN}]}', "bad_score"),
        ('{"games": [{"first": 1, "second": 2, "score_first": 1e999}]}', "bad_score"),
        (game(score_second=1), "bad_score"),
        (game(points_first=3), "bad_score"),
        (game(points_first=3, points_second=-1), "bad_score"),
        (game(forfeit="no"), "bad_results"),
        (game(round=0), "bad_results"),
        (game(round="first"), "bad_results"),
        (game(round=True), "bad_results"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_results_that_cannot_be_are_refused(run, given, code):
    assert refused(run("standings", "-", given=given)) == code


def test_files_that_cannot_be_read_are_refused(run, tmp_path):
    latin = tmp_path / "latin.json"
    latin.write_bytes(b'{"games": [], "seats": ["\xff"]}')

    for file in (tmp_path / "none.json", tmp_path, latin, "a\0b"):
        assert refused(run("standings", file)) == "bad_file"


def test_too_much_is_refused(run, monkeypatch):
    monkeypatch.setattr(command_line, "LARGEST_INPUT", 50)

    assert refused(run("standings", given=TWO)) == "too_large"


values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=4)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(), inner)),
    max_leaves=6,
)
KEYS = ("first", "second", "score_first", "score_second", "round", "forfeit", "points_first")


@settings(deadline=None)
@given(
    st.fixed_dictionaries(
        {
            "games": st.one_of(
                values,
                st.lists(
                    st.one_of(values, st.dictionaries(st.sampled_from(KEYS), values)), max_size=4
                ),
            )
        },
        optional={"seats": values, "byes": values, "double": values},
    )
)
def test_whatever_comes_is_a_table_or_a_refusal(written):
    text = json.dumps(written)
    out = io.StringIO()
    before = sys.stdin, sys.stdout
    sys.stdin, sys.stdout = io.StringIO(text), out
    try:
        code = main(["standings", "-"])
    finally:
        sys.stdin, sys.stdout = before

    answer = json.loads(out.getvalue())
    assert (code, list(answer)) in [(0, ["table"]), (2, ["error"])]


def test_every_refusal_has_its_words():
    sources = (ROOT / "ladder" / "rules").glob("*.py")
    raised = {
        code
        for source in sources
        for code in re.findall(r'TournamentError\("(\w+)"', source.read_text("utf-8"))
    }

    assert raised - {"unpaired_game"} == command_line.TEXTS.keys()


def test_the_command_runs_alone_and_without_django():
    program = (
        "import sys; from ladder.rules.__main__ import main; code = main(sys.argv[1:]);"
        "bad = {'django', 'random', 'datetime', 'logging', 'secrets'} & set(sys.modules);"
        "sys.exit(f'imported {bad}' if bad else code)"
    )
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); {program}"
    done = subprocess.run(
        [sys.executable, "-I", "-c", program, "pairings", "--players", "4"],
        capture_output=True,
        text=True,
        check=False,
        env={key: value for key, value in os.environ.items() if key == "PATH"},
    )

    assert done.stderr == ""
    assert done.returncode == 0
    assert json.loads(done.stdout)["byes"] == []
