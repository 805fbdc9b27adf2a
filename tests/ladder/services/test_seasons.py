"""Seasons: what closing freezes, and that a replay passes through a soft reset."""

import datetime

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone

from accounts.permissions import OFFICIALS, NotAnOfficial
from ladder.models import PROVISIONAL_BELOW, Pool, Rating, RatingChange, Season, SeasonPlace
from ladder.selectors import table as tables
from ladder.services import audit, corrections, seasons
from tests.ladder.making import member, played
from vrhcaby import clock

pytestmark = pytest.mark.django_db(transaction=True)

DAY_MS = 24 * 3_600_000


@pytest.fixture
def official():
    somebody = member("Olga")
    somebody.groups.add(Group.objects.get_or_create(name=OFFICIALS)[0])
    return somebody


@pytest.fixture
def players():
    return [member(name) for name in ("Anna", "Boris", "Cyril")]


def moment():
    return datetime.datetime.fromtimestamp(clock.now() / 1000, datetime.UTC)


def play(first, second, **how):
    return played(first, second, at=moment(), **how)


def test_a_closed_season_leaves_its_table(players, official):
    anna, boris, cyril = players
    with clock.frozen(clock.now()) as hand:
        play(cyril, boris, length=PROVISIONAL_BELOW)
        hand.advance(DAY_MS)
        seasons.open_season(by_id=official.pk, name="Jaro")
        hand.advance(DAY_MS)
        for winner in (0, 0, None, 1):
            play(anna, boris, winner=winner, length=9)
        hand.advance(DAY_MS)
        season = seasons.close_season(by_id=official.pk)
        play(anna, boris, length=9)

    rows = {row.member.username: row for row in season.places.all()}
    assert set(rows) == {"Anna", "Boris"}
    assert (rows["Anna"].won, rows["Anna"].drawn, rows["Anna"].lost) == (2, 1, 1)
    assert {row.place for row in rows.values()} == {1, 2}
    assert rows["Anna"].rating != Rating.objects.get(member=anna).rating
    before = Rating.objects.get(member=boris)
    assert rows["Boris"].experience == PROVISIONAL_BELOW + 36
    assert before.experience == PROVISIONAL_BELOW + 45
    assert list(audit.check()) == []


def test_a_provisional_member_has_no_place(players, official):
    seasons.open_season(by_id=official.pk, name="Jaro")
    play(*players[:2])
    seasons.close_season(by_id=official.pk)

    assert [row.place for row in SeasonPlace.objects.all()] == [None, None]


def test_a_soft_reset_pulls_ratings_and_is_an_entry_of_the_ledger(players, official):
    anna, boris, _ = players
    seasons.open_season(by_id=official.pk, name="Jaro")
    first = play(anna, boris)
    seasons.close_season(by_id=official.pk, keep=0.5)

    assert Rating.objects.get(member=anna).rating == 1505.0
    assert Rating.objects.get(member=anna).experience == 1
    assert SeasonPlace.objects.get(member=anna).rating == 1510.0
    line = RatingChange.objects.get(member=anna, reset__isnull=False)
    assert (line.sequence, line.before, line.after, line.score) == (2, 1510.0, 1505.0, None)
    assert Pool.objects.get().last_sequence == 2
    play(anna, boris, winner=1)
    assert list(audit.check()) == []

    corrections.correct(
        ladder_result_id=first.ladder_result.pk, by_id=official.pk, score=0.0, why="A slip."
    )
    assert list(audit.check()) == []
    reset = RatingChange.objects.newest().get(member=anna, reset__isnull=False)
    assert (reset.before, reset.after) == (1490.0, 1495.0)
    corrections.correct(
        ladder_result_id=first.ladder_result.pk, by_id=official.pk, score=None, why="Void."
    )
    assert list(audit.check()) == []


def test_a_reset_moves_nobody_on_the_ladder_of_the_week(players, official):
    anna, boris, cyril = players
    for pair in ((anna, boris), (boris, cyril), (anna, cyril)):
        play(*pair, length=PROVISIONAL_BELOW)
    long_ago = timezone.now() - datetime.timedelta(days=30)
    from django.db.models import QuerySet

    QuerySet.update(RatingChange.objects.order_by(), at=long_ago)
    Rating.objects.update(last_rated_at=long_ago)
    seasons.open_season(by_id=official.pk, name="Jaro")
    seasons.close_season(by_id=official.pk, keep=0.25)

    shown = tables.table(Pool.objects.get(), tables.Wanted(), now=timezone.now())

    assert [row.member.username for row in shown.rows] == ["Anna", "Boris", "Cyril"]
    assert {row.moved for row in shown.rows} == {0}


def test_one_season_at_a_time(official):
    seasons.open_season(by_id=official.pk, name="Jaro")

    with pytest.raises(seasons.SeasonIsOpen):
        seasons.open_season(by_id=official.pk, name="Léto")
    seasons.close_season(by_id=official.pk)
    with pytest.raises(seasons.NoOpenSeason):
        seasons.close_season(by_id=official.pk)
    with pytest.raises(seasons.SeasonNameTaken):
        seasons.open_season(by_id=official.pk, name=" Jaro ")
    with pytest.raises(seasons.SeasonNameMissing):
        seasons.open_season(by_id=official.pk, name=" ")


@pytest.mark.parametrize("keep", [-0.1, 0.96, 2.0])
def test_a_reset_that_makes_no_sense(official, keep):
    seasons.open_season(by_id=official.pk, name="Jaro")

    with pytest.raises(seasons.BadKeep):
        seasons.close_season(by_id=official.pk, keep=keep)
    assert Season.objects.open().exists()


def test_only_officials_open_and_close(players, official):
    with pytest.raises(NotAnOfficial):
        seasons.open_season(by_id=players[0].pk, name="Jaro")
    seasons.open_season(by_id=official.pk, name="Jaro")
    with pytest.raises(NotAnOfficial):
        seasons.close_season(by_id=players[0].pk)
