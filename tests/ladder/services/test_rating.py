"""Rating a finished match: exactly once, in order, and only when it counts."""

import datetime

import pytest
from django.db import IntegrityError, transaction

from games.enums import EndReason, MatchSource
from games.hooks import rating_of
from ladder.models import HISTORY_LENGTH, Pool, Rating, RatingChange
from ladder.selectors import ledger
from ladder.services import audit, replaying
from ladder.services.replaying import Line
from tests.ladder.making import START, finished, member, played, rate
from vrhcaby.append_only import AppendOnlyError

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return member("Anna")


@pytest.fixture
def boris():
    return member("Boris")


def test_a_win_moves_both_ratings(anna, boris):
    result = played(anna, boris, winner=1)

    won, lost = (Rating.objects.get(member=player) for player in (boris, anna))
    assert (won.rating, lost.rating) == (1510.0, 1490.0)
    assert (won.experience, lost.experience) == (1, 1)
    assert won.last_result.result == result
    assert won.last_rated_at == START
    assert list(audit.check()) == []


def test_the_ledger_holds_all_that_went_into_the_sum(anna, boris):
    played(anna, boris)
    result = played(boris, anna)

    line = RatingChange.objects.get(ladder_result__result=result, member=anna)

    assert (line.sequence, line.opponent, line.score, line.length) == (2, boris, 0.0, 1)
    assert (line.before, line.difference) == (1510.0, 20.0)
    assert line.k == pytest.approx(4.99)
    assert line.after == pytest.approx(1510.0 - 4 * 4.99 * line.expected)
    assert line.experience_before == 1


def test_a_draw_is_half_a_point_for_both(anna, boris):
    result = played(anna, boris, winner=None, reason=EndReason.DRAW_AGREED)

    lines = RatingChange.objects.filter(ladder_result__result=result)
    assert [line.score for line in lines] == [0.5, 0.5]
    assert Rating.objects.get(member=anna).rating == 1500.0


def test_a_match_counts_by_its_length(anna, boris):
    played(anna, boris, length=9, ruleset="standard")

    anna_now = Rating.objects.get(member=anna, pool__ruleset="standard")
    assert anna_now.rating == pytest.approx(1500 + 4 * 5 * 3 * 0.5)
    assert anna_now.experience == 9


def test_pools_do_not_know_each_other(anna, boris):
    played(anna, boris)
    played(anna, boris, ruleset="nackgammon")

    assert Rating.objects.filter(member=anna).count() == 2
    assert set(Pool.objects.values_list("ruleset", "last_sequence")) == {
        ("vrhcaby", 1),
        ("nackgammon", 1),
    }
    assert list(audit.check()) == []


@pytest.mark.parametrize(
    "how",
    [
        {"rated": False},
        {"winner": None, "reason": EndReason.ANNULLED},
        {"source": MatchSource.PRACTICE},
        {"length": None},
    ],
)
def test_what_does_not_count_leaves_no_trace(anna, boris, how):
    played(anna, boris, **how)

    assert not RatingChange.objects.exists()
    assert not Rating.objects.exists()
    assert list(audit.check()) == []


@pytest.mark.parametrize(
    "reason",
    [
        EndReason.BORNE_OFF,
        EndReason.RESIGNED,
        EndReason.LEFT,
        EndReason.CLAIMED,
        EndReason.ABSENT,
        EndReason.IDLE,
    ],
)
def test_every_way_of_winning_counts(anna, boris, reason):
    played(anna, boris, reason=reason)

    assert Rating.objects.get(member=anna).rating == 1510.0


def test_a_result_is_rated_once(anna, boris):
    result = played(anna, boris)

    with pytest.raises(IntegrityError), transaction.atomic():
        rate(result)

    assert Rating.objects.get(member=anna).rating == 1510.0
    assert Pool.objects.get().last_sequence == 1
    assert list(audit.check()) == []


def test_a_finish_that_fails_leaves_no_rating(anna, boris):
    def fail():
        with transaction.atomic():
            rate(finished(anna, boris))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()

    assert not Rating.objects.exists()


def test_the_ledger_is_append_only(anna, boris):
    played(anna, boris)
    line = RatingChange.objects.first()

    with pytest.raises(AppendOnlyError):
        line.save()
    with pytest.raises(AppendOnlyError):
        line.delete()
    with pytest.raises(AppendOnlyError):
        RatingChange.objects.update(after=2000.0)
    with pytest.raises(AppendOnlyError):
        RatingChange.objects.all().delete()


def test_the_history_keeps_the_last_ratings(anna, boris):
    for day in range(HISTORY_LENGTH + 3):
        played(anna, boris, winner=day % 2, at=START + datetime.timedelta(days=day))

    history = Rating.objects.get(member=anna).history
    lines = RatingChange.objects.filter(member=anna).order_by("sequence")
    assert history == [line.after for line in lines][-HISTORY_LENGTH:]
    assert list(audit.check()) == []


def test_a_replay_gives_the_ledger_to_the_last_bit(anna, boris):
    cyril = member("Cyril")
    for first, second, winner in [(anna, boris, 0), (cyril, anna, None), (boris, cyril, 1)] * 4:
        played(first, second, winner=winner)

    pool = Pool.objects.get()
    stored = [Line(*row) for row in RatingChange.objects.values_list(*Line._fields)]
    computed = [line for pair in replaying.lines(pool, ledger.entries(pool)) for line in pair]

    assert computed == stored
    assert len(computed) == 24


def test_the_games_app_is_told_ratings(anna, boris):
    played(anna, boris)

    told = rating_of([anna.pk, boris.pk, member("Nobody").pk], "vrhcaby")

    assert told == {anna.pk: 1510.0, boris.pk: 1490.0}


def test_a_pools_own_constants_are_used(anna, boris):
    Pool.objects.create(ruleset="vrhcaby", start=1000.0, factor=2.0, ramp_start=2.0, ramp_span=400)

    played(anna, boris)

    assert Rating.objects.get(member=anna).rating == 1002.0
    assert list(audit.check()) == []
