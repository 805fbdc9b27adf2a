"""Every violation that is planted is found."""

import datetime

import pytest
from django.db import connection
from django.db.models import F, QuerySet

from games.models import Match, Result, Seat
from ladder.models import LadderResult, Pool, Rating, RatingChange
from ladder.services import audit
from tests.ladder.making import START, finished, member, played

pytestmark = pytest.mark.django_db


@pytest.fixture
def results():
    anna, boris, cyril = member("Anna"), member("Boris"), member("Cyril")
    return [
        played(anna, boris),
        played(boris, cyril, winner=None),
        played(cyril, anna, winner=1, rated=False),
    ]


def found():
    return "\n".join(audit.check())


def forge(lines, **values):
    """Change ledger rows behind the guard of their query set."""
    QuerySet.update(lines.order_by(), **values)


def line_of(result, name):
    return RatingChange.objects.filter(ladder_result__result=result, member__username=name)


def test_a_good_ledger_is_silent(results):
    assert found() == ""


def test_a_result_that_was_never_rated(results):
    anna, boris = (seat.member for seat in results[0].match.seats.all())
    missed = finished(anna, boris)

    assert found() == f"result {missed.pk}: not in the ledger"


def test_a_result_in_the_ledger_that_does_not_count(results):
    Match.objects.filter(result=results[1]).update(rated=False)

    assert found() == f"result {results[1].pk}: in the ledger although it does not count"


def test_a_lost_line(results):
    QuerySet.delete(line_of(results[1], "Cyril"))

    cyril = results[1].ladder_result.second_id
    assert f"pool vrhcaby, number 2: no line of member {cyril}" in found()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("difference", 1.0),
        ("k", 4.0),
        ("expected", 0.25),
        ("before", 1499.0),
        ("after", 1511.0),
        ("experience_before", 7),
    ],
)
def test_a_number_that_is_not_what_the_formula_gives(results, field, value):
    anna = line_of(results[0], "Anna")
    forge(anna, **{field: value})

    told = f"pool vrhcaby, number 1: {field} of member {anna.get().member_id} is {value!r}"
    assert told in found()


def test_the_last_bit_counts(results):
    forge(line_of(results[1], "Boris"), after=F("after") + 1e-12)

    assert "pool vrhcaby, number 2: after of member" in found()


def test_a_result_changed_after_it_was_rated(results):
    Result.objects.filter(pk=results[0].pk).update(winner=1)

    assert f"result {results[0].pk}: entered with another score" in found()


@pytest.mark.parametrize(
    ("forged", "told"),
    [
        ({"length": 3}, "entered with another length"),
        ({"score": 0.0}, "entered with another score"),
        ({"at": START - datetime.timedelta(days=1)}, "entered with another time"),
    ],
)
def test_a_result_that_entered_otherwise_than_it_was_played(results, forged, told):
    forge(LadderResult.objects.filter(result=results[0]), **forged)

    assert f"result {results[0].pk}: {told}" in found()
    assert "pool vrhcaby, number 1: " in found()


def test_a_stranger_in_the_ledger(results):
    dana = member("Dana")
    forge(line_of(results[0], "Anna"), member=dana)

    assert f"number 1: a line of member {dana.pk}, who is not in it" in found()


def test_a_wrong_opponent(results):
    dana = member("Dana")
    anna = line_of(results[0], "Anna")
    forge(anna, opponent=dana)

    assert f"number 1: opponent_id of member {anna.get().member_id} is {dana.pk}" in found()


def test_another_first_player_than_sat_there(results):
    dana = member("Dana")
    forge(LadderResult.objects.filter(result=results[0]), first=dana)

    assert f"result {results[0].pk}: entered with another first player" in found()


def test_a_time_that_is_not_the_results(results):
    forge(line_of(results[0], "Anna"), at=START + datetime.timedelta(days=1))

    assert "pool vrhcaby, number 1: at of member" in found()


def test_a_gap_in_the_numbers(results):
    forge(LadderResult.objects.filter(sequence=2), sequence=3)

    assert "pool vrhcaby: number 2 has 0 entries" in found()
    assert "pool vrhcaby: number 3 is beyond the last one, 2" in found()


def test_an_order_that_is_not_that_of_the_sums(results):
    for one, other in ((1, 9), (2, 1), (9, 2)):
        forge(RatingChange.objects.filter(sequence=one), sequence=other)
        forge(LadderResult.objects.filter(sequence=one), sequence=other)

    assert "pool vrhcaby, number 1: before of member" in found()


def test_a_correction_that_the_pool_does_not_know(results):
    Pool.objects.update(last_correction=1)

    assert found() == "pool vrhcaby: the last correction is 0, not 1"


def test_a_number_beyond_the_pools_last(results):
    Pool.objects.update(last_sequence=1)

    assert "pool vrhcaby: number 2 is beyond the last one, 1" in found()


def test_a_line_in_another_pool(results):
    other = Pool.objects.create(ruleset="standard")
    forge(LadderResult.objects.filter(result=results[1]), pool=other)

    assert f"result {results[1].pk}: in the ledger of another pool" in found()


def test_a_rating_that_the_ledger_does_not_give(results):
    boris = Rating.objects.get(member__username="Boris")
    Rating.objects.filter(pk=boris.pk).update(rating=F("rating") + 1)

    assert f"pool vrhcaby: rating of member {boris.member_id} is" in found()


def test_an_experience_that_the_ledger_does_not_give(results):
    Rating.objects.filter(member__username="Anna").update(experience=2)

    assert "pool vrhcaby: rating of member" in found()


@pytest.mark.parametrize(
    "forged", [{"history": []}, {"last_rated_at": None}, {"last_result": None}]
)
def test_a_rating_that_forgot_its_last_results(results, forged):
    Rating.objects.filter(member__username="Anna").update(**forged)

    assert "does not remember its last results" in found()


def test_a_missing_rating(results):
    cyril = Rating.objects.get(member__username="Cyril")
    cyril.delete()

    assert found() == f"pool vrhcaby: rating of member {cyril.member_id} is missing"


def test_a_rating_out_of_nothing(results):
    dana = member("Dana")
    Rating.objects.create(pool=Pool.objects.get(), member=dana, rating=1900.0, experience=50)

    assert f"pool vrhcaby: rating of member {dana.pk} is" in found()


@pytest.mark.parametrize("forged", [{"rating_after": 1700.0}, {"rating_before": None}])
def test_a_seat_that_shows_other_ratings(results, forged):
    seat = Seat.objects.get(match=results[0].match, side=0)
    Seat.objects.filter(pk=seat.pk).update(**forged)

    sentence = f"ratings beside the seat of member {seat.member_id} differ from the ledger"
    assert found() == f"result {results[0].pk}: {sentence}"


def test_a_seat_of_an_unrated_match_that_shows_ratings(results):
    Seat.objects.filter(match=results[2].match, side=0).update(rating_after=1500.0)

    assert found() == f"result {results[2].pk}: ratings beside a seat, but it is not in the ledger"


def test_a_ledger_that_cannot_be_replayed(results):
    with connection.cursor() as cursor:
        cursor.execute("UPDATE ladder_pool SET scale = 1e7")

    assert found() == "pool vrhcaby: the ledger cannot be replayed: bad_constants"
