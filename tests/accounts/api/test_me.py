"""Members over REST: profiles, settings, tokens, suspensions."""

import datetime

import pytest
from django.utils import timezone

from accounts.enums import NoticeKind
from accounts.models import Member, Notice
from accounts.services import notices
from tests.accounts import making
from tests.vrhcaby.rest import calling

pytestmark = pytest.mark.django_db


def test_a_profile_tells_what_everybody_may_know():
    member = making.member("Žofie")

    told = calling.Caller().get(f"members/{member.pk}").json

    assert told.keys() == {"id", "name", "is_bot", "member_since"}
    assert told["name"] == "Žofie"


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("name=zofie", ["Žofie"]),
        ("search=OFI", ["Žofie"]),
        ("search=-", []),
        ("is_bot=true", ["Robot"]),
        ("ordering=-name", ["Žofie", "Robot", "Anna"]),
        ("name=%00", None),
    ],
)
def test_members_are_found_by_any_spelling(query, names):
    making.member("Žofie"), making.member("Anna"), making.member("Robot", is_bot=True)

    answer = calling.Caller().get(f"members?{query}")

    if names is None:
        assert answer.status == 422
    else:
        assert [row["name"] for row in answer.json["results"]] == names


def test_an_account_out_of_use_is_not_shown():
    gone = making.member("Anna", is_active=False)

    assert calling.Caller().get(f"members/{gone.pk}").code == "no_such_member"


def test_settings_are_changed_in_part():
    member = making.member()
    caller = calling.player(member)

    answer = caller("PATCH", "me/preferences", {"theme": "dark", "muted_sounds": ["dice"]})
    member.refresh_from_db()

    assert answer.json["theme"] == member.theme == "dark"
    assert member.muted_sounds == ["dice"]
    assert member.sounds is True


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"theme": "pink"}, "theme"),
        ({"sounds": "false"}, "sounds"),
        ({"sounds": None}, "sounds"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"muted_sounds": ["dice", "bang"]}, "muted_sounds.1"),
        ({"muted_sounds": "dice"}, "muted_sounds"),
        ({"unseen_notices": ["gossip"]}, "unseen_notices.0"),
        ({"is_staff": True}, "is_staff"),
        ({"email": "x@example.org"}, "email"),
        ([], "body"),
    ],
)
def test_settings_that_cannot_be_are_refused_at_their_field(body, field):
    member = making.member()

    answer = calling.player(member)("PATCH", "me/preferences", body)

    assert answer.status == 422
    assert field in answer.json["fields"], answer
    assert Member.objects.get(pk=member.pk).is_staff is False


def test_a_token_tells_of_itself_and_ends_itself():
    caller = calling.player(making.member())
    told = caller.get("me/token").json

    ended = caller("DELETE", "me/token")

    assert told["scopes"] == ["read", "play"]
    assert ended.status == 204
    assert caller.get("me").code == "token_revoked"


def test_an_official_suspends_and_lifts():
    member, official = making.member("Anna"), making.official()
    caller = calling.director(official)
    until = (timezone.now() + datetime.timedelta(days=2)).isoformat()

    put = caller("PUT", f"members/{member.pk}/suspension", {"until": until, "reason": "x"})
    past = caller(
        "PUT", f"members/{member.pk}/suspension", {"until": "2000-01-01T00:00:00Z", "reason": "x"}
    )
    member.refresh_from_db()
    banned = member.is_banned(at=timezone.now())
    lifted = caller("DELETE", f"members/{member.pk}/suspension")

    assert put.status == 200
    assert banned
    assert past.code == "ban_end_past"
    assert lifted.status == 204
    assert (
        calling.director(official)(
            "PUT", f"members/{official.pk}/suspension", {"until": until, "reason": "x"}
        ).code
        == "ban_self"
    )


def test_a_suspended_session_gets_a_problem_and_no_page():
    member, official = making.member("Anna"), making.official()
    caller = calling.Caller()
    caller._client.force_login(member)
    Member.objects.filter(pk=member.pk).update(
        banned_until=timezone.now() + datetime.timedelta(days=1),
        ban_reason="x",
        banned_by=official,
    )

    answer = caller.get("me")

    assert (answer.status, answer.code) == (403, "banned")


def told(member, about):
    notices.tell(
        member_ids=[member.pk],
        kind=NoticeKind.DISPUTE,
        params={"first": "Ada", "second": "Bob", "tournament": "Cup", "said": []},
        path="/turnaje/cup/",
        about=about,
    )


def test_notices_are_read_and_then_count_no_more():
    member, other = making.member("Anna"), making.member("Boris")
    told(member, "1"), told(member, "2"), told(other, "3")
    caller = calling.player(member)
    first, second = [row["id"] for row in caller.get("me/notices").json["results"]]

    before = caller.get("me").json["unread_notices"]
    read = caller.post("me/notices/read", {"ids": [first, Notice.objects.get(member=other).pk]})

    assert (before, read.json) == (2, {"read": 1, "unread": 1})
    assert [row["id"] for row in caller.get("me/notices?unread=true").json["results"]] == [second]
    assert caller.post("me/notices/read", {"ids": None}).json == {"read": 1, "unread": 0}
    assert Notice.objects.unread().filter(member=other).exists()


def test_what_a_member_does_not_want_he_is_not_told():
    member = making.member()
    caller = calling.player(member)

    caller("PATCH", "me/preferences", {"unseen_notices": ["dispute"], "unmailed_notices": []})
    told(member, "1")

    assert caller.get("me/notices").json["results"] == []
    assert caller.get("me/preferences").json["unseen_notices"] == ["dispute"]


def test_an_account_becomes_a_bot_s_once():
    member = making.member()
    caller = calling.player(member)

    answers = [caller.post("me/bot", {}) for _ in range(2)]

    assert [answer.status for answer in answers] == [204, 409]
    assert caller.get("me").json["is_bot"] is True


@pytest.mark.parametrize("body", [b"null", b"[]", b'"x"', b"1"])
def test_preferences_are_an_object(body):
    caller = calling.player(making.member())

    answer = caller("PATCH", "me/preferences", body)

    assert (answer.status, answer.code) == (422, "invalid")
