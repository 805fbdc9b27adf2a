"""A tournament over REST from its making to its table, as a director's program leads it."""

import pytest

from tests.games import making
from tests.ladder import tournaments
from tests.vrhcaby.rest import calling, world

pytestmark = pytest.mark.django_db


@pytest.fixture
def director():
    return calling.director(tournaments.official())


def did(answer):
    """Return what came of an act that must not have been refused."""
    assert answer.status in (200, 201), answer
    return answer.json


def as_documented(path, method, answer):
    """Check an answer against the document."""
    told = next(
        one for one in world.operations() if (one.path, one.method) == (f"/api/v1/{path}", method)
    )
    shape = told.told["responses"][str(answer.status)]["content"]["application/json"]["schema"]
    assert world.faults(shape, answer.json) == []


def test_a_round_robin_is_led_from_its_making_to_its_table(director):
    settings = {"name": "Club cup", "ruleset": "vrhcaby", "rated": False, "seating": "by_hand"}
    made = did(director.post("tournaments", {"settings": settings}))
    here = f"tournaments/{made['slug']}"
    did(director.post(f"{here}/state", {"to": "registration"}))
    players = [making.member(), making.member()]
    for player in players:
        did(calling.player(player).post(f"{here}/entry", {}))
    did(director.post(f"{here}/guests", {"name": "Cyril"}))
    did(director.post(f"{here}/state", {"to": "closed"}))
    entered = director.get(f"{here}/entries").json
    did(director.post(f"{here}/entries/order", {"entry_ids": [row["id"] for row in entered]}))
    did(director.post(f"{here}/start", {}))

    for number in range(3):
        one = director.get(f"{here}/rounds").json[number]
        if one["state"] == "waiting":
            did(director.post(f"{here}/rounds/open", {"round_id": one["id"]}))
        for pairing in one["pairings"]:
            if pairing["second"] and pairing["first"]:
                score = {"first_score": 1, "second_score": 0, "why": "Played."}
                did(director.post(f"pairings/{pairing['id']}/result", score))
    rounds = director.get(f"{here}/rounds")
    standings = calling.Caller().get(f"{here}/standings")
    crosstable = calling.Caller().get(f"{here}/crosstable")
    log = calling.Caller().get(f"{here}/log")

    as_documented("tournaments/{slug}/rounds", "get", rounds)
    as_documented("tournaments/{slug}/standings", "get", standings)
    as_documented("tournaments/{slug}/crosstable", "get", crosstable)
    as_documented("tournaments/{slug}/log", "get", log)
    assert sum(line["played"] for line in standings.json[0]["lines"]) == 6
    assert len(crosstable.json[0]["rows"]) == 3
    assert log.json["results"][0]["version"] > log.json["results"][-1]["version"]


def test_who_is_no_director_leads_nothing(director):
    made = tournaments.opened()
    stranger = calling.director(making.member())

    refused = stranger.post(f"tournaments/{made.slug}/state", {"to": "closed"})
    making_one = stranger.post("tournaments", {"settings": {"name": "Mine"}})

    assert (refused.status, refused.code) == (403, "not_a_director")
    assert (making_one.status, making_one.code) == (403, "may_not_make_tournaments")


def test_an_act_that_no_longer_fits_tells_what_was_done_meanwhile():
    made = tournaments.opened()
    director = calling.director(made.director)
    seen = director.get(f"tournaments/{made.slug}").json["version"]
    edit = f"tournaments/{made.slug}/settings"
    did(director.post(edit, {"settings": {"places": 16}, "version": seen}))

    late = director.post(edit, {"settings": {"places": 8}, "version": seen})

    assert (late.status, late.code) == (409, "changed_meanwhile")
    assert late.json["details"]["acts"]


def test_a_draft_is_seen_by_those_who_direct_it_alone():
    made = tournaments.draft()

    assert calling.Caller().get(f"tournaments/{made.slug}").code == "no_such_tournament"
    assert calling.reader(made.director).get(f"tournaments/{made.slug}").status == 200
    assert calling.Caller().get("tournaments").json["results"] == []


@pytest.mark.parametrize(
    ("settings", "status"),
    [
        ({}, 422),
        ({"name": ""}, 422),
        ({"name": "x", "places": 1}, 422),
        ({"name": "x", "y": 1}, 422),
    ],
)
def test_a_tournament_that_cannot_be_is_refused(director, settings, status):
    answer = director.post("tournaments", {"settings": settings})

    assert answer.status in (409, status), answer
    assert "detail" in answer.json


def test_standings_after_a_round_are_asked_for_by_its_number():
    made = tournaments.started(["Ada", "Bob", "Cyril"])
    guest = calling.Caller()

    assert guest.get(f"tournaments/{made.slug}/standings?after=1").json[0]["after"] == 1
    assert guest.get(f"tournaments/{made.slug}/standings?after=x").status == 422


def test_a_tournament_that_was_made_is_created(director):
    settings = {"name": "Club cup", "ruleset": "vrhcaby", "rated": False}

    answer = director.post("tournaments", {"settings": settings})

    assert answer.status == 201
    as_documented("tournaments", "post", answer)


@pytest.mark.parametrize(("after", "status"), [(0, 200), (1, 200), (3, 200), (4, 404), (99, 404)])
def test_standings_are_told_after_rounds_that_there_are(after, status):
    made = tournaments.started(["Ada", "Bob", "Cyril"])

    answer = calling.Caller().get(f"tournaments/{made.slug}/standings?after={after}")

    assert answer.status == status
    assert status == 200 or answer.code == "no_such_round"
