"""Results that finish at the same moment: each is rated once, in one order, without a deadlock."""

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import IntegrityError, connection, transaction

from ladder.models import Pool, Rating, RatingChange
from ladder.services import audit
from tests.ladder.making import finished, member, rate

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

TRIALS = 25
LIMIT_S = 60


def at_once(*acts):
    """Run the acts in threads that start together; return what each returned or raised."""
    barrier = threading.Barrier(len(acts))

    def run(act):
        try:
            barrier.wait(LIMIT_S)
            with transaction.atomic(durable=True):
                return act()
        except IntegrityError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts, timeout=LIMIT_S))


def test_the_same_result_twice_is_rated_once():
    anna, boris = member("Anna"), member("Boris")
    for trial in range(TRIALS):
        result = finished(anna, boris, winner=trial % 2)

        outcomes = at_once(*[partial(rate, result)] * 4)

        assert sum(isinstance(outcome, IntegrityError) for outcome in outcomes) == 3
        assert RatingChange.objects.filter(ladder_result__result=result).count() == 2
    assert Pool.objects.get().last_sequence == TRIALS
    assert list(audit.check()) == []


def test_results_of_the_same_people_in_any_order_do_not_block_each_other():
    anna, boris, cyril, dana = (member(name) for name in ("Anna", "Boris", "Cyril", "Dana"))
    pairs = [(anna, boris), (boris, anna), (dana, anna), (cyril, dana), (boris, cyril)]
    for _ in range(TRIALS):
        results = [finished(*pair) for pair in pairs]

        outcomes = at_once(*(partial(rate, result) for result in results))

        assert [len(outcome) for outcome in outcomes] == [2] * len(pairs)
    assert list(audit.check()) == []


def test_the_first_results_of_a_pool_make_it_once():
    pairs = [(member(f"Anna{number}"), member(f"Boris{number}")) for number in range(6)]
    results = [finished(*pair) for pair in pairs]

    outcomes = at_once(*(partial(rate, result) for result in results))

    assert [len(outcome) for outcome in outcomes] == [2] * len(pairs)
    assert Pool.objects.get().last_sequence == len(pairs)
    assert Rating.objects.count() == 2 * len(pairs)
    assert list(audit.check()) == []
