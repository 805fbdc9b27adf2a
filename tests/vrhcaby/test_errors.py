"""Refusals, and which database failures are refusals."""

import threading

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction

from vrhcaby.errors import DomainError, database_refusal


class SeatTaken(DomainError):
    code = "seat_taken"


def test_a_refusal_is_known_by_its_code_and_carries_details():
    refusal = SeatTaken(details={"seat": 1})

    assert (refusal.code, refusal.details) == ("seat_taken", {"seat": 1})
    assert DomainError("too_early").code == "too_early"


def test_a_fault_of_ours_is_no_refusal():
    assert database_refusal(IntegrityError("duplicate key")) is None
    assert database_refusal(ValueError("database is locked")) is None


def test_sqlite_without_a_table_is_a_fault_not_an_outage():
    import sqlite3

    error = OperationalError("no such table: games_match")
    error.__cause__ = sqlite3.OperationalError("no such table: games_match")

    assert database_refusal(error) is None


def test_sqlite_busy_is_busy():
    assert database_refusal(OperationalError("database is locked")) == "busy"


def _hold(lock, release):
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(7)")
            lock.set()
            release.wait(20)
    finally:
        connection.close()


@transaction.atomic
def _wait_for_the_lock():
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = 50")
        cursor.execute("SELECT pg_advisory_xact_lock(7)")


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_lock_time_out_of_postgresql_is_busy():
    held, release = threading.Event(), threading.Event()
    thread = threading.Thread(target=_hold, args=(held, release))
    thread.start()
    held.wait(10)

    with pytest.raises(OperationalError) as caught:
        _wait_for_the_lock()
    release.set()
    thread.join()

    assert database_refusal(caught.value) == "busy"


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_an_ended_session_of_postgresql_is_unavailable():
    with connection.cursor() as cursor, pytest.raises(OperationalError) as caught:
        cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
    connection.close()

    assert database_refusal(caught.value) == "unavailable"


def test_a_server_that_is_not_there_is_unavailable():
    import psycopg

    from tests.infrastructure import ports

    error = OperationalError("connection failed")
    try:
        psycopg.connect(f"postgresql://nobody@127.0.0.1:{ports.free_port()}/none")
    except psycopg.OperationalError as cause:
        error.__cause__ = cause

    assert database_refusal(error) == "unavailable"
