"""Moderation over REST: reports are read with their context and decided, mutes made and lifted."""

import pytest
from django.contrib.auth.models import Permission

from accounts import mutes
from games.models import ChatLine, Report
from games.services import chat, reports
from tests.games import making
from tests.ladder.api.test_tournaments import as_documented
from tests.vrhcaby.rest import calling

pytestmark = pytest.mark.django_db
UNTIL = "2099-01-01T00:00:00.000Z"


@pytest.fixture
def moderator():
    made = making.member()
    type(made).objects.filter(pk=made.pk).update(is_staff=True, is_superuser=True)
    return calling.director(made)


@pytest.fixture
def report():
    author, reader = making.member(), making.member()
    for text in ("Ahoj", "Jsi hloupý"):
        chat.say(member_id=author.pk, room="lobby", text=text)
    line = ChatLine.objects.get(text="Jsi hloupý")
    reports.report(member_id=reader.pk, line_id=line.pk, reason="insult", note="Prosím")
    return Report.objects.get()


def test_a_report_is_read_with_what_was_said_around_it(moderator, report):
    told = moderator.get("reports?status=open")

    as_documented("reports", "get", told)
    (one,) = told.json["results"]
    assert [(line["text"], line["reported"]) for line in one["context"]] == [
        ("Ahoj", False),
        ("Jsi hloupý", True),
    ]
    assert (one["member"]["id"], one["note"]) == (report.member_id, "Prosím")


def test_a_decision_removes_the_line_mutes_its_author_and_is_made_once(moderator, report):
    decision = f"reports/{report.pk}/decision"
    body = {"why": "Urážka.", "remove": True, "mute_until": UNTIL}

    told, again = moderator.post(decision, body), moderator.post(decision, body)

    as_documented("reports/{report_id}/decision", "post", told)
    assert (told.json["status"], told.json["verdict"]) == ("upheld", "Urážka.")
    assert (again.status, again.code) == (409, "report_decided")
    assert ChatLine.objects.get(pk=report.line_id).removed
    assert mutes.lasting(report.member_id) is not None
    assert moderator.get("reports?status=open").json["results"] == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"why": " "}, "invalid"),
        ({}, "invalid"),
        ({"why": "x", "mute_until": "2001-01-01T00:00:00Z"}, "mute_end_past"),
        ({"why": "x", "remove": "yes"}, "invalid"),
    ],
)
def test_a_decision_that_cannot_be_changes_nothing(moderator, report, body, code):
    answer = moderator.post(f"reports/{report.pk}/decision", body)

    assert (answer.status, answer.code) == (422, code)
    assert Report.objects.get().status == "open"


def test_who_is_no_moderator_reads_and_decides_nothing(report):
    stranger = calling.director(making.member())
    body = {"until": UNTIL, "reason": "x"}

    answers = [
        stranger.get("reports"),
        stranger.post(f"reports/{report.pk}/decision", {"why": "x"}),
        stranger("PUT", f"members/{report.member_id}/mute", body),
        stranger("DELETE", f"members/{report.member_id}/mute"),
    ]

    codes = ["not_a_moderator", "not_a_moderator", "mute_not_allowed", "mute_not_allowed"]
    assert [(one.status, one.code) for one in answers] == [(403, code) for code in codes]
    assert mutes.lasting(report.member_id) is None


def test_a_report_that_is_none_is_not_found(moderator):
    assert moderator.post("reports/999999/decision", {"why": "x"}).code == "not_found"


def test_the_chats_are_taken_and_given_back(moderator):
    member = making.member()
    here = f"members/{member.pk}/mute"

    told = moderator("PUT", here, {"until": UNTIL, "reason": "Insults."})
    standing = calling.player(member).get("me/chat-standing").json
    lifted, again = moderator("DELETE", here), moderator("DELETE", here)

    as_documented("members/{member_id}/mute", "put", told)
    assert (told.json["until"], told.json["reason"]) == (UNTIL, "Insults.")
    assert standing["mute"]["reason"] == "Insults."
    assert (lifted.status, again.status) == (204, 204)
    assert mutes.lasting(member.pk) is None


def test_moderators_read_what_was_said_anywhere_also_what_was_removed(moderator, report):
    decision = {"why": "x", "remove": True}
    moderator.post(f"reports/{report.pk}/decision", decision)

    every = moderator.get(f"chat-lines?author={report.member_id}")
    removed = moderator.get("chat-lines?removed=true&room=lobby").json["results"]

    assert [(row["text"], row["removed"]) for row in every.json["results"]] == [
        ("Jsi hloupý", True),
        ("Ahoj", False),
    ]
    assert [row["id"] for row in removed] == [report.line_id]
    assert moderator.get("chat-lines?before=2001-01-01").json["results"] == []


def test_officials_read_what_was_annulled_and_why(moderator):
    game = making.game()
    moderator.post(f"matches/{game.match_id}/annulment", {"why": "The lamp went out."})

    told = moderator.get("annulments")

    (row,) = told.json["results"]
    assert (row["match"], row["why"]) == (game.match_id, "The lamp went out.")


@pytest.mark.parametrize(
    ("path", "code"), [("chat-lines", "not_a_moderator"), ("annulments", "not_an_official")]
)
def test_nobody_else_looks_back(path, code):
    answer = calling.director(making.member()).get(path)

    assert (answer.status, answer.code) == (403, code)


@pytest.mark.parametrize("path", ["chat-lines", "annulments"])
def test_a_long_page_takes_as_many_queries_as_a_short_one(
    path, moderator, django_assert_max_num_queries
):
    for number in range(12):
        chat.say(member_id=making.member().pk, room="lobby", text=f"Ahoj {number}")
        match = making.game().match_id
        moderator.post(f"matches/{match}/annulment", {"why": "x"})
    moderator.get(path)

    for limit in (1, 12):
        with django_assert_max_num_queries(8):
            assert len(moderator.get(f"{path}?limit={limit}").json["results"]) == limit


@pytest.mark.parametrize(
    ("path", "powers", "status"),
    [
        ("chat-lines", ["add_mute", "view_mute"], 403),
        ("chat-lines", ["view_chatline"], 200),
        ("moderator-acts", ["add_mute", "view_chatline"], 403),
        ("moderator-acts", ["view_moderatoract"], 200),
        ("mutes", ["add_mute"], 403),
        ("mutes", ["view_mute"], 200),
        ("annulments", ["add_annulment"], 403),
        ("annulments", ["view_annulment"], 200),
    ],
)
def test_who_looks_back_needs_the_power_to_see_it_in_the_administration(path, powers, status):
    member = making.member()
    member.is_staff = True
    member.save()
    member.user_permissions.set(Permission.objects.filter(codename__in=powers))

    assert calling.director(member).get(path).status == status
