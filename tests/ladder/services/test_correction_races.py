"""Officials and finishing games at the same moment: one order, nothing lost, the loser told."""

from functools import partial

import pytest
from django.contrib.auth.models import Group

from accounts.permissions import OFFICIALS
from ladder.models import Correction, Pool
from ladder.services import audit, corrections
from tests.ladder.making import finished, member, played, rate
from tests.ladder.services.test_rating_races import at_once

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

TRIALS = 8


@pytest.fixture
def officials():
    group, _ = Group.objects.get_or_create(name=OFFICIALS)
    both = [member("Olga"), member("Ota")]
    for official in both:
        official.groups.add(group)
    return both


def correct(result, official, score, known):
    try:
        return corrections.correct.__wrapped__(
            ladder_result_id=result.ladder_result.pk,
            by_id=official.pk,
            score=score,
            why="So.",
            known=known,
        )
    except corrections.CorrectedMeanwhile as refusal:
        return refusal


def test_of_two_officials_one_corrects_and_the_other_is_told(officials):
    anna, boris = member("Anna"), member("Boris")
    for _ in range(TRIALS):
        result = played(anna, boris)

        outcomes = at_once(
            *(
                partial(correct, result, one, score, 0)
                for one, score in zip(officials, (0.0, 0.5), strict=True)
            )
        )

        assert sorted(type(outcome).__name__ for outcome in outcomes) == [
            "CorrectedMeanwhile",
            "Correction",
        ]
    assert Correction.objects.count() == Pool.objects.get().last_correction == TRIALS
    assert list(audit.check()) == []


def test_games_that_finish_during_a_correction_are_rated_after_it(officials):
    anna, boris, cyril = member("Anna"), member("Boris"), member("Cyril")
    for trial in range(TRIALS):
        first = played(anna, boris)
        others = [finished(boris, cyril), finished(cyril, anna, winner=1)]

        at_once(
            partial(correct, first, officials[trial % 2], None, 0),
            *(partial(rate, other) for other in others),
        )

    assert Pool.objects.get().last_sequence == 3 * TRIALS
    assert list(audit.check()) == []
