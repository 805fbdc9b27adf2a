"""Settings and the switches of language and colours."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Member
from tests.accounts import making

pytestmark = pytest.mark.django_db

SETTINGS = {
    "language": "en",
    "time_zone": "America/New_York",
    "theme": "dark",
    "board_direction": "left",
    "animation": "fast",
    "muted_sounds": ["dice", "short"],
    "autoplay": "on",
    "autobear": "on",
}
SWITCHES = {"autoplay", "autobear"}


@pytest.fixture
def member(client: Client) -> Member:
    """A member, signed in on the client."""
    member = making.member("Anna")
    client.force_login(member)
    return member


def test_settings_are_kept(client: Client, member: Member) -> None:
    response = client.post("/ucet/", SETTINGS, follow=True)

    member.refresh_from_db()
    for name, value in SETTINGS.items():
        assert getattr(member, name) == (True if name in SWITCHES else value), name
    assert member.sounds is False
    assert 'data-theme="dark"' in response.content.decode()
    assert 'lang="en"' in response.content.decode()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("language", "xx"),
        ("time_zone", "Mars/Olympus"),
        ("theme", "pink"),
        ("board_direction", ""),
        ("animation", "\x00"),
        ("muted_sounds", ["dice", "silence"]),
    ],
)
def test_a_bad_setting_is_refused_at_its_field(
    client: Client, member: Member, field: str, value: str
) -> None:
    response = client.post("/ucet/", {**SETTINGS, field: value})

    assert list(response.context["form"].errors) == [field]
    assert 'data-theme="auto"' in response.content.decode()
    member.refresh_from_db()
    assert member.theme == "auto"


def test_settings_cannot_smuggle_powers(client: Client, member: Member) -> None:
    client.post("/ucet/", {**SETTINGS, "is_staff": "on", "is_superuser": "on", "username": "Bob"})

    member.refresh_from_db()
    assert (member.is_staff, member.is_superuser, member.username) == (False, False, "Anna")


def test_an_unusual_zone_stays_selectable(client: Client, member: Member) -> None:
    Member.objects.update(time_zone="CET")

    response = client.get("/ucet/")

    assert '<option value="CET" selected>' in response.content.decode()


@pytest.mark.parametrize("path", ["/ucet/", "/ucet/email/", "/ucet/password/change/"])
def test_guests_are_sent_to_sign_in(client: Client, path: str) -> None:
    assert client.get(path)["Location"] == f"/ucet/login/?next={path}"


@pytest.mark.parametrize("path", ["/ucet/vzhled/", "/ucet/jazyk/", "/ucet/odhlasit-jinde/"])
def test_switches_need_a_post(client: Client, member: Member, path: str) -> None:
    assert client.get(path).status_code == 405


def test_a_guest_chooses_colours_for_the_browser(client: Client) -> None:
    response = client.post("/ucet/vzhled/", {"theme": "dark", "next": "/ucet/login/"})

    assert response["Location"] == "/ucet/login/"
    assert 'data-theme="dark"' in client.get("/ucet/login/").content.decode()


def test_a_member_chooses_colours_for_all_devices(client: Client, member: Member) -> None:
    client.post("/ucet/vzhled/", {"theme": "light"})
    other = Client()
    other.force_login(member)

    assert 'data-theme="light"' in other.get("/ucet/").content.decode()


def test_colours_without_a_choice_follow_the_device(client: Client) -> None:
    client.cookies["theme"] = "pink"

    assert 'data-theme="auto"' in client.get("/ucet/login/").content.decode()


def test_a_guest_chooses_the_language_for_the_browser(client: Client) -> None:
    client.post("/ucet/jazyk/", {"language": "en", "next": "/ucet/login/"})

    response = client.get("/ucet/login/", headers={"accept-language": "cs"})

    assert response["Content-Language"] == "en"
    assert 'lang="en"' in response.content.decode()


def test_a_members_language_beats_cookie_and_browser(client: Client, member: Member) -> None:
    client.post("/ucet/jazyk/", {"language": "en"})
    client.cookies["django_language"] = "cs"

    response = client.get("/ucet/", headers={"accept-language": "cs"})

    member.refresh_from_db()
    assert member.language == "en"
    assert response["Content-Language"] == "en"


def test_the_browser_chooses_the_language_of_a_new_guest(client: Client) -> None:
    for accepted, language in (("en-US", "en"), ("cs", "cs"), ("fr", "cs")):
        response = client.get("/ucet/login/", headers={"accept-language": accepted})
        assert response["Content-Language"] == language


def test_a_members_time_zone_is_in_force_and_does_not_leak(client: Client, member: Member) -> None:
    before = timezone.get_current_timezone_name()
    Member.objects.update(time_zone="Asia/Tokyo")
    seen: list[str] = []

    from accounts import middleware

    handler = middleware.preferences(
        lambda request: seen.append(timezone.get_current_timezone_name())
    )
    request: Any = client.get("/ucet/").wsgi_request
    request.user = Member.objects.get()
    handler(request)

    assert seen == ["Asia/Tokyo"]
    assert timezone.get_current_timezone_name() == before


@pytest.mark.parametrize("path", ["/ucet/vzhled/", "/ucet/jazyk/"])
@pytest.mark.parametrize("away", ["https://evil.example/", "//evil.example", "javascript:x", ""])
def test_a_switch_never_leads_to_another_site(client: Client, path: str, away: str) -> None:
    response = client.post(path, {"theme": "dark", "language": "en", "next": away})

    assert response["Location"] == "/"


@pytest.mark.parametrize(
    ("path", "field"), [("/ucet/vzhled/", "theme"), ("/ucet/jazyk/", "language")]
)
@pytest.mark.parametrize("value", ["", "xx", "\x00", "cs\r\nSet-Cookie: a=b"])
def test_a_senseless_switch_is_a_bad_request(
    client: Client, path: str, field: str, value: str
) -> None:
    assert client.post(path, {field: value}).status_code == 400


def test_switches_are_guarded_against_other_sites() -> None:
    client = Client(enforce_csrf_checks=True)

    response = client.post("/ucet/vzhled/", {"theme": "dark"})

    assert response.status_code == 403
    assert "site.css" in response.content.decode()
