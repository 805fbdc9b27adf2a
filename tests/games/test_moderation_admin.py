"""Moderation in the admin site: reports are read and decided, mutes made and lifted, all logged."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import translation

from accounts import mutes
from accounts.models import ModeratorAct
from games.enums import ReportStatus
from games.models import ChatLine, Report
from games.services import chat, reports
from tests.games import making

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def staff(*codenames):
    made = making.member()
    made.is_staff = True
    made.save()
    made.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    return made


def browser(member):
    client = Client()
    client.force_login(member)
    return client


@pytest.fixture
def report():
    author, reader = making.member(), making.member()
    chat.say(member_id=author.pk, room="lobby", text="<b>Jsi hloupý</b>")
    line = ChatLine.objects.get()
    reports.report(member_id=reader.pk, line_id=line.pk, reason="insult", note="Prosím")
    return Report.objects.get()


def decide(client, report, **fields):
    given = {"verdict": "both", "hours": "24", "why": "Urážka", **fields}
    return client.post(f"/admin/games/report/{report.pk}/decide/", given, follow=True)


def test_a_moderator_reads_a_report_and_decides_it(report):
    moderator = browser(staff("view_report", "add_mute"))

    page = moderator.get(f"/admin/games/report/{report.pk}/change/").content.decode()
    assert "&lt;b&gt;Jsi hloupý" in page
    assert "/decide/" in page
    answer = decide(moderator, report)

    assert "Decided." in answer.content.decode()
    report.refresh_from_db()
    assert report.status == ReportStatus.UPHELD
    assert ChatLine.objects.get().removed
    assert mutes.lasting(report.member_id).reason == "Urážka"


@pytest.mark.parametrize("fields", [{"verdict": "kill"}, {"hours": "5"}, {"why": ""}])
def test_a_decision_that_is_none_changes_nothing(report, fields):
    answer = decide(browser(staff("view_report", "add_mute")), report, **fields)

    assert answer.status_code == 200
    assert answer.context["form"].errors
    assert not ModeratorAct.objects.exists()


def test_staff_without_the_right_decides_nothing(report):
    reader = browser(staff("view_report"))

    assert "/decide/" not in reader.get(f"/admin/games/report/{report.pk}/change/").content.decode()
    decide(reader, report)

    report.refresh_from_db()
    assert report.status == ReportStatus.OPEN


def test_a_report_that_is_decided_stays_so(report):
    moderator = browser(staff("view_report", "add_mute"))
    decide(moderator, report, verdict="dismiss")

    assert "already been decided" in decide(moderator, report).content.decode()
    assert mutes.lasting(report.member_id) is None


def test_members_are_muted_from_the_list_and_mutes_lifted(report):
    moderator = browser(staff("view_member", "add_mute", "view_mute", "view_moderatoract"))
    asked = {"action": "mute", "_selected_action": [report.member_id]}
    page = moderator.post("/admin/accounts/member/", asked)
    assert "Muted until" in page.content.decode()

    until = {"until_0": "2099-01-01", "until_1": "12:00"}
    moderator.post("/admin/accounts/member/", {**asked, **until, "reason": "Křik", "mute": "1"})
    row = mutes.lasting(report.member_id)
    assert row.reason == "Křik"

    moderator.post("/admin/accounts/mute/", {"action": "lift", "_selected_action": [row.pk]})
    assert mutes.lasting(report.member_id) is None
    log = moderator.get("/admin/accounts/moderatoract/").content.decode()
    assert "Mute lifted" in log


def test_the_log_can_be_neither_added_to_nor_changed_nor_deleted_by_hand(report):
    chief = making.member()
    chief.is_staff = chief.is_superuser = True
    chief.save()
    decide(browser(chief), report)
    act = ModeratorAct.objects.first()

    answers = [
        browser(chief).get("/admin/accounts/moderatoract/add/"),
        browser(chief).post(f"/admin/accounts/moderatoract/{act.pk}/change/", {"why": "x"}),
        browser(chief).post(f"/admin/accounts/moderatoract/{act.pk}/delete/", {"post": "yes"}),
    ]

    assert [answer.status_code for answer in answers] == [403, 403, 403]
