"""Filters of lists: each request has its own, whatever others have asked for."""

import pytest

from tests.ladder import making as past
from tests.vrhcaby.rest import calling

pytestmark = pytest.mark.django_db


@pytest.fixture
def players():
    return [past.member(name) for name in ("Anna", "Bořek", "Cyril")]


def found(asked):
    return {row["id"] for row in calling.Caller().get(f"matches?{asked}").json["results"]}


def test_matches_of_a_member_and_of_two_are_found_each_once(players):
    anna, borek, cyril = players
    pairs = [(anna, borek), (borek, anna), (borek, cyril)]
    first, second, third = (past.played(one, other, winner=0).match_id for one, other in pairs)

    assert found(f"member={anna.pk}") == {first, second}
    assert found(f"member={borek.pk}") == {first, second, third}
    assert found(f"member={borek.pk}&against={cyril.pk}") == {third}
    assert found(f"member={anna.pk}&against={cyril.pk}") == set()
    assert found("") == {first, second, third}


def test_a_filter_is_asked_anew_each_time(players):
    anna, borek, cyril = players
    first = past.played(anna, borek, winner=0).match_id
    second = past.played(borek, cyril, winner=0).match_id

    asked = [found(f"member={one.pk}") for one in (anna, cyril, anna)]

    assert asked == [{first}, {second}, {first}]


def test_a_refusal_is_in_the_language_of_each_who_asks():
    def refusal(language):
        told = calling.Caller(**{"accept-language": language}).get("matches?member=x")
        assert told.code == "invalid"
        return told.json["fields"]["member"][0]["detail"]

    said = [refusal(language) for language in ("cs", "en", "cs")]

    assert said[0] == said[2] != said[1]
