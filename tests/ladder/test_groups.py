"""The groups that come with the site give just what moderators and officials need."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from games.models import Report
from games.services import chat, reports
from ladder.models import RatingFlag
from tests.games import making
from tests.infrastructure import emptying

pytestmark = pytest.mark.django_db(transaction=True)

powers = import_module("ladder.migrations.0012_powers_of_groups")


def of_staff(group):
    """A member of the staff who has no powers but those of a group."""
    made = making.member()
    made.is_staff = True
    made.save()
    made.groups.add(Group.objects.get(name=group))
    client = Client()
    client.force_login(made)
    return client


@pytest.fixture
def report():
    author, reader = making.member(), making.member()
    chat.say(member_id=author.pk, room="lobby", text="Jsi hloupý")
    line_id = reports.ChatLine.objects.get().pk
    reports.report(member_id=reader.pk, line_id=line_id, reason="insult")
    return Report.objects.get()


@pytest.fixture
def flag():
    return RatingFlag.objects.create(
        pattern="same_pair",
        gainer=making.member(),
        giver=making.member(),
        results=[],
        figures={},
        found_at=timezone.now(),
    )


def test_every_power_of_the_groups_is_one_that_there_is():
    powers.give(apps)

    for name, wanted in powers.POWERS.items():
        has = Group.objects.get(name=name).permissions.values_list("codename", flat=True)
        assert {code for codes in wanted.values() for code in codes} <= set(has)


def test_what_an_operator_has_added_to_a_group_stays():
    powers.give(apps)
    moderators, officials = (Group.objects.get(name=name) for name in ("moderator", "official"))
    moderators.permissions.add(*officials.permissions.all())
    before = moderators.permissions.count()

    powers.give(apps)

    assert moderators.permissions.count() == before


def test_a_moderator_reads_reports_and_decides_and_changes_no_member_and_no_flag(report, flag):
    client = of_staff("moderator")

    page = client.get(f"/admin/games/report/{report.pk}/change/")
    given = {"verdict": "both", "hours": "24", "why": "Urážka"}
    client.post(f"/admin/games/report/{report.pk}/decide/", given)

    assert page.status_code == 200
    report.refresh_from_db()
    assert report.status == "upheld"
    for path in ("accounts/mute/", "accounts/moderatoract/", "accounts/member/"):
        assert client.get(f"/admin/{path}").status_code == 200
    assert client.post(f"/admin/accounts/member/{report.member_id}/change/", {}).status_code == 403
    assert client.get(f"/admin/ladder/ratingflag/{flag.pk}/change/").status_code == 403


def test_an_official_sees_flags_and_annuls_and_decides_no_report(report, flag):
    client = of_staff("official")
    game = making.game()

    annulled = client.post(f"/admin/games/match/{game.match_id}/annul/", {"why": "Omyl"})

    assert client.get(f"/admin/ladder/ratingflag/{flag.pk}/change/").status_code == 200
    assert annulled.status_code == 302
    assert game.row.reason == "annulled"
    client.post(f"/admin/games/report/{report.pk}/decide/", {"verdict": "dismiss", "why": "x"})
    report.refresh_from_db()
    assert report.status == "open"


def test_the_tests_themselves_find_the_powers_again_after_a_database_was_emptied():
    before = {one.name: one.permissions.count() for one in Group.objects.all()}
    Group.objects.create(name="other")

    emptying.empty("default")

    assert {one.name: one.permissions.count() for one in Group.objects.all()} == before
    assert set(before) == set(powers.POWERS)
