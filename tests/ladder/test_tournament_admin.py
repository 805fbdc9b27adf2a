"""The admin's window on tournaments is as wide as one's roles."""

import pytest
from django.urls import reverse

from ladder.services.tournaments import roles
from tests.ladder.making import member
from tests.ladder.tournaments import done, official, started

pytestmark = pytest.mark.django_db
PAGES = ("tournament", "entry", "role", "pairing", "officialact")


def address(name, *args):
    return reverse(f"admin:ladder_{name}", args=args)


@pytest.fixture
def cups():
    """Two tournaments of two officials."""
    return started(2, seating="by_hand", name="Cup Alfa"), started(
        2, seating="by_hand", name="Cup Beta"
    )


def helper_of(made):
    """A member of the staff who assists at one tournament and is no official."""
    helper = member("Helper", is_staff=True)
    done(roles.invite(slug=made.slug, by_id=made.by_id, member_id=helper.pk, kind="assistant"))
    done(roles.answer(slug=made.slug, by_id=helper.pk, accept=True))
    return helper


@pytest.mark.parametrize("page", PAGES)
def test_who_has_a_role_sees_that_tournament_alone(client, cups, page):
    client.force_login(helper_of(cups[0]))

    text = client.get(address(f"{page}_changelist")).content.decode()

    assert "Cup Alfa" in text
    assert "Cup Beta" not in text


def test_another_tournament_is_not_found_by_its_address(client, cups):
    client.force_login(helper_of(cups[0]))

    assert client.get(address("tournament_change", cups[0].id)).status_code == 200
    assert client.get(address("tournament_change", cups[1].id)).status_code == 302


def test_officials_see_all(client, cups):
    chief = official("Chief")
    chief.is_staff = True
    chief.save()
    client.force_login(chief)

    text = client.get(address("tournament_changelist")).content.decode()

    assert "Cup Alfa" in text
    assert "Cup Beta" in text


def test_staff_without_a_role_sees_nothing(client, cups):
    client.force_login(member("Nobody", is_staff=True))

    assert client.get(address("tournament_changelist")).status_code == 403


@pytest.mark.parametrize("page", PAGES)
def test_nothing_can_be_changed(client, cups, page):
    chief = official("Chief")
    chief.is_staff = chief.is_superuser = True
    chief.save()
    client.force_login(chief)

    assert client.get(address(f"{page}_add")).status_code == 403
