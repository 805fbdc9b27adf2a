"""Passing failures become refusals, faults do not."""

import threading

import pytest
from django.db import DatabaseError, OperationalError, connection, transaction

from games.engine.errors import PointBlocked
from games.models import Match
from games.services.answers import Done, answering
from tests.games import making
from vrhcaby.errors import DomainError, Refused


def refused(error):
    @answering
    def service():
        raise error

    return service()


def test_an_answer_passes_unchanged():
    assert answering(Done)() == Done()


def test_refusals_keep_their_code_and_details():
    assert refused(PointBlocked(origin=13)) == Refused("blocked", {"origin": 13})
    assert refused(DomainError("gone", {"at": 1})) == Refused("gone", {"at": 1})


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["database is locked", "database table is locked"])
def test_a_busy_sqlite_is_busy(text):
    assert refused(OperationalError(text)) == Refused("busy")


@pytest.mark.parametrize("fault", [DatabaseError("no such column"), ValueError("a fault")])
def test_a_fault_of_ours_is_not_hidden(fault):
    with pytest.raises(type(fault)):
        refused(fault)


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_lock_that_is_held_too_long_is_busy_and_nothing_has_changed(hand):
    game = making.game()
    version = game.row.version
    held, enough = threading.Event(), threading.Event()

    def hold():
        with transaction.atomic():
            Match.objects.select_for_update().get(pk=game.match_id)
            held.set()
            enough.wait(20)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    assert held.wait(20)
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 100")

    answer = game.step(key="again")
    enough.set()
    holder.join()

    assert answer == Refused("busy")
    assert game.row.version == version
    assert game.step(key="again").version > version
    connection.close()


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_database_that_went_away_is_unavailable_and_back_for_the_next_command(hand):
    game = making.game()
    step = game.next_step()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [pid])
    other.close()

    away = game.send(step, key="again")
    back = game.send(step, key="again")

    assert away == Refused("unavailable")
    assert back.version == game.row.version
