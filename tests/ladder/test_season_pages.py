"""Pages of seasons: what everybody sees, and what officials do there."""

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone

from accounts.permissions import OFFICIALS
from ladder.models import PROVISIONAL_BELOW, Rating, Season
from tests.ladder.making import member, played

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def official(client):
    somebody = member("Olga", language="en")
    somebody.groups.add(Group.objects.get_or_create(name=OFFICIALS)[0])
    client.force_login(somebody)
    return somebody


def test_an_official_opens_and_closes_a_season(client, official):
    assert client.post("/zebricek/sezony/otevrit/", {"name": "Spring 2026"}).status_code == 302
    for _ in range(PROVISIONAL_BELOW):
        played(member_of("=Anna"), member_of("Boris"), at=timezone.now())
    listed = client.get("/zebricek/sezony/").content.decode()
    assert "Spring 2026" in listed

    answer = client.post("/zebricek/sezony/zavrit/", {"reset": "on", "keep": "50"})

    archive = client.get(answer.url).content.decode()
    assert "Boris" in archive
    assert "50\N{NO-BREAK SPACE}% of the distance stayed" in archive
    sheet = client.get(f"{answer.url}tabulka.csv").content.decode("utf-8-sig")
    assert sheet.splitlines()[0].startswith("Place,Member,Rating")
    assert "1,'=Anna," in sheet
    assert Rating.objects.count() == 2


def test_a_season_without_games_says_that_and_not_that_nobody_has_a_rating(client, official):
    played(member("Anna"), member("Boris"), at=timezone.now())
    client.post("/zebricek/sezony/otevrit/", {"name": "Autumn"})

    text = client.get("/zebricek/?show=season").content.decode()

    assert "Nobody has played a rated game in this season yet." in text
    assert "Nobody has a rating yet" not in text


def member_of(name):
    from accounts.models import Member

    return Member.objects.named(name).first() or member(name)


def test_what_cannot_be_is_said_at_the_field(client, official):
    client.post("/zebricek/sezony/otevrit/", {"name": "Spring"})

    again = client.post("/zebricek/sezony/otevrit/", {"name": "Summer"})
    assert again.status_code == 200
    text = client.post("/zebricek/sezony/zavrit/", {"reset": "on", "keep": "99"}).content.decode()
    assert "less than or equal to 95" in text
    text = client.post("/zebricek/sezony/zavrit/", {"reset": "on", "keep": ""}).content.decode()
    assert "Say how much of the distance stays." in text
    assert Season.objects.open().get().name == "Spring"


def test_members_read_and_do_not_decide(client, official):
    client.post("/zebricek/sezony/otevrit/", {"name": "Spring"})
    client.force_login(member("Anna"))

    text = client.get("/zebricek/sezony/").content.decode()

    assert "zavrit" not in text
    assert client.post("/zebricek/sezony/zavrit/").status_code == 403
    assert client.post("/zebricek/sezony/otevrit/", {"name": "x"}).status_code == 403
    assert client.get(f"/zebricek/sezony/{Season.objects.get().pk}/").status_code == 404


def test_a_season_without_games(client, official):
    client.post("/zebricek/sezony/otevrit/", {"name": "Spring"})
    answer = client.post("/zebricek/sezony/zavrit/")

    assert "Nobody played a rated game" in client.get(answer.url).content.decode()
    assert client.get(f"{answer.url}tabulka.csv").status_code == 404
