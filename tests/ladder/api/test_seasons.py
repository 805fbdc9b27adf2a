"""Seasons over REST: opened and closed by officials, with the table they leave behind."""

import csv
import io

import pytest
from django.utils import timezone

from ladder.models import Season
from tests.games import making
from tests.ladder import making as past
from tests.ladder import tournaments
from tests.vrhcaby.rest import calling

pytestmark = pytest.mark.django_db


@pytest.fixture
def official():
    return calling.director(tournaments.official())


def test_a_season_is_opened_and_closed_and_leaves_its_table(official):
    opened = official.post("seasons", {"name": "Spring"})
    past.played(making.member(), making.member(), at=timezone.now())
    closed = official.post("seasons/close", {"keep": 0.5})

    assert (opened.status, closed.status) == (201, 200)
    assert closed.json["closed_at"]
    lines = calling.Caller().get(f"seasons/{opened.json['id']}/vrhcaby").json
    assert sorted((line["won"], line["lost"]) for line in lines) == [(0, 1), (1, 0)]
    assert sum(line["gained"] for line in lines) == pytest.approx(0)
    table = calling.Caller().get(f"seasons/{opened.json['id']}/vrhcaby?format=csv").text
    head, *rows = csv.reader(io.StringIO(table))
    assert head[:4] == ["place", "member.id", "member.name", "member.is_bot"]
    assert len(rows) == 2


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("seasons", {"name": " "}, 422, "invalid"),
        ("seasons", {"name": "x" * 81}, 422, "invalid"),
        ("seasons/close", {"keep": None}, 409, "no_open_season"),
        ("seasons/close", {"keep": 0.96}, 422, "invalid"),
        ("seasons/close", {}, 422, "invalid"),
    ],
)
def test_a_season_that_cannot_be_is_refused(official, path, body, status, code):
    answer = official.post(path, body)

    assert (answer.status, answer.code) == (status, code)
    assert not Season.objects.exists()


def test_one_season_runs_at_a_time_and_names_are_not_used_twice(official):
    official.post("seasons", {"name": "Spring"})
    second = official.post("seasons", {"name": "Autumn"})
    official.post("seasons/close", {"keep": None})
    again = official.post("seasons", {"name": "Spring"})

    assert (second.code, again.code) == ("season_is_open", "season_name_taken")


def test_a_member_opens_and_closes_none():
    caller = calling.director(making.member())

    assert caller.post("seasons", {"name": "Mine"}).code == "not_an_official"
    assert caller.post("seasons/close", {"keep": None}).code == "not_an_official"
