"""What was done to members, over REST: mutes, suspensions, and the log of moderation."""

import datetime

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone

from accounts import mutes, services
from accounts.enums import Office
from accounts.models import Member, Mute
from tests.accounts import making
from tests.ladder.api.test_tournaments import as_documented
from tests.vrhcaby.rest import calling

pytestmark = pytest.mark.django_db


def in_office(name, office):
    """Return a member of the staff whose powers are those of a group that the site made."""
    made = making.member(name, is_staff=True)
    made.groups.add(Group.objects.get(name=office))
    return made


@pytest.fixture
def moderator():
    return in_office("Marie", Office.MODERATOR)


@pytest.fixture
def eve():
    return making.member("Eva")


def tomorrow():
    return timezone.now() + datetime.timedelta(days=1)


def test_mutes_are_listed_those_that_last_and_those_that_are_over(moderator, eve):
    first = mutes.mute(member_id=eve.pk, by=moderator, until=tomorrow(), reason="Insults.")
    mutes.unmute(member_id=eve.pk, by=moderator)
    second = mutes.mute(member_id=eve.pk, by=moderator, until=tomorrow(), reason="Again.")
    other = making.member("Jan")
    third = mutes.mute(member_id=other.pk, by=moderator, until=tomorrow(), reason="Spam.")
    Mute.objects.filter(pk=third.pk).update(
        at=timezone.now() - datetime.timedelta(days=2),
        until=timezone.now() - datetime.timedelta(days=1),
    )
    caller = calling.director(moderator)

    every = caller.get("mutes")
    lasting = caller.get("mutes?lasting=true").json["results"]
    over = caller.get("mutes?lasting=false&ordering=id").json["results"]
    of_other = caller.get(f"mutes?member={other.pk}").json["results"]

    as_documented("mutes", "get", every)
    assert [row["id"] for row in every.json["results"]] == [third.pk, second.pk, first.pk]
    assert [(row["reason"], row["lasts"], row["lifted_at"]) for row in lasting] == [
        ("Again.", True, None)
    ]
    assert [(row["id"], row["lasts"]) for row in over] == [(first.pk, False), (third.pk, False)]
    assert [row["member"]["id"] for row in of_other] == [other.pk]


def test_suspensions_that_last_are_listed_with_who_has_imposed_them(moderator, eve):
    chief, past = making.official("Olga"), making.member("Petr")
    services.ban(member_id=eve.pk, by=chief, until=tomorrow(), reason="Rude.")
    services.ban(member_id=past.pk, by=chief, until=tomorrow(), reason="Rude.")
    services.lift_ban(member_id=past.pk, by=chief)

    told = calling.director(moderator).get("suspensions")

    as_documented("suspensions", "get", told)
    (row,) = told.json["results"]
    assert (row["member"]["id"], row["reason"], row["by"]["id"]) == (eve.pk, "Rude.", chief.pk)


def test_the_log_tells_who_did_what_to_whom(moderator, eve):
    mutes.mute(member_id=eve.pk, by=moderator, until=tomorrow(), reason="Insults.")
    mutes.unmute(member_id=eve.pk, by=moderator, why="He is sorry.")
    caller = calling.director(moderator)

    told = caller.get("moderator-acts")
    lifted = caller.get(f"moderator-acts?kind=unmute&member={eve.pk}").json["results"]

    as_documented("moderator-acts", "get", told)
    assert [row["kind"] for row in told.json["results"]] == ["unmute", "mute"]
    assert [row["why"] for row in lifted] == ["He is sorry."]
    assert caller.get(f"moderator-acts?moderator={eve.pk}").json["results"] == []


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("mutes", "not_a_moderator"),
        ("moderator-acts", "not_a_moderator"),
        ("suspensions", "not_an_official"),
        ("offices", "appoint_not_allowed"),
    ],
)
def test_members_without_the_office_read_none_of_it(eve, path, code):
    answer = calling.director(eve).get(path)

    assert (answer.status, answer.code) == (403, code)


def test_an_official_sees_suspensions_and_no_mutes():
    caller = calling.director(in_office("Olga", Office.OFFICIAL))

    assert caller.get("suspensions").status == 200
    assert caller.get("mutes").code == "not_a_moderator"


@pytest.mark.parametrize("path", ["mutes", "suspensions", "moderator-acts", "offices"])
def test_a_page_of_thirty_takes_as_many_queries_as_one_of_one(
    path, moderator, django_assert_max_num_queries
):
    chief = making.official("Olga")
    for number in range(30):
        member = making.member(f"Nr{number}", is_staff=path == "offices")
        if path != "offices":
            services.ban(member_id=member.pk, by=chief, until=tomorrow(), reason="x")
            mutes.mute(member_id=member.pk, by=chief, until=tomorrow(), reason="x")
    caller = calling.director(chief)
    caller.get(path)

    for limit in (1, 30):
        with django_assert_max_num_queries(8):
            assert len(caller.get(f"{path}?limit={limit}").json["results"]) == limit
    assert Member.objects.count() > 30
