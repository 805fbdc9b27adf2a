"""Rows copied into PostgreSQL by the thousand: they fit today's tables, and numbers go on."""

import pytest
from django.test import Client

from bench import api_rows, copying, replay
from games.models import DiceSeed, Match, Result, Seat
from ladder.models import LadderResult, Pool, Rating, RatingChange
from ladder.services import audit
from tests.ladder.making import member, played

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
"""They are written by PostgreSQL's COPY and its `generate_series`."""

FEW = 10


def rows(model):
    """All rows of a table, but for the key."""
    columns = [one.attname for one in model._meta.concrete_fields if not one.primary_key]
    return list(model.objects.order_by("pk").values(*columns))


def test_a_row_is_multiplied_with_every_column_it_has():
    seed = DiceSeed.objects.create(pk=1, commitment="1", secret="sealed", created_at=7)

    copying.multiply(seed, FEW, commitment="i::text")

    assert rows(DiceSeed) == [
        {"secret": "sealed", "commitment": str(number), "created_at": 7}
        for number in range(1, FEW + 1)
    ]


def test_numbers_go_on_after_rows_that_brought_their_own():
    copying.into(DiceSeed, ("id", "commitment", "created_at"), [(FEW, "1", 0)])

    assert DiceSeed.objects.create(commitment="2", created_at=0).pk == FEW + 1


def test_what_a_row_leaves_open_is_as_its_model_has_it():
    copying.into(Pool, ("id", "ruleset"), [(FEW, "copied")])
    Pool.objects.create(ruleset="made")

    copied, made = rows(Pool)
    assert {**copied, "ruleset": ""} == {**made, "ruleset": ""}


def test_the_rows_behind_the_interfaces_are_read_through_them():
    token = api_rows.fill(FEW, FEW)
    client = Client(headers={"authorization": f"Bearer {token}"})

    for path, count in (
        ("members", FEW),
        ("matches", FEW),
        ("results", FEW / 2),
        ("ladder/vrhcaby?active=true", Rating.objects.exclude(last_result=None).count()),
        ("rating-changes", FEW),
    ):
        answer = client.get(f"/api/v1/{path}")
        assert (answer.status_code, len(answer.json()["results"])) == (200, count), path
    assert client.get("/zebricek/").status_code == 200
    assert Seat.objects.count() == 2 * FEW


def test_a_match_is_rated_after_the_rows_behind_the_interfaces():
    api_rows.fill(FEW, FEW)
    pool = Pool.objects.get()

    played(member("Anna"), member("Boris"))

    assert LadderResult.objects.count() == pool.last_sequence + 1
    assert LadderResult.objects.latest("pk").sequence == pool.last_sequence + 1


def test_a_replayed_ledger_is_whole():
    replay.fill(FEW)

    assert list(audit.check()) == []
    assert [model.objects.count() for model in (Match, Result, LadderResult)] == [FEW] * 3
    assert RatingChange.objects.count() == 2 * FEW


def test_a_replay_times_what_it_corrects():
    replay.fill(FEW)

    done = replay.timings(FEW)

    assert [timing.lines > 0 for timing in done] == [False, True, True, True]
    assert list(audit.check()) == []
