"""How many requests: by token, by member, by a guest's address, and nothing that a header says."""

import pytest
from django.core.cache import cache
from django.test import Client

from tests.games import making
from tests.vrhcaby.rest import calling

pytestmark = pytest.mark.django_db
FEW = {"read": (3, 3), "write": (2, 2), "bulk": (1, 1), "failures": (0, 3)}


@pytest.fixture(autouse=True)
def few(settings):
    settings.API_RATES = FEW
    cache.clear()
    yield
    cache.clear()


def statuses(caller, count, path="members", **headers):
    return [caller.get(path, **headers).status for _ in range(count)]


def test_a_token_that_asks_too_often_is_told_when_to_come_again():
    caller = calling.reader(making.member())

    assert statuses(caller, 4) == [200, 200, 200, 429]
    refused = caller.get("members")
    assert refused.code == "too_many_requests"
    assert 1 <= int(refused.response["Retry-After"]) <= 60


def test_each_token_counts_for_itself():
    member = making.member()
    first, second = calling.reader(member), calling.reader(member)

    assert statuses(first, 4)[-1] == 429
    assert statuses(second, 3) == [200] * 3


def test_a_club_room_of_members_is_not_held_up_by_its_address():
    guest = calling.Caller()

    assert statuses(guest, 4)[-1] == 429
    assert statuses(calling.reader(making.member()), 3) == [200] * 3


def test_a_header_makes_nobody_somebody_else():
    guest = calling.Caller()
    found = [
        guest.get("members", **{"x-forwarded-for": f"10.0.0.{number}"}).status
        for number in range(4)
    ]

    assert found[-1] == 429


def test_behind_a_proxy_the_address_is_what_the_proxy_saw(settings):
    settings.PROXY_COUNT = 1
    guest = calling.Caller()
    forged = [
        guest.get("members", **{"x-forwarded-for": f"1.2.3.{number}, 9.9.9.9"}).status
        for number in range(4)
    ]
    other = guest.get("members", **{"x-forwarded-for": "8.8.8.8"})

    assert forged[-1] == 429
    assert other.status == 200


def test_addresses_of_one_network_of_ipv6_are_one(settings):
    settings.PROXY_COUNT = 1
    guest = calling.Caller()
    found = [
        guest.get("members", **{"x-forwarded-for": f"2001:db8::{number}"}).status
        for number in range(1, 5)
    ]

    assert found[-1] == 429


def test_kinds_are_counted_apart():
    caller = calling.player(making.member())

    assert statuses(caller, 4)[-1] == 429
    assert caller("PATCH", "me/preferences", {"sounds": False}).status == 200
    assert caller.get("exports/results").status == 200
    assert caller.get("exports/results").status == 429


def test_guessing_tokens_is_stopped_by_address():
    found = [calling.Caller(f"vrh_{number}").get("members").status for number in range(5)]

    assert found == [401, 401, 401, 429, 429]


def test_a_session_writes_only_with_the_token_against_forgery():
    member = making.member()
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    client.force_login(member)
    forged = client.patch("/api/v1/me/preferences", {"sounds": False}, "application/json")
    client.get("/ucet/")
    token = client.cookies["csrftoken"].value
    genuine = client.patch(
        "/api/v1/me/preferences",
        {"sounds": False},
        "application/json",
        headers={"x-csrftoken": token},
    )

    assert (forged.status_code, forged.json()["code"]) == (403, "forbidden")
    assert genuine.status_code == 200
