"""Suspension, ends of sessions, preferences."""

import datetime
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from django.utils import timezone

from accounts import permissions, services
from accounts.models import Member
from tests.accounts import making
from vrhcaby.errors import DomainError

pytestmark = pytest.mark.django_db

WEEK = datetime.timedelta(days=7)


@pytest.fixture
def sent() -> Iterator[list[tuple[str, dict[str, Any]]]]:
    """What leaves through the one door, in order."""
    messages: list[tuple[str, dict[str, Any]]] = []
    with mock.patch("accounts.services.members.broadcast_on_commit") as door:
        door.side_effect = lambda group, message: messages.append((group, message))
        yield messages


def ban(member: Member, by: Member, **changes: Any) -> Member:
    given = {"until": timezone.now() + WEEK, "reason": "Rude in the chat."} | changes
    return services.ban(member_id=member.pk, by=by, **given)


def test_a_suspended_member_may_not_act_and_his_sockets_are_told(sent: list[Any]) -> None:
    member, official = making.member(), making.official()

    ban(member, official, reason="  Rude in the chat. ")

    member.refresh_from_db()
    assert member.ban_reason == "Rude in the chat."
    assert member.banned_by == official
    assert not permissions.can_act(member)
    assert sent == [(f"member.{member.pk}", {"type": "member.shut", "code": "banned"})]


def test_a_suspension_is_lifted(sent: list[Any]) -> None:
    member, official = making.member(), making.official()
    ban(member, official)

    services.lift_ban(member_id=member.pk, by=official)

    member.refresh_from_db()
    assert permissions.can_act(member)
    assert (member.banned_until, member.ban_reason, member.banned_by) == (None, "", None)


def test_a_suspended_member_may_act_again_after_its_end(sent: list[Any]) -> None:
    member = making.member()
    until = timezone.now() + WEEK
    ban(member, making.official(), until=until)

    member.refresh_from_db()

    assert not permissions.can_act(member, at=until - datetime.timedelta(milliseconds=1))
    assert permissions.can_act(member, at=until)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"until": datetime.datetime(2001, 1, 1, tzinfo=datetime.UTC)}, "ban_end_past"),
        ({"reason": " "}, "ban_reason_missing"),
    ],
)
def test_a_suspension_needs_a_future_end_and_a_reason(
    changes: dict[str, Any], code: str, sent: list[Any]
) -> None:
    member, official = making.member(), making.official()

    with pytest.raises(DomainError) as refused:
        ban(member, official, **changes)

    assert refused.value.code == code
    assert sent == []
    member.refresh_from_db()
    assert member.banned_until is None


def test_who_may_not_suspend_whom(sent: list[Any]) -> None:
    member, other = making.member("Anna"), making.member("Boris")
    official, chief = making.member("Cyril", is_staff=True), making.official("Eva")

    assert _refusal(member, by=other) == "ban_not_allowed"
    assert _refusal(member, by=official) == "ban_not_allowed"  # staff without the permission
    assert _refusal(chief, by=chief) == "ban_self"


def test_staff_is_suspended_by_superusers_only(sent: list[Any]) -> None:
    from django.contrib.auth.models import Permission

    official, colleague = making.member("Cyril", is_staff=True), making.member("Dan", is_staff=True)
    official.user_permissions.add(Permission.objects.get(codename="change_member"))
    official = Member.objects.get(pk=official.pk)

    assert _refusal(colleague, by=official) == "ban_not_allowed"
    ban(making.member("Anna"), official)
    ban(colleague, making.official())

    assert Member.objects.banned(at=timezone.now()).count() == 2


def test_a_suspended_official_may_not_suspend(sent: list[Any]) -> None:
    chief, other = making.official("Eva"), making.official("Filip")
    ban(other, chief)
    other.refresh_from_db()

    assert _refusal(making.member(), by=other) == "ban_not_allowed"


def test_require_can_act_says_why(sent: list[Any]) -> None:
    from django.contrib.auth.models import AnonymousUser

    member = making.member()
    permissions.require_can_act(member)
    ban(member, making.official())
    member.refresh_from_db()

    with pytest.raises(permissions.Banned) as refused:
        permissions.require_can_act(member)
    with pytest.raises(permissions.NotSignedIn):
        permissions.require_can_act(AnonymousUser())

    assert refused.value.details["reason"] == "Rude in the chat."
    assert refused.value.details["until"] == member.banned_until.isoformat()


def test_ending_sessions_counts_the_epoch_up(sent: list[Any]) -> None:
    member = making.member()

    services.end_sessions(member_id=member.pk)

    assert Member.objects.get().session_epoch == 1
    assert sent == [(f"member.{member.pk}", {"type": "member.shut", "code": "signed_out"})]


def test_a_new_password_is_told_to_sockets(sent: list[Any]) -> None:
    member = making.member()

    services.change_password(member_id=member.pk, password="jiné heslo zde")

    assert Member.objects.get().check_password("jiné heslo zde")
    assert sent[0][1]["code"] == "password_changed"


def test_messages_wait_for_the_commit(django_capture_on_commit_callbacks: Any) -> None:
    member = making.member()

    with django_capture_on_commit_callbacks() as callbacks:
        services.end_sessions(member_id=member.pk)

    assert len(callbacks) == 1


def test_preferences_are_kept_in_one_statement(django_assert_num_queries: Any) -> None:
    member = making.member()

    with django_assert_num_queries(1):
        services.change_preferences(member_id=member.pk, theme="dark", sounds=False)

    member.refresh_from_db()
    assert (member.theme, member.sounds) == ("dark", False)


def test_only_preferences_are_changed_that_way() -> None:
    member = making.member()

    with pytest.raises(ValueError, match="is_staff"):
        services.change_preferences(member_id=member.pk, is_staff=True)


def _refusal(member: Member, *, by: Member) -> str:
    with pytest.raises(DomainError) as refused:
        ban(member, by)
    return refused.value.code
