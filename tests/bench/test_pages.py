"""The bench of the pages, on a small site: its rows are sound, its pages are there."""

import pytest
from django.contrib.auth.models import Group

from bench import pages
from ladder.models import Pairing, SeasonPlace
from ladder.services.tournaments import audit

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

MEMBERS, MATCHES, PLAYERS = 120, 300, 5


@pytest.fixture
def made(monkeypatch):
    monkeypatch.setattr(pages, "RUNS", 2)
    Group.objects.get_or_create(name="official")
    return pages.fill(MEMBERS, MATCHES, PLAYERS)


def test_every_page_is_asked_for_and_keeps_to_its_queries(made, capsys):
    goals = pages.measured(made)

    names = [page.name for page in pages.pages(made)]
    assert [goal.name for goal in goals if "queries" in goal.name] == [
        f"{name}: queries" for name in names
    ]
    assert [goal.line() for goal in goals if "queries" in goal.name and not goal.is_met] == []
    told = capsys.readouterr().out
    assert all(name in told for name in names)


def test_what_is_made_anew_asks_for_more_than_what_is_kept(made):
    found = {goal.name: goal.figure for goal in pages.measured(made)}
    anew = [page.name for page in pages.pages(made) if page.before is not pages.nothing]

    assert len(anew) == 4
    for name in anew:
        kept = found[f"{name.removesuffix(', anew')}: queries"]
        assert found[f"{name}: queries"] > kept


def test_a_page_that_is_not_there_stops_the_bench(made):
    lost = pages.Made(MEMBERS, season="/nowhere/", tournament=made.tournament)

    with pytest.raises(AssertionError, match="404"):
        pages.measured(lost)


def test_half_of_the_tournament_is_played_and_nothing_is_wrong_with_it(made):
    played = Pairing.objects.exclude(decided_at=None)

    assert set(played.values_list("round__number", flat=True)) == {1, 2}
    assert not Pairing.objects.undecided().filter(round__number__lte=2).exists()
    assert list(audit.check()) == []


def test_the_season_has_everybody_who_has_played(made):
    assert SeasonPlace.objects.count() > MEMBERS / 2
    assert SeasonPlace.objects.filter(place=1).exists()
