"""The window of officials."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.templatetags.static import static
from django.test import Client
from django.utils import timezone

from accounts.models import Member
from tests.accounts import making

pytestmark = pytest.mark.django_db

LIST = "/admin/accounts/member/"


@pytest.fixture
def chief(client: Client) -> Member:
    """A superuser, signed in on the client."""
    chief = making.official()
    client.force_login(chief)
    return chief


@pytest.fixture
def official(client: Client) -> Member:
    """One of the staff who may see and change members, signed in on the client."""
    official = making.member("Cyril", is_staff=True)
    wanted = Permission.objects.filter(codename__in=["view_member", "change_member"])
    official.user_permissions.add(*wanted)
    client.force_login(official)
    return official


def suspend(client: Client, *members: Member, **changes: str) -> Any:
    given = {
        "action": "suspend",
        "_selected_action": [str(member.pk) for member in members],
        "suspend": "1",
        "until_0": "2999-12-31",
        "until_1": "23:59",
        "reason": "Rude.",
    }
    return client.post(LIST, given | changes, follow=True)


def test_guests_sign_in_where_everybody_does(client: Client) -> None:
    assert client.get("/admin/login/")["Location"].startswith("/ucet/login/?next=")
    assert client.get("/admin/", follow=True).redirect_chain[-1][0].startswith("/ucet/login/")


def test_members_may_not_enter(client: Client) -> None:
    client.force_login(making.member())

    assert client.get("/admin/", follow=True).status_code == 403
    assert client.get(LIST, follow=True).status_code == 403


@pytest.mark.parametrize("language", ["cs", "en"])
def test_list_search_and_member(client: Client, chief: Member, language: str) -> None:
    Member.objects.update(language=language)
    member = making.member("Řehoř")

    assert "Řehoř" in client.get(LIST, {"q": "řehoř"}).content.decode()
    assert client.get(LIST, {"suspended": "now"}).status_code == 200
    page = client.get(f"{LIST}{member.pk}/change/")
    assert page.status_code == 200
    assert member.password not in page.content.decode()
    assert client.get(f"{LIST}add/").status_code == 200


def test_suspension_asks_then_suspends(client: Client, chief: Member) -> None:
    member = making.member("Anna")

    asked = client.post(LIST, {"action": "suspend", "_selected_action": [str(member.pk)]})
    before = Member.objects.banned(at=timezone.now()).count()
    suspend(client, member)

    assert "Anna" in asked.content.decode()
    assert before == 0
    member.refresh_from_db()
    assert member.ban_reason == "Rude."
    assert member.banned_by == chief
    assert member.banned_until.year == 2999
    assert LogEntry.objects.filter(object_id=str(member.pk)).count() == 1


@pytest.mark.parametrize(
    ("changes", "field"), [({"reason": ""}, "reason"), ({"until_0": "tomorrow"}, "until")]
)
def test_a_bad_suspension_asks_again(
    client: Client, chief: Member, changes: dict[str, str], field: str
) -> None:
    member = making.member("Anna")

    response = suspend(client, member, **changes)

    assert field in response.context["form"].errors
    assert not Member.objects.banned(at=timezone.now()).exists()


def test_refusals_are_shown_and_the_rest_is_done(client: Client, official: Member) -> None:
    member, colleague = making.member("Anna"), making.member("Dan", is_staff=True)

    response = suspend(client, member, colleague)

    texts = [str(message) for message in response.context["messages"]]
    assert any(text.startswith("Dan:") for text in texts)
    assert list(Member.objects.banned(at=timezone.now())) == [member]


def test_a_suspension_in_the_past_is_refused(client: Client, chief: Member) -> None:
    member = making.member("Anna")

    suspend(client, member, until_0="2001-01-01")

    assert not Member.objects.exclude(banned_until=None).exists()


def test_a_suspension_is_lifted(client: Client, chief: Member) -> None:
    member = making.member("Anna")
    suspend(client, member)

    client.post(LIST, {"action": "lift", "_selected_action": [str(member.pk)]})

    member.refresh_from_db()
    assert member.banned_until is None


def test_only_superusers_hand_out_powers(client: Client, official: Member) -> None:
    member = making.member("Anna")

    client.post(
        f"{LIST}{member.pk}/change/",
        {
            "username": "Anna",
            "email": member.email,
            "language": "cs",
            "time_zone": "Europe/Prague",
            "theme": "dark",
            "board_direction": "right",
            "animation": "normal",
            "is_staff": "on",
            "is_superuser": "on",
        },
    )

    member.refresh_from_db()
    assert (member.theme, member.is_staff, member.is_superuser) == ("dark", False, False)


def test_staff_is_changed_by_superusers_only(client: Client, official: Member) -> None:
    chief = making.official()

    assert client.post(f"{LIST}{chief.pk}/password/", {}).status_code == 403
    assert client.post(f"{LIST}{chief.pk}/change/", {"username": "x"}).status_code == 403


def test_nobody_is_deleted(client: Client, chief: Member) -> None:
    member = making.member("Anna")

    assert client.post(f"{LIST}{member.pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_password_set_by_an_official_ends_sessions(client: Client, chief: Member) -> None:
    member = making.member("Anna")
    elsewhere = Client()
    elsewhere.force_login(member)

    client.post(
        f"{LIST}{member.pk}/password/",
        {
            "usable_password": "true",
            "password1": "úplně nové heslo",
            "password2": "úplně nové heslo",
        },
    )

    assert Member.objects.get(pk=member.pk).check_password("úplně nové heslo")
    assert elsewhere.get("/ucet/").status_code == 302


def test_a_look_alike_is_refused_in_the_admin_site_too(client: Client, chief: Member) -> None:
    making.member("Anna")
    new = {
        "usable_password": "true",
        "password1": "úplně nové heslo",
        "password2": "úplně nové heslo",
    }

    response = client.post(f"{LIST}add/", {"username": "ánna", "email": "a@example.org", **new})

    assert response.status_code == 200
    assert response.context["errors"]
    assert Member.objects.count() == 2


def test_a_member_may_change_the_accents_of_his_own_name(client: Client, chief: Member) -> None:
    member = making.member("Rehor")
    page = client.get(f"{LIST}{member.pk}/change/")
    values = {
        name: value
        for name, value in page.context["adminform"].form.initial.items()
        if isinstance(value, str)
    }

    client.post(f"{LIST}{member.pk}/change/", {**values, "username": "Řehoř"})

    member.refresh_from_db()
    assert member.username == "Řehoř"


def test_groups_and_tables_have_czech_names_of_their_own(client: Client, chief: Member) -> None:
    groups = client.get("/admin/", headers={"accept-language": "cs"}).context["app_list"]
    names = [str(group["name"]) for group in groups]
    tables = [str(table["name"]) for group in groups for table in group["models"]]

    assert len(set(names)) == len(names)
    assert "Druhé faktory" in tables
    assert "Authenticators" not in tables


def test_a_page_without_our_head_finds_the_icon(client: Client) -> None:
    assert client.get("/favicon.ico")["Location"] == static("vrhcaby/img/icon.svg")
