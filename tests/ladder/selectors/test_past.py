"""The past of a pool: brought forward it is what reading it anew gives; places follow from it."""

import datetime
import random

import pytest
from django.utils import timezone

from ladder.models import PROVISIONAL_BELOW, LadderResult, Pool, Rating, RatingChange
from ladder.selectors import past, table
from ladder.services import corrections, seasons
from tests.ladder import tournaments
from tests.ladder.making import member, played

pytestmark = pytest.mark.django_db(transaction=True)

DAY = datetime.timedelta(days=1)


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def since(now):
    return now - table.WEEK


@pytest.fixture
def anna():
    return member("Anna")


@pytest.fixture
def boris():
    return member("Boris")


@pytest.fixture
def official():
    return tournaments.official("Olga")


def known(since):
    return past.of(Pool.objects.get(), since=since)


def read_anew(since):
    past.forget()
    return known(since)


def entry():
    return LadderResult.objects.latest("sequence").pk


def test_it_holds_what_members_had_before_their_first_result_since(anna, boris, since, now):
    played(anna, boris, at=now - 9 * DAY, length=PROVISIONAL_BELOW)
    had = Rating.objects.get(member=anna).rating
    for day in (3, 2):
        played(boris, anna, at=now - day * DAY)
    played(anna, member("Cyril"), at=now - DAY)

    found = known(since)

    cyril = RatingChange.objects.latest("pk").member_id
    assert found.before == {anna.pk: had, boris.pk: 3000 - had, cyril: None}
    assert found.ranked == [3000 - had, had]
    assert [found.above(rating) for rating in (3000 - had - 1, 3000 - had, had)] == [2, 1, 0]


def test_while_nothing_happens_it_costs_no_statement(
    anna, boris, since, now, django_assert_num_queries
):
    played(anna, boris, at=now)
    pool = Pool.objects.get()
    past.of(pool, since=since)

    with django_assert_num_queries(0):
        past.of(pool, since=since)


def test_new_results_are_added(anna, boris, since, now):
    played(anna, boris, at=now - 9 * DAY, length=PROVISIONAL_BELOW)
    played(anna, member("Cyril"), at=now - 2 * DAY)
    before = known(since)
    played(boris, anna, at=now - DAY)
    played(boris, member("Dana"), at=now - 8 * DAY)

    found = known(since)

    assert before.before.keys() < found.before.keys()
    assert found == read_anew(since)


def test_to_add_to_it_only_what_is_new_is_read(anna, boris, since, now):
    played(anna, boris, at=now)
    known(since)
    RatingChange.objects.all()._raw_delete("default")
    played(member("Cyril"), member("Dana"), at=now)

    assert {anna.pk, boris.pk} < known(since).before.keys()


def test_a_correction_is_seen(anna, boris, official, since, now):
    played(anna, boris, at=now - 9 * DAY, length=PROVISIONAL_BELOW)
    first = entry()
    played(anna, boris, at=now)
    before = known(since)
    corrections.correct(ladder_result_id=first, by_id=official.pk, score=0.0, why="A slip.")

    found = known(since)

    assert found.before[anna.pk] < before.before[anna.pk]
    assert found == read_anew(since)


def test_an_annulled_result_is_forgotten(anna, boris, official, since, now):
    played(anna, boris, at=now)
    known(since)
    corrections.correct(ladder_result_id=entry(), by_id=official.pk, score=None, why="Void.")

    assert known(since).before == {}


def test_a_soft_reset_pulls_what_was_known(anna, boris, official, since, now):
    seasons.open_season(by_id=official.pk, name="Jaro")
    played(anna, boris, at=now - 9 * DAY, length=PROVISIONAL_BELOW)
    played(anna, boris, at=now)
    before = known(since)
    seasons.close_season(by_id=official.pk, keep=0.5)
    played(anna, member("Cyril"), at=now)

    found = known(since)

    assert found.before[anna.pk] - 1500 == pytest.approx((before.before[anna.pk] - 1500) / 2)
    assert found == read_anew(since)


def test_what_is_entered_meanwhile_is_added_by_the_next_who_asks(anna, boris, since, now):
    played(anna, boris, at=now)
    early = Pool.objects.get()
    played(member("Cyril"), member("Dana"), at=now)

    assert past.of(early, since=since).before.keys() == {anna.pk, boris.pk}
    assert known(since) == read_anew(since)
    assert past.of(early, since=since).before.keys() == {anna.pk, boris.pk}


def test_another_moment_is_another_past(anna, boris, since, now):
    played(anna, boris, at=now - 2 * DAY)
    assert known(since).before

    assert known(now - DAY).before == {}


def test_places_of_a_week_ago_are_those_of_ranking_everybody_twice(since, now):
    chance = random.Random(11)
    members = [member(f"M{number:02}") for number in range(14)]
    for at in sorted(now - chance.choice([20, 12, 9, 5, 1]) * DAY for _ in range(90)):
        first, second = chance.sample(members, 2)
        played(first, second, at=at, length=chance.choice([1, 3, 7]))
        if chance.random() < 0.1:
            known(since)
    pool = Pool.objects.get()

    shown = table.table(pool, table.Wanted(), now=now)

    since = (now - table.WEEK).replace(minute=0, second=0, microsecond=0)
    then = {row.member.pk: stood(row.member, since) for row in shown.rows}
    everybody = [stood(one, since) for one in members]
    ranked = [rating for rating in everybody if rating is not None]
    assert None in then.values()
    assert {row.moved for row in shown.rows if row.moved is not None} - {0}
    for row in shown.rows:
        had = then[row.member.pk]
        before = None if had is None else 1 + sum(rating > had for rating in ranked)
        assert row.moved == (None if before is None else before - row.place)


def stood(one, since):
    """Return a member's rating at a moment: before his first result since, else the present one."""
    first = RatingChange.objects.filter(member=one, at__gte=since).order_by("sequence").first()
    if first is None:
        rating = Rating.objects.get(member=one)
        return None if rating.is_provisional else rating.rating
    return first.before if first.experience_before >= PROVISIONAL_BELOW else None
