"""The pages on which an official corrects a result, and where everybody sees it."""

import pytest
from django.contrib.auth.models import Group
from django.utils import translation

from accounts.models import Notice
from accounts.permissions import OFFICIALS
from ladder.models import Correction, Rating
from ladder.services import audit
from tests.ladder.making import member, played

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def result():
    anna, boris = member("Anna"), member("Boris")
    first = played(anna, boris)
    played(boris, member("Cyril"))
    return first


@pytest.fixture
def official(client):
    somebody = member("Olga", language="en")
    somebody.groups.add(Group.objects.get_or_create(name=OFFICIALS)[0])
    client.force_login(somebody)
    return somebody


def address(result):
    return f"{result.ladder_result.get_absolute_url()}oprava/"


def post(client, result, **data):
    return client.post(
        address(result), {"to": "second", "why": "The board says so.", "known": 0, **data}
    )


def test_a_preview_names_everybody_and_changes_nothing(client, official, result):
    text = post(client, result).content.decode()

    for name in ("Anna", "Boris", "Cyril"):
        assert name in text
    assert "−20.00" in text
    assert not Correction.objects.exists()


def test_a_confirmed_correction_is_done_told_and_shown(client, official, result):
    answer = post(client, result, confirm="second")

    assert answer.url == result.ladder_result.get_absolute_url()
    assert Rating.objects.get(member__username="Anna").rating == 1490.0
    assert {notice.member.username for notice in Notice.objects.all()} == {"Anna", "Boris"}
    client.logout()
    with translation.override("en"):
        text = client.get(answer.url, headers={"accept-language": "en"}).content.decode()
    assert "The board says so." in text
    assert "Olga" in text
    assert "oprava" not in text
    assert list(audit.check()) == []


def test_another_choice_than_the_one_previewed_is_previewed_first(client, official, result):
    text = post(client, result, to="annul", confirm="second").content.decode()

    assert 'value="annul"' in text
    assert not Correction.objects.exists()


def test_a_draw_is_offered_where_the_rules_know_it(client, official, result):
    longer = played(member("Dana"), member("Eva"), ruleset="standard", length=7)

    text = post(client, longer, to="draw", confirm="draw").content.decode()

    assert 'value="draw"' not in text
    assert 'class="notice error"' in text
    assert not Correction.objects.exists()
    assert 'value="draw"' in client.get(address(result)).content.decode()


def test_undoing_is_offered_when_there_is_something_to_undo(client, official, result):
    assert 'value="undo"' not in client.get(address(result)).content.decode()
    post(client, result, to="annul", confirm="annul")
    assert 'value="undo"' in client.get(address(result)).content.decode()

    post(client, result, to="undo", known=1)
    assert Correction.objects.count() == 1
    post(client, result, to="undo", known=1, confirm="undo")

    assert Rating.objects.get(member__username="Anna").rating == 1510.0
    assert list(audit.check()) == []


def test_what_somebody_did_meanwhile_is_told(client, official, result):
    post(client, result, confirm="second")

    text = post(client, result, to="draw", confirm="draw").content.decode()

    assert "Olga corrected this result meanwhile" in text
    assert Correction.objects.count() == 1


def test_a_reason_is_needed(client, official, result):
    text = post(client, result, why=" ", confirm="second").content.decode()

    assert "This field is required" in text
    assert not Correction.objects.exists()


def test_nobody_but_officials_comes_here(client, result):
    assert client.get(address(result)).status_code == 302
    client.force_login(member("Dana"))
    assert client.get(address(result)).status_code == 403
    assert post(client, result, confirm="second").status_code == 403


def test_an_unknown_result_is_not_found(client, official):
    assert client.get("/zebricek/vysledek/7/oprava/").status_code == 404
    assert client.get("/zebricek/vysledek/7/").status_code == 404


def test_an_annulled_result_is_shown_as_one_to_its_players(client, official, result):
    post(client, result, to="annul", confirm="annul")

    text = client.get("/clen/Anna/").content.decode()

    assert "an official annulled the result afterwards" in text
