"""What is almost right is refused, with its field and a stable code."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from accounts.permissions import OFFICIALS
from ladder.models import LadderResult
from tests.games import making
from tests.ladder import making as past
from tests.vrhcaby.rest import calling
from vrhcaby import clock

pytestmark = pytest.mark.django_db
PROBLEM = "application/problem+json"


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("matches?member=1&member=2", "member"),
        ("matches?limit=1&limit=1", "limit"),
        ("results?format=json&format=csv", "format"),
        ("members?is_bot=true&is_bot=true", "is_bot"),
        ("dice?ruleset=vrhcaby&ruleset=standard", "ruleset"),
        ("matches?cursor=a&cursor=b", "cursor"),
    ],
)
def test_a_parameter_is_given_once(path, name):
    answer = calling.Caller().get(path)

    assert (answer.status, answer.code) == (422, "repeated_parameter")
    assert [one["code"] for one in answer.json["fields"][name]] == ["repeated_parameter"]


def test_digits_of_other_scripts_are_no_time():
    answer = calling.Caller().get("matches?started_after=\uff12\uff10\uff12\uff16-01-01T00:00:00Z")

    assert (answer.status, list(answer.json["fields"])) == (422, ["started_after"])


@pytest.fixture
def official():
    made = past.member("Olga")
    made.groups.add(Group.objects.get_or_create(name=OFFICIALS)[0])
    return calling.director(made)


@pytest.mark.parametrize("score", [True, "1", "0.5", [1], "NaN"])
def test_a_score_is_a_number(official, score):
    past.played(past.member("Anna"), past.member("Bob"))
    path = f"ladder-results/{LadderResult.objects.get().pk}/preview"

    answer = official.post(path, {"score": score})

    assert official.post(path, {"score": 0.5}).status == 200
    assert (answer.status, list(answer.json["fields"])) == (422, ["score"])


@pytest.mark.parametrize("keep", [True, "0.5"])
def test_a_share_is_a_number(official, keep):
    answer = official.post("seasons/close", {"keep": keep})

    assert (answer.status, list(answer.json["fields"])) == (422, ["keep"])


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("application/json; charset=utf-16", 415),
        ("application/json; charset=latin-1", 415),
        ("application/json; charset=UTF-8", 200),
        ('application/json; charset="utf-8"', 200),
        ("application/json", 200),
        ("application/json; profile=x", 200),
    ],
)
def test_json_is_utf8(kind, status):
    token = calling.token_of(past.member("Anna"), "play")
    answer = Client().generic(
        "PATCH",
        "/api/v1/me/preferences",
        data=b'{"theme": "dark"}',
        content_type=kind,
        headers={"authorization": f"Bearer {token}"},
    )

    assert answer.status_code == status
    if status == 415:
        assert answer.json()["code"] == "unsupported_media_type"


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize(
    "path", ["v1/openapi.json", "v1/protocol.schema.json", "reference/", "", "api.md"]
)
def test_what_is_only_read_refuses_other_methods_as_a_problem(method, path):
    answer = Client(enforce_csrf_checks=True).generic(method, f"/api/{path}", data=b"{}")

    assert (answer.status_code, answer["Content-Type"]) == (405, PROBLEM)
    assert answer.json()["code"] == "method_not_allowed"
    assert answer["Allow"] == "GET, HEAD"


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("path", ["nosuch", "v2/x", "v1", "v1/nosuch"])
def test_no_address_of_the_interface_is_a_problem(method, path):
    answer = Client(enforce_csrf_checks=True).generic(method, f"/api/{path}")

    assert (answer.status_code, answer["Content-Type"]) == (404, PROBLEM)
    assert answer.json()["code"] == "not_found"


@pytest.mark.parametrize("path", ["openapi.json", "protocol.schema.json"])
def test_a_published_document_is_not_sent_twice(path):
    first = Client().get(f"/api/v1/{path}")
    again = Client().get(f"/api/v1/{path}", headers={"If-None-Match": first["ETag"]})

    assert first["Access-Control-Allow-Origin"] == "*"
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


def test_of_a_challenge_between_others_nobody_learns():
    anna, boris, eve = (past.member(name) for name in ("Anna", "Boris", "Eve"))
    made = calling.player(anna).post(
        "challenges", {"id": "a", "ruleset": "vrhcaby", "rated": False, "to": boris.pk}
    )
    here, stranger = f"challenges/{made.json['challenge']}", calling.player(eve)

    answers = [stranger.get(here)] + [
        stranger.post(f"{here}/{act}", {"id": act}) for act in ("accept", "decline", "withdraw")
    ]

    assert {(one.status, one.code) for one in answers} == {(404, "no_such_challenge")}


def test_a_lobby_that_has_not_changed_is_not_sent_again():
    guest = calling.Caller()
    with clock.frozen(making.NOON) as hand:
        making.swept()
        first = guest.get("lobby")
        hand.advance(1_000)
        again = guest.get("lobby", if_none_match=first.response["ETag"])

    assert (first.status, again.status) == (200, 304)
