"""The second factor: set up, asked for, lost and recovered; the staff must have one."""

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.test import Client
from django.utils import translation

from accounts import permissions
from accounts.models import Member
from tests.accounts import making

pytestmark = pytest.mark.django_db(transaction=True)

LOGIN = "/ucet/login/"
SETUP = "/ucet/dvoufazove/totp/activate/"


def signed_in(member: Member) -> Client:
    client = Client()
    client.post(LOGIN, {"login": member.username, "password": making.PASSWORD})
    return client


def code_of(secret: str) -> str:
    counter = next(iter(totp.yield_hotp_counters_from_time()))
    return totp.format_hotp_value(totp.hotp_value(secret, counter))


def set_up(client: Client) -> str:
    """Set the second factor up by the pages, and return its secret."""
    assert "reauthenticate" in client.get(SETUP)["Location"]
    client.post("/ucet/reauthenticate/", {"password": making.PASSWORD})
    secret: str = client.get(SETUP).context["form"].secret
    answer = client.post(SETUP, {"code": code_of(secret)})
    assert answer.status_code == 302, answer.context["form"].errors
    return secret


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


@pytest.fixture
def anna() -> Member:
    return making.member("Anna")


def test_it_is_set_up_by_a_picture_and_a_first_code(anna: Member) -> None:
    client = signed_in(anna)
    client.post("/ucet/reauthenticate/", {"password": making.PASSWORD})

    page = client.get(SETUP)
    assert 'src="data:image/svg+xml;base64,' in page.content.decode()
    assert page.context["form"].secret in page.content.decode()
    assert client.post(SETUP, {"code": "000000"}).status_code == 200
    client.post(SETUP, {"code": code_of(client.get(SETUP).context["form"].secret)})

    assert "Zapnuto" in client.get("/ucet/dvoufazove/").content.decode()
    assert is_in(client)


def test_the_secret_lies_encrypted_in_the_database(anna: Member) -> None:
    secret = set_up(signed_in(anna))

    stored = Authenticator.objects.get(user=anna, type="totp").data["secret"]
    assert secret not in stored
    assert stored.startswith("gAAAA")


def test_afterwards_the_password_alone_does_not_let_in(anna: Member) -> None:
    secret = set_up(signed_in(anna))

    client = signed_in(anna)
    assert not is_in(client)
    page = client.get("/ucet/dvoufazove/authenticate/")
    assert page.status_code == 200
    assert client.post(page.request["PATH_INFO"], {"code": "123456"}).status_code == 200
    assert not is_in(client)
    cache.clear()  # A code is used once; the one of the set-up was this one.
    client.post(page.request["PATH_INFO"], {"code": code_of(secret)})
    assert is_in(client)


def test_guesses_at_codes_stop(anna: Member) -> None:
    secret = set_up(signed_in(anna))
    client = signed_in(anna)

    for number in range(10):
        client.post("/ucet/dvoufazove/authenticate/", {"code": f"{number:06}"})
    client.post("/ucet/dvoufazove/authenticate/", {"code": code_of(secret)})

    assert not is_in(client)


def test_a_recovery_code_lets_in_once(anna: Member) -> None:
    client = signed_in(anna)
    set_up(client)
    codes = Authenticator.objects.get(user=anna, type="recovery_codes").wrap().get_unused_codes()
    assert codes[0] in client.get("/ucet/dvoufazove/recovery-codes/").content.decode()

    entered = []
    for _ in range(2):
        other = signed_in(anna)
        other.post("/ucet/dvoufazove/authenticate/", {"code": codes[0]})
        entered.append(is_in(other))

    assert entered == [True, False]


def test_setting_it_up_ends_sessions_that_did_without(anna: Member) -> None:
    before, client = signed_in(anna), signed_in(anna)
    set_up(client)

    assert before.get("/ucet/").status_code == 302
    assert client.get("/ucet/").status_code == 200


def test_the_staff_gets_into_the_administration_with_a_second_factor_only(settings: Any) -> None:
    settings.STAFF_NEEDS_SECOND_FACTOR = True
    client = signed_in(making.official("Eva"))

    with translation.override("cs"):
        answer = client.get("/admin/accounts/member/", follow=True)
    assert answer.redirect_chain[-1][0] == "/ucet/dvoufazove/"
    assert "druhý faktor" in answer.content.decode().lower()
    assert client.post("/admin/accounts/member/add/", {}).status_code == 302
    set_up(client)

    assert client.get("/admin/accounts/member/").status_code == 200


@pytest.mark.parametrize(
    ("method", "address"),
    [
        ("post", "/zebricek/sezony/otevrit/"),
        ("get", "/turnaje/novy/"),
    ],
)
def test_pages_of_an_office_lead_to_where_it_is_set_up(
    settings: Any, method: str, address: str
) -> None:
    settings.STAFF_NEEDS_SECOND_FACTOR = True
    client = signed_in(making.official("Eva"))

    answer = getattr(client, method)(address)
    assert (answer.status_code, answer["Location"]) == (302, "/ucet/dvoufazove/")
    set_up(client)

    assert getattr(client, method)(address).status_code == 200


def test_officials_who_are_not_of_the_staff_need_it_too(settings: Any, anna: Member) -> None:
    settings.STAFF_NEEDS_SECOND_FACTOR = True
    anna.groups.add(Group.objects.get_or_create(name=permissions.OFFICIALS)[0])

    assert not permissions.is_official(anna)
    with pytest.raises(permissions.SecondFactorMissing):
        permissions.require_official(anna)
    assert permissions.can_act(anna)
    set_up(signed_in(anna))
    permissions.require_official(anna)


def test_a_moderator_without_it_is_told_of_reports_and_decides_none(settings: Any) -> None:
    settings.STAFF_NEEDS_SECOND_FACTOR = True
    eva = making.official("Eva")

    assert permissions.is_moderator(eva)
    assert not permissions.can_moderate(eva)
    assert not permissions.can_ban(eva)


def test_where_it_is_not_required_and_for_members_nothing_changes(
    settings: Any, anna: Member
) -> None:
    assert signed_in(making.official("Eva")).get("/admin/").status_code == 200
    settings.STAFF_NEEDS_SECOND_FACTOR = True

    assert signed_in(anna).get("/ucet/").status_code == 200


@pytest.mark.parametrize("language", ["cs", "en"])
def test_every_page_of_it_is_ours(anna: Member, language: str) -> None:
    Member.objects.filter(pk=anna.pk).update(language=language)
    client = signed_in(anna)
    pages = [client.get("/ucet/dvoufazove/")]
    set_up(client)
    names = ("", "recovery-codes/", "recovery-codes/generate/", "totp/deactivate/")
    pages += [client.get(f"/ucet/dvoufazove/{name}") for name in names]

    for page in pages:
        assert page.status_code == 200
        assert "site-header" in page.content.decode()
        assert ("Second factor" in page.content.decode()) is (language == "en")


def test_a_chief_takes_a_lost_second_factor_away_and_reads_no_secret(anna: Member) -> None:
    set_up(signed_in(anna))
    chief = signed_in(making.official("Eva"))
    row = Authenticator.objects.get(user=anna, type="totp")

    page = chief.get(f"/admin/accounts/secondfactor/{row.pk}/change/").content.decode()
    assert row.data["secret"] not in page
    assert (
        chief.post(f"/admin/accounts/secondfactor/{row.pk}/change/", {"type": "x"}).status_code
        == 403
    )
    chief.post(f"/admin/accounts/secondfactor/{row.pk}/delete/", {"post": "yes"})

    assert not Authenticator.objects.filter(pk=row.pk).exists()
