"""Change and renewal of passwords, e-mail addresses, sessions elsewhere."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Member
from tests.accounts import making

pytestmark = pytest.mark.django_db

NEW = "docela nové heslo"


def signed_in(member: Member) -> Client:
    client = Client()
    client.force_login(member)
    return client


def is_signed_in(client: Client) -> bool:
    return client.get("/ucet/").status_code == 200


def test_a_change_keeps_this_session_and_ends_the_others() -> None:
    member = making.member()
    here, elsewhere = signed_in(member), signed_in(member)

    here.post(
        "/ucet/password/change/",
        {"oldpassword": making.PASSWORD, "password1": NEW, "password2": NEW},
    )

    assert Member.objects.get().check_password(NEW)
    assert is_signed_in(here)
    assert not is_signed_in(elsewhere)


def test_a_change_needs_the_present_password() -> None:
    client = signed_in(making.member())

    response = client.post(
        "/ucet/password/change/", {"oldpassword": "wrong", "password1": NEW, "password2": NEW}
    )

    assert "oldpassword" in response.context["form"].errors
    assert Member.objects.get().check_password(making.PASSWORD)


def test_a_forgotten_password_is_renewed_by_mail(client: Client, mailoutbox: list[Any]) -> None:
    member = making.member("Řehoř", email="rehor@example.org")
    elsewhere = signed_in(member)

    client.post("/ucet/password/reset/", {"email": "REHOR@example.org"})
    body = mailoutbox[0].body
    link = next(line for line in body.splitlines() if "/password/reset/key/" in line)
    page = client.get(link, follow=True)
    client.post(page.redirect_chain[-1][0], {"password1": NEW, "password2": NEW})

    assert "Řehoř" in body
    assert Member.objects.get().check_password(NEW)
    assert not is_signed_in(elsewhere)
    assert client.get(link, follow=True).context["token_fail"]


def test_a_renewal_for_a_stranger_looks_the_same(client: Client, mailoutbox: list[Any]) -> None:
    response = client.post("/ucet/password/reset/", {"email": "stranger@example.org"})

    assert response["Location"] == "/ucet/password/reset/done/"
    assert "/ucet/signup/" in mailoutbox[0].body


def test_signing_out_elsewhere_keeps_this_session() -> None:
    member = making.member()
    here, elsewhere = signed_in(member), signed_in(member)

    here.post("/ucet/odhlasit-jinde/")

    assert is_signed_in(here)
    assert not is_signed_in(elsewhere)


def test_another_members_address_cannot_be_added() -> None:
    making.member("Boris", email="boris@example.org")
    client = signed_in(making.member("Anna"))

    response = client.post("/ucet/email/", {"action_add": "", "email": "Boris@example.org"})

    assert "email" in response.context["form"].errors


def test_an_address_is_added_made_the_main_one_and_the_old_one_removed() -> None:
    member = making.member("Anna", email="old@example.org")
    client = signed_in(member)

    client.get("/ucet/email/")
    client.post("/ucet/email/", {"action_add": "", "email": "new@example.org"})
    client.post("/ucet/email/", {"action_primary": "", "email": "new@example.org"})
    client.post("/ucet/email/", {"action_remove": "", "email": "old@example.org"})

    member.refresh_from_db()
    assert member.email == "new@example.org"
    assert list(member.emailaddress_set.values_list("email", flat=True)) == ["new@example.org"]
