"""Signing in and out, limits, suspension."""

import datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import services
from accounts.models import Member
from tests.accounts import making

pytestmark = pytest.mark.django_db

URL = "/ucet/login/"


def sign_in(client: Client, login: str, password: str = making.PASSWORD, **extra: str) -> Any:
    return client.post(URL, {"login": login, "password": password, **extra})


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


@pytest.mark.parametrize(
    "login", ["Řehoř", "řehoř", "REHOR", " Řehoř ", "r@example.org", "R@EXAMPLE.org"]
)
def test_by_name_in_any_spelling_or_by_email(client: Client, login: str) -> None:
    making.member("Řehoř", email="r@example.org")

    sign_in(client, login)

    assert is_signed_in(client)


@pytest.mark.parametrize("login", ["Řehoř", "nobody", "r@example.org", "x" * 10_000, "a\x00b"])
def test_a_wrong_password_says_no_more_than_that(client: Client, login: str) -> None:
    making.member("Řehoř", email="r@example.org")

    response = sign_in(client, login, "wrong wrong")

    assert response.status_code == 200
    assert response.context["form"].errors
    assert not is_signed_in(client)


def test_the_next_page_is_kept_but_never_leads_away(client: Client) -> None:
    making.member("Anna")

    assert sign_in(client, "Anna", next="/ucet/")["Location"] == "/ucet/"
    client.logout()
    assert sign_in(client, "Anna", next="https://evil.example/")["Location"] == "/"


def test_spelling_a_name_differently_gives_no_more_attempts(client: Client) -> None:
    making.member("Anna")

    for spelling in ("Anna", "anna", "ÁNNA", "A.nna", "An-na"):
        sign_in(client, spelling, "wrong wrong")
    response = sign_in(client, "annA")

    assert not is_signed_in(client)
    codes = [error.code for error in response.context["form"].non_field_errors().as_data()]
    assert codes == ["too_many_login_attempts"]


def test_signing_out_needs_a_post_and_ends_the_session(client: Client) -> None:
    client.force_login(making.member())

    assert client.get("/ucet/logout/").status_code == 200
    assert is_signed_in(client)
    assert client.post("/ucet/logout/")["Location"] == "/"
    assert not is_signed_in(client)


def test_argon2_is_the_first_hasher() -> None:
    from vrhcaby.settings import base

    assert base.PASSWORD_HASHERS[0].endswith("ModestArgon2")


def suspend(member: Member, reason: str = "Křičel <b>v chatu</b>") -> datetime.datetime:
    until = timezone.now() + datetime.timedelta(days=3)
    services.ban(member_id=member.pk, by=making.official(), until=until, reason=reason)
    return until


def test_a_suspended_member_learns_why_and_until_when(client: Client) -> None:
    member = making.member("Anna")
    until = suspend(member)

    response = sign_in(client, "Anna")

    html = response.content.decode()
    assert response.status_code == 403
    assert not is_signed_in(client)
    assert "Křičel &lt;b&gt;v chatu" in html
    assert until.isoformat()[:13] in html


def test_a_suspended_member_without_the_password_learns_nothing(client: Client) -> None:
    suspend(making.member("Anna"))

    response = sign_in(client, "Anna", "wrong wrong")

    assert response.status_code == 200
    assert "Křičel" not in response.content.decode()


def test_a_suspension_stops_a_member_who_is_signed_in(client: Client) -> None:
    member = making.member("Anna")
    client.force_login(member)
    suspend(member)

    for path in ("/ucet/", "/ucet/password/change/", "/nic/"):
        response = client.get(path)
        assert response.status_code == 403, path
        assert "Křičel" in response.content.decode()
    assert client.post("/ucet/", {"theme": "dark"}).status_code == 403
    assert client.post("/ucet/jazyk/", {"language": "en"}).status_code == 302
    assert client.post("/ucet/logout/").status_code == 302


def test_a_suspended_official_cannot_reach_the_admin_site(client: Client) -> None:
    other = making.official("Filip")
    client.force_login(other)
    suspend(other)

    assert client.get("/admin/").status_code == 403


def test_a_suspension_ends_by_itself(client: Client) -> None:
    member = making.member("Anna")
    suspend(member)
    Member.objects.filter(pk=member.pk).update(banned_until=timezone.now())

    sign_in(client, "Anna")

    assert is_signed_in(client)


def test_an_inactive_account_cannot_sign_in(client: Client) -> None:
    making.member("Anna", is_active=False)

    response = sign_in(client, "Anna")

    assert response["Location"] == "/ucet/inactive/"
    assert not is_signed_in(client)
