"""The admin's window on tournaments is as wide as one's roles."""

import pytest
from django.contrib import admin
from django.urls import reverse

from ladder.models import Pairing
from ladder.services.tournaments import roles
from tests.ladder.making import member
from tests.ladder.tournaments import done, official, row, started

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

    assert '<td class="field-game">Vrhcáby</td>' in text
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


def rows_of(made):
    """An own row of each page for a tournament."""
    pairing = Pairing.objects.filter(round__stage__tournament__slug=made.slug).first()
    found = row(made)
    return {
        "tournament": found.pk,
        "entry": found.entries.first().pk,
        "role": found.roles.first().pk,
        "pairing": pairing.pk,
        "officialact": found.acts.first().pk,
    }


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("view", ["change", "history", "delete"])
def test_no_row_of_another_tournament_is_reached_by_its_address(client, cups, page, view):
    client.force_login(helper_of(cups[0]))
    own, other = (rows_of(made)[page] for made in cups)

    answer = client.get(address(f"{page}_{view}", other))

    assert answer.status_code in (302, 403, 404)
    assert "Cup Beta" not in answer.content.decode()
    if view == "change":
        assert client.get(address(f"{page}_{view}", own)).status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_neither_search_nor_filters_reach_further(client, cups, page):
    client.force_login(helper_of(cups[0]))

    for query in (
        "?q=Beta",
        f"?tournament__id__exact={cups[1].id}",
        f"?id={rows_of(cups[1])[page]}",
    ):
        answer = client.get(address(f"{page}_changelist") + query, follow=True)
        assert cups[1].slug not in answer.content.decode(), query
        assert ">Cup Beta<" not in answer.content.decode(), query


def test_one_who_assists_has_no_other_page_of_the_admin(client, cups):
    client.force_login(helper_of(cups[0]))
    pages = [
        (model._meta.app_label, model._meta.model_name)
        for model in admin.site._registry
        if (model._meta.app_label, model._meta.model_name) not in {("ladder", p) for p in PAGES}
    ]

    for app, model in pages:
        answer = client.get(reverse(f"admin:{app}_{model}_changelist"))
        assert answer.status_code in (302, 403), (app, model)
    assert len(pages) > 5


def test_an_invitation_that_was_not_accepted_opens_nothing(client, cups):
    helper = member("Invited", is_staff=True)
    answer = roles.invite(
        slug=cups[0].slug, by_id=cups[0].by_id, member_id=helper.pk, kind="director"
    )
    done(answer)
    client.force_login(helper)

    assert client.get(address("tournament_change", cups[0].id)).status_code in (302, 403)
