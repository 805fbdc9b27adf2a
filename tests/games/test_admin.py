"""The admin's window: everything can be looked at, nothing changed but by a service."""

import pytest
from django.urls import reverse

from accounts.models import Member
from tests.games import making

pytestmark = pytest.mark.django_db(transaction=True)

MODELS = ["match", "matchevent", "result", "challenge", "annulment", "outage"]


@pytest.fixture
def game():
    return making.game()


@pytest.mark.parametrize("model", MODELS)
def test_a_list_can_be_looked_at_and_nothing_added(admin_client, game, model):
    shown = admin_client.get(reverse(f"admin:games_{model}_changelist"))
    added = admin_client.get(reverse(f"admin:games_{model}_add"))

    assert shown.status_code == 200
    assert added.status_code == 403


def test_a_match_shows_its_players_and_leads_to_its_page(admin_client, game):
    page = admin_client.get(reverse("admin:games_match_change", args=[game.match_id]))

    text = page.content.decode()
    assert game.row.get_absolute_url() in text
    assert str(game.row.seats.all()[0].member) in text
    assert game.row.dice.secret not in text
    assert "_save" not in text


def test_a_match_shows_in_words_what_is_played(admin_client):
    game = making.game(ruleset="nackgammon", options={"length": 5})
    page = admin_client.get(reverse("admin:games_match_change", args=[game.match_id]))

    text = page.content.decode()
    assert "Nackgammon" in text
    assert "na 5 bodů" in text
    assert "limit_ms" not in text


def test_a_deadline_that_is_none_is_a_dash(admin_client, game):
    type(game.row).objects.filter(pk=game.match_id).update(deadline_at=None)

    page = admin_client.get(reverse("admin:games_match_change", args=[game.match_id]))
    assert "None" not in page.content.decode()


def test_a_match_cannot_be_changed_or_deleted(admin_client, game):
    change = reverse("admin:games_match_change", args=[game.match_id])
    delete = reverse("admin:games_match_delete", args=[game.match_id])

    assert admin_client.post(change, {"rated": ""}).status_code == 403
    assert admin_client.post(delete, {"post": "yes"}).status_code == 403
    assert game.row.rated


def test_annulling_asks_for_the_reason_and_goes_through_the_service(admin_client, game):
    address = reverse("admin:games_match_annul", args=[game.match_id])

    asked = admin_client.post(address, {"why": ""})
    assert asked.status_code == 200
    assert game.row.status == "live"
    done = admin_client.post(address, {"why": "a fault of ours"})

    assert done.status_code == 302
    assert game.row.reason == "annulled"


def test_the_reason_of_an_annulment_is_read_by_the_two_players_alone(admin_client, client, game):
    address = reverse("admin:games_match_annul", args=[game.match_id])
    admin_client.post(address, {"why": "a fault of ours"})
    page = reverse("games:match", args=[game.match_id])

    assert "a fault of ours" not in client.get(page).content.decode()
    client.force_login(Member.objects.get(pk=game.members[0]))
    assert "a fault of ours" in client.get(page).content.decode()


def test_a_match_that_is_over_cannot_be_annulled_and_says_so(admin_client, game):
    address = reverse("admin:games_match_annul", args=[game.match_id])
    admin_client.post(address, {"why": "once"})

    again = admin_client.post(address, {"why": "twice"}, follow=True)

    assert [message.level_tag for message in again.context["messages"]][-1] == "error"


def test_the_question_about_a_match_that_is_over_is_not_asked(admin_client, game):
    address = reverse("admin:games_match_annul", args=[game.match_id])
    admin_client.post(address, {"why": "once"})

    assert admin_client.get(address).status_code == 302


def test_moments_are_read_as_dates(admin_client, game):
    match = admin_client.get(reverse("admin:games_match_change", args=[game.match_id]))
    events = admin_client.get(reverse("admin:games_matchevent_changelist"))

    year = str(game.row.started_at.year)
    assert str(game.row.last_at) not in match.content.decode()
    assert str(game.row.last_at) not in events.content.decode()
    assert year in events.content.decode()
