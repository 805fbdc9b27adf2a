"""The member's row: keys, constraints, session hash."""

import datetime

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Member
from tests.accounts import making

pytestmark = pytest.mark.django_db


def test_the_key_follows_the_name() -> None:
    member = making.member("Řehoř")

    member.username = "Bořek"
    member.save(update_fields=["username"])

    member.refresh_from_db()
    assert member.canonical == "borek"


@pytest.mark.parametrize("other", ["anna", "ÁNNA", "A.nna"])
def test_a_look_alike_cannot_be_stored(other: str) -> None:
    making.member("Anna")

    with pytest.raises(IntegrityError), transaction.atomic():
        making.member(other)


def test_an_email_belongs_to_one_member_whatever_its_case() -> None:
    making.member("Anna", email="Anna@Example.org")

    assert Member.objects.get().email == "anna@example.org"
    with pytest.raises(IntegrityError), transaction.atomic():
        making.member("Boris", email="ANNA@example.ORG")


def test_several_members_may_have_no_email() -> None:
    making.member("Anna", email="")
    making.member("Boris", email="")

    assert Member.objects.count() == 2


def test_a_form_learns_of_a_look_alike_by_validation() -> None:
    making.member("Anna")

    with pytest.raises(ValidationError) as refused:
        Member(username="4nna".replace("4", "Á"), email="x@example.org", password="x").full_clean()

    assert "canonical" in refused.value.error_dict


def test_a_suspension_cannot_be_stored_without_a_reason() -> None:
    member = making.member()
    member.banned_until = timezone.now()

    with pytest.raises(IntegrityError), transaction.atomic():
        member.save()


def test_a_suspension_ends_at_its_end() -> None:
    end = datetime.datetime(2030, 1, 1, tzinfo=datetime.UTC)
    member = Member(banned_until=end, ban_reason="x")

    assert member.is_banned(at=end - datetime.timedelta(microseconds=1))
    assert not member.is_banned(at=end)


def test_a_member_is_found_by_any_spelling() -> None:
    member = making.member("Řehoř.Novák")

    assert Member.objects.get_by_natural_key("REHOR_NOVAK") == member
    assert Member.objects.named("řehořnovák").get() == member


@pytest.mark.parametrize(
    ("name", "initials"), [("Anna", "AN"), ("jan.novák", "JN"), ("x_y-z", "XY"), ("Žofie", "ŽO")]
)
def test_initials(name: str, initials: str) -> None:
    assert Member(username=name).initials == initials


def test_a_new_password_and_a_new_epoch_change_the_session_hash() -> None:
    member = making.member()
    first = member.get_session_auth_hash()

    member.session_epoch += 1
    second = member.get_session_auth_hash()
    member.set_password("something else entirely")
    third = member.get_session_auth_hash()

    assert len({first, second, third}) == 3
