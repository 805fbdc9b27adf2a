"""Pages of the ladder and of a season's table: put together they are the whole list."""

import datetime
import itertools

import pytest
from django.utils import timezone

from ladder.models import PROVISIONAL_BELOW, Pool, Season
from ladder.selectors import seasons as archives
from ladder.selectors import table
from ladder.services import seasons
from tests.ladder import tournaments
from tests.ladder.making import member, played

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def official():
    return tournaments.official("Olga")


@pytest.fixture(autouse=True)
def season(official):
    """Seven members on the ladder, and two who are provisional."""
    now = timezone.now()
    opened = seasons.open_season(by_id=official.pk, name="Jaro")
    Season.objects.update(opened_at=now - datetime.timedelta(days=10))
    people = [member(f"M{number}") for number in range(9)]
    for days, length, pairs in ((9, PROVISIONAL_BELOW, people[:6]), (2, 1, people[3:7])):
        for first, second in itertools.pairwise(pairs):
            played(first, second, at=now - datetime.timedelta(days=days), length=length)
    played(people[6], people[0], at=now, length=PROVISIONAL_BELOW)
    played(people[7], people[8], at=now)
    return opened


def told(rows):
    return [(row.place, row.member.username, row.rating, row.moved) for row in rows]


def test_pages_of_the_ladder(monkeypatch):
    now = timezone.now()

    def page(number):
        return table.table(Pool.objects.get(), table.Wanted(), now=now, number=number)

    whole = page(1)
    monkeypatch.setattr(table, "PAGE_SIZE", 2)
    pages = [page(number) for number in range(1, 5)]

    assert len(whole.rows) == 7
    assert [told(one.rows) for one in pages] == [
        told(whole.rows[start : start + 2]) for start in range(0, 8, 2)
    ]
    assert [one.has_next for one in pages] == [True, True, True, False]
    assert len(set(told(whole.rows))) == 7
    assert {row.moved for row in whole.rows} > {None}


def test_pages_of_a_season(official, season, monkeypatch, django_assert_num_queries):
    seasons.close_season(by_id=official.pk)
    pool = Pool.objects.get()
    season.refresh_from_db()
    whole = list(archives.ordered(season, pool))
    monkeypatch.setattr(archives, "PAGE_SIZE", 4)

    with django_assert_num_queries(3):
        pages = [archives.archive(season, pool, number=number) for number in (1, 2, 3)]
        names = [row.member.username for page in pages for row in page.rows]

    assert len(whole) == 9
    assert [row for page in pages for row in page.rows] == whole
    assert names == [row.member.username for row in whole]
    assert [page.has_next for page in pages] == [True, True, False]
    assert [row.place for row in whole[-2:]] == [None, None]
