"""Chances and match files over REST: what the pages compute, and nothing that cannot be."""

import base64

import pytest

from games.api import imports
from games.models import Match
from tests.games import making
from tests.games.engine.formats.samples import files
from tests.vrhcaby.rest import calling

pytestmark = pytest.mark.django_db
guest = calling.Caller


def test_the_start_has_its_pips_and_no_race():
    told = guest().get("chances").json

    assert (told["pips"], told["race"], told["blots"]) == ([167, 167], None, [])
    assert told["score"]["table"] == 50


def test_a_race_has_its_counts():
    race = guest().get("chances?position=rbcIAOD1bQEAAA").json["race"]

    assert [count["name"] for count in race["counts"]] == ["thorp", "keith", "isight"]
    assert {type(count["take"]) for count in race["counts"][:2]} == {bool}


def test_a_shot_is_counted_for_each_blot():
    told = guest().get("chances?position=exiAsDi%2BxwEDCA").json

    assert told["hits"] == 27
    assert [blot["of_36"] for blot in told["blots"]]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("position=nonsense", "position"),
        ("position=%00", "position"),
        ("ruleset=chess", "ruleset"),
        ("needs=0", "needs"),
        ("other=26", "other"),
        ("cube=x", "cube"),
        ("cube=3", "cube"),
        ("post_crawford=1", "post_crawford"),
    ],
)
def test_what_has_no_chances_is_refused_at_its_field(query, field):
    answer = guest().get(f"chances?{query}")

    assert (answer.status, list(answer.json["fields"])) == (422, [field])


def test_a_position_that_cannot_be_is_refused_by_the_engine_s_code_and_place():
    answer = guest().get("chances?position=27YBANC2bQAABA")
    short = guest().get("chances?position=4HPw")

    assert answer.json["fields"]["position"][0]["code"] == "both_closed_out"
    assert short.json["details"] == {"line": 1, "character": 5}


def test_the_crawford_game_has_no_double_to_weigh():
    score = guest().get("chances?needs=1&other=25").json["score"]
    after = guest().get("chances?needs=1&other=25&post_crawford=true").json["score"]

    assert (score["crawford"], score["drop"], score["take_point"]) == (True, None, None)
    assert not after["crawford"]
    assert after["drop"] > 0


def reader():
    return calling.reader(making.member())


def test_a_match_file_is_read_and_nothing_is_kept():
    name, data = next(iter(sorted(files("matches").items())))
    encoded = base64.b64encode(data).decode()

    told = reader().post("match-files", {"base64": encoded})

    assert told.status == 200, (name, told)
    assert len(told.json["events"]) == len(told.json["positions"])
    assert not Match.objects.exists()


def test_a_file_that_cannot_be_read_tells_where_and_why():
    text = imports.ReadMatchFile.example["text"].replace("8/5 6/5", "8/1 6/5")

    answer = reader().post("match-files", {"text": text})
    nonsense = reader().post("match-files", {"text": "Dear all"})

    assert nonsense.json["details"]["trouble"] == "unknown_format"
    assert answer.status == 200 or answer.json["details"]["line"] == 5, answer


@pytest.mark.parametrize("body", [{}, {"text": "x", "base64": "eA=="}, {"base64": "!"}, {"x": 1}])
def test_what_is_no_file_is_refused(body):
    assert reader().post("match-files", body).status == 422


def test_a_file_may_be_larger_than_other_bodies_but_not_endless():
    long = {"text": "x" * 300_000}
    caller = reader()

    assert caller.post("match-files", long).code == "bad_match_file"
    assert caller.post("challenges", long).code == "scope_too_small"
    assert calling.player(making.member()).post("challenges", long).status == 413
    assert caller.post("match-files", b" " * (imports.LONGEST + 2000)).status == 413
