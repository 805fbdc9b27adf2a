"""Offices over REST: superusers hand them out, and take the mark of a bot away."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission

from accounts import offices, permissions
from accounts.enums import Office
from accounts.models import Member
from tests.accounts import making
from tests.ladder.api.test_tournaments import as_documented
from tests.vrhcaby.rest import calling

pytestmark = pytest.mark.django_db


@pytest.fixture
def chief():
    return making.official("Olga")


def fresh(member):
    return Member.objects.get(pk=member.pk)


def test_an_office_is_given_with_its_powers_and_taken_with_them(chief):
    member, caller = making.member("Anna"), calling.Caller.of_session(chief)
    here = f"members/{member.pk}/offices"

    given = caller("PUT", f"{here}/moderator", {})
    second = caller("PUT", f"{here}/official", {})
    powers = permissions.can_moderate(fresh(member)), permissions.is_official(fresh(member))
    listed = caller.get("offices")
    taken = caller("DELETE", f"{here}/moderator")
    left = permissions.can_moderate(fresh(member)), permissions.is_official(fresh(member))
    gone = caller("DELETE", f"{here}/official")

    as_documented("members/{member_id}/offices/{office}", "put", given)
    as_documented("offices", "get", listed)
    assert (given.json["offices"], given.json["is_staff"]) == (["moderator"], True)
    assert second.json["offices"] == ["official", "moderator"]
    assert powers == (True, True)
    assert [row["member"]["id"] for row in listed.json["results"]] == [chief.pk, member.pk]
    assert (taken.status, gone.status) == (204, 204)
    assert left == (False, True)
    assert (fresh(member).is_staff, permissions.is_official(fresh(member))) == (False, False)


def test_who_has_other_powers_stays_of_the_staff(chief):
    member = making.member("Anna", is_staff=True)
    member.user_permissions.add(Permission.objects.get(codename="change_member"))
    caller = calling.Caller.of_session(chief)

    caller("PUT", f"members/{member.pk}/offices/official", {})
    caller("DELETE", f"members/{member.pk}/offices/official")

    assert fresh(member).is_staff
    assert permissions.can_ban(fresh(member))


def test_what_is_done_stands_in_the_member_s_history_and_what_changes_nothing_does_not(chief):
    member, caller = making.member("Anna"), calling.Caller.of_session(chief)

    for _ in range(2):
        assert caller("PUT", f"members/{member.pk}/offices/official", {}).status == 200
    for _ in range(2):
        assert caller("DELETE", f"members/{member.pk}/offices/moderator").status == 204

    (line,) = LogEntry.objects.filter(object_id=str(member.pk))
    assert (line.user_id, line.change_message) == (chief.pk, "Office given: official.")


@pytest.mark.parametrize("office", list(Office))
def test_officials_and_moderators_hand_out_nothing(office):
    member, other = making.member("Anna", is_staff=True), making.member("Boris", is_bot=True)
    member.groups.add(Group.objects.get(name=office))
    member.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
    caller = calling.Caller.of_session(member)

    answers = [
        caller("PUT", f"members/{other.pk}/offices/official", {}),
        caller("DELETE", f"members/{member.pk}/offices/{office}"),
        caller("PUT", f"members/{member.pk}/bot", {}),
        caller("DELETE", f"members/{other.pk}/bot"),
    ]

    assert [(one.status, one.code) for one in answers] == [(403, "appoint_not_allowed")] * 4
    assert fresh(other).is_bot
    assert not fresh(member).is_bot
    assert not fresh(other).groups.exists()
    assert LogEntry.objects.count() == 0


def test_the_mark_of_a_bot_is_set_and_taken(chief):
    member, caller = making.member("Anna"), calling.Caller.of_session(chief)

    marked = caller("PUT", f"members/{member.pk}/bot", {})
    was = fresh(member).is_bot
    taken = caller("DELETE", f"members/{member.pk}/bot")

    assert (marked.status, was, taken.status, fresh(member).is_bot) == (204, True, 204, False)


def test_a_token_hands_out_nothing(chief):
    member, caller = making.member("Anna"), calling.director(chief)

    answers = [
        caller("PUT", f"members/{member.pk}/offices/official", {}),
        caller("DELETE", f"members/{member.pk}/offices/official"),
        caller("PUT", f"members/{member.pk}/bot", {}),
        caller("DELETE", f"members/{member.pk}/bot"),
    ]

    assert [(one.status, one.code) for one in answers] == [(403, "scope_too_small")] * 4
    assert caller.get("offices").status == 200
    assert not fresh(member).is_staff


def test_an_office_that_was_never_held_takes_nothing_with_it(chief):
    member = making.member("Anna", is_staff=True)

    gone = calling.Caller.of_session(chief)("DELETE", f"members/{member.pk}/offices/moderator")

    assert gone.status == 204
    assert fresh(member).is_staff
    assert LogEntry.objects.count() == 0


def test_an_office_is_taken_from_a_closed_account_too(chief):
    member, caller = making.member("Anna"), calling.Caller.of_session(chief)
    caller("PUT", f"members/{member.pk}/offices/official", {})
    Member.objects.filter(pk=member.pk).update(is_active=False)

    listed = caller.get("offices").json["results"]
    gone = caller("DELETE", f"members/{member.pk}/offices/official")

    assert [row["is_active"] for row in listed if row["member"]["id"] == member.pk] == [False]
    assert gone.status == 204
    assert not fresh(member).is_staff


def test_who_has_lost_his_powers_meanwhile_hands_out_nothing(chief):
    member = making.member("Anna")
    Member.objects.filter(pk=chief.pk).update(is_superuser=False)

    with pytest.raises(permissions.AppointNotAllowed):
        offices.appoint(member_id=member.pk, by=chief, office=Office.OFFICIAL)

    assert not fresh(member).is_staff


@pytest.mark.parametrize("office", ["chief", "Official", "0"])
def test_an_office_that_is_none_is_not_found(chief, office):
    member = making.member("Anna")

    answer = calling.Caller.of_session(chief)("PUT", f"members/{member.pk}/offices/{office}", {})

    assert (answer.status, answer.code) == (404, "not_found")


def test_a_group_that_was_deleted_comes_back_with_the_powers_of_its_office(chief):
    member, caller = making.member(), calling.Caller.of_session(chief)
    for office in Office:
        given = set(Group.objects.get(name=office).permissions.values_list("pk", flat=True))
        Group.objects.get(name=office).delete()

        assert caller("PUT", f"members/{member.pk}/offices/{office}", {}).status == 200

        again = set(Group.objects.get(name=office).permissions.values_list("pk", flat=True))
        assert again == given
        assert given


def test_what_an_operator_has_taken_from_a_group_does_not_come_back(chief):
    group = Group.objects.get(name=Office.OFFICIAL)
    group.permissions.clear()
    member = making.member("Anna")

    offices.appoint(member_id=member.pk, by=chief, office=Office.OFFICIAL)

    assert not group.permissions.exists()


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("PUT", "offices/official"),
        ("DELETE", "offices/official"),
        ("PUT", "bot"),
        ("DELETE", "bot"),
    ],
)
def test_an_account_that_goes_meanwhile_is_refused(chief, monkeypatch, method, path):
    member = making.member("Anna")
    wait_for_lock = offices._done

    def done(member_id, *rest):
        Member.objects.filter(pk=member_id).delete()
        return wait_for_lock(member_id, *rest)

    monkeypatch.setattr(offices, "_done", done)
    answer = calling.Caller.of_session(chief)(method, f"members/{member.pk}/{path}", {})

    assert (answer.status, answer.code) == (404, "no_such_member")


def test_a_superuser_who_is_gone_hands_out_nothing_and_a_closed_account_gets_nothing(chief):
    member, other = making.member("Anna"), making.official("Petr")
    closed = making.member("Boris", is_active=False)
    Member.objects.filter(pk=other.pk).delete()

    with pytest.raises(permissions.AppointNotAllowed):
        offices.appoint(member_id=member.pk, by=other, office=Office.OFFICIAL)
    with pytest.raises(permissions.NoSuchMember):
        offices.appoint(member_id=closed.pk, by=chief, office=Office.OFFICIAL)


def test_a_member_that_is_none_has_no_office(chief):
    caller = calling.Caller.of_session(chief)

    assert caller("PUT", "members/999999/offices/official", {}).code == "no_such_member"
    assert caller("DELETE", "members/999999/bot").code == "no_such_member"
