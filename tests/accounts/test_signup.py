"""Signing up."""

from typing import Any
from unittest import mock

import pytest
from django.test import Client

from accounts.adapter import AccountAdapter
from accounts.models import Member
from tests.accounts import making

pytestmark = pytest.mark.django_db

URL = "/ucet/signup/"


def fields(**changes: str) -> dict[str, str]:
    return {
        "username": "Řehoř",
        "email": "Rehor@Example.org",
        "password1": making.PASSWORD,
        "password2": making.PASSWORD,
        "time_zone": "Europe/Vienna",
    } | changes


def errors(client: Client, **changes: str) -> dict[str, Any]:
    response = client.post(URL, fields(**changes))
    assert response.status_code == 200
    return {
        name: [error.code for error in found.as_data()]
        for name, found in response.context["form"].errors.items()
    }


def test_a_new_member_is_signed_in_at_once(client: Client) -> None:
    response = client.post(URL, fields())

    member = Member.objects.get()
    assert response.status_code == 302
    assert response["Location"] == "/"
    assert client.session["_auth_user_id"] == str(member.pk)
    assert (member.username, member.canonical) == ("Řehoř", "rehor")
    assert member.email == "rehor@example.org"
    assert member.time_zone == "Europe/Vienna"


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("en-GB,en;q=0.9", "en"), ("cs-CZ,cs;q=0.9,en;q=0.5", "cs"), ("de", "cs"), ("", "cs")],
)
def test_the_language_comes_from_the_browser(client: Client, accepted: str, language: str) -> None:
    client.post(URL, fields(), headers={"accept-language": accepted})

    assert Member.objects.get().language == language


def test_the_language_chosen_before_signing_up_goes_first(client: Client) -> None:
    client.post("/ucet/jazyk/", {"language": "en", "next": URL})

    client.post(URL, fields(), headers={"accept-language": "cs"})

    assert Member.objects.get().language == "en"


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../etc/passwd", "x" * 65, "Europe/Prague\n"])
def test_an_unknown_time_zone_becomes_the_clubs(client: Client, zone: str) -> None:
    client.post(URL, fields(time_zone=zone))

    member = Member.objects.first()
    if len(zone) > 64:
        assert member is None
    else:
        assert member.time_zone == "Europe/Prague"


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"username": ""}, "username", "required"),
        ({"username": "x"}, "username", "name_short"),
        ({"username": "x" * 21}, "username", "name_long"),
        ({"username": "x" * 5000}, "username", "name_long"),
        ({"username": "Řehoř!"}, "username", "name_letters"),
        ({"username": "a\x00b"}, "username", "name_letters"),
        ({"username": "adm1n"}, "username", "name_reserved"),
        ({"email": "nowhere"}, "email", "invalid"),
        ({"email": ""}, "email", "required"),
        ({"password1": "123", "password2": "123"}, "password1", "password_too_short"),
        ({"password1": "řehoř1234", "password2": "x"}, "password1", "password_too_similar"),
    ],
)
def test_errors_stand_at_their_field(
    client: Client, changes: dict[str, str], field: str, code: str
) -> None:
    assert code in errors(client, **changes)[field]
    assert not Member.objects.exists()


def test_two_different_passwords(client: Client) -> None:
    assert "password2" in errors(client, password2="something else")


@pytest.mark.parametrize("name", ["anna", "Ánna", "ANNA", "An-na"])
def test_a_look_alike_is_taken(client: Client, name: str) -> None:
    making.member("Anna")

    assert errors(client, username=name)["username"] == ["name_taken"]


def test_an_email_in_use_is_taken(client: Client) -> None:
    making.member("Anna", email="rehor@example.org")

    assert "email" in errors(client)


def test_a_race_for_a_name_ends_with_the_error_at_the_field(client: Client) -> None:
    making.member("Anna")
    clean = AccountAdapter.clean_username
    calls: list[str] = []

    def blind_once(adapter: AccountAdapter, name: str, shallow: bool = False) -> str:
        calls.append(name)
        return name if len(calls) == 1 else clean(adapter, name, shallow)

    with mock.patch.object(AccountAdapter, "clean_username", blind_once):
        found = errors(client, username="Anna")

    assert found["username"] == ["name_taken"]
    assert Member.objects.count() == 1


def test_an_error_is_tied_to_its_field_for_readers(client: Client) -> None:
    html = client.post(URL, fields(username="x")).content.decode()

    assert 'aria-invalid="true"' in html
    assert 'id="id_username_error"' in html
    assert "id_username_error" in html.split('name="username"')[1].split(">")[0]


def test_sign_ups_from_one_address_are_limited(client: Client, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "signup": "2/m/ip"}
    answers = [client.post(URL, fields(username="x")).status_code for _ in range(3)]

    assert answers == [200, 200, 429]


def test_with_mail_configured_the_address_is_verified_first(
    client: Client, settings: Any, mailoutbox: list[Any]
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"

    response = client.post(URL, fields())

    assert response["Location"] == "/ucet/confirm-email/"
    assert "_auth_user_id" not in client.session
    link = next(line for line in mailoutbox[0].body.splitlines() if "/confirm-email/" in line)
    assert client.get(link).status_code == 200
    client.post(link)
    client.post("/ucet/login/", {"login": "rehor", "password": making.PASSWORD})
    assert client.session["_auth_user_id"] == str(Member.objects.get().pk)


def test_with_mail_configured_nobody_learns_who_is_a_member(
    client: Client, settings: Any, mailoutbox: list[Any]
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    making.member("Anna", email="rehor@example.org")

    response = client.post(URL, fields())

    assert response["Location"] == "/ucet/confirm-email/"
    assert Member.objects.count() == 1
    assert "/ucet/password/reset/" in mailoutbox[0].body
