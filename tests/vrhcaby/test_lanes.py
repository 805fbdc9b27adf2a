"""Lanes: few threads, each with its own lasting connection."""

import asyncio
import threading

import pytest
from channels.db import database_sync_to_async
from django.db import connection

from vrhcaby.lanes import Lanes


def _ask():
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return threading.current_thread().name, id(connection.connection)


async def _sockets(lanes, count):
    """Open sockets one after another; return what each saw in its first and second call."""
    for _number in range(count):
        await lanes({"type": "websocket"}, None, None)


def _recording(seen):
    async def application(scope, receive, send):
        first = await database_sync_to_async(_ask)()
        second = await database_sync_to_async(_ask)()
        seen.append((first, second))

    return application


@pytest.mark.django_db(transaction=True)
async def test_sockets_are_dealt_to_the_lanes_in_turn_and_a_lane_keeps_its_connection():
    seen = []
    lanes = Lanes(_recording(seen), count=2)

    await _sockets(lanes, 4)
    await asyncio.to_thread(lanes.close)

    threads = [first[0] for first, _second in seen]
    assert threads == ["lane-0_0", "lane-1_0", "lane-0_0", "lane-1_0"]
    assert all(first == second for first, second in seen)
    assert seen[0] == seen[2]
    assert seen[0][0][1] != seen[1][0][1]


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
async def test_a_socket_that_opens_on_a_lane_whose_connection_was_ended_gets_a_new_one():
    answers = []

    async def application(scope, receive, send):
        answers.append(await database_sync_to_async(_backend)())

    lanes = Lanes(application, count=1)

    await _sockets(lanes, 1)
    await database_sync_to_async(_end_backend)(answers[0])
    await _sockets(lanes, 1)
    await asyncio.to_thread(lanes.close)

    assert len(set(answers)) == 2


def _backend():
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return cursor.fetchone()[0]


def _end_backend(process):
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 1000)", [process])
