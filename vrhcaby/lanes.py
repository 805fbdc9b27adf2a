"""Lanes: the few threads on which a process does the database work of its sockets.

By default all of it queues on one thread, behind the slowest query; a thread for each socket
would open a database connection for each. A lane is one thread with one connection that stays
open; sockets are dealt to the lanes in turn.
"""

import itertools
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.db import connections

Scope = MutableMapping[str, Any]
Application = Callable[[Scope, Any, Any], Awaitable[None]]


class Lanes:
    """The outermost ASGI wrapper of the socket side: deal each socket a lane."""

    def __init__(self, application: Application, *, count: int | None = None) -> None:
        self._application = application
        count = count or settings.DATABASE_LANES
        self._lanes = [
            ThreadPoolExecutor(1, thread_name_prefix=f"lane-{number}", initializer=_keep_connection)
            for number in range(count)
        ]
        self._next = itertools.cycle(self._lanes)

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Run the wrapped application with this socket's lane as its thread for sync code."""
        async with ThreadSensitiveContext(executor=next(self._next)):
            await sync_to_async(_drop_broken_connection)()
            await self._application(scope, receive, send)

    def close(self) -> None:
        """End the lanes and their connections; no socket may be left on them."""
        for lane in self._lanes:
            lane.submit(connections.close_all).result()
            lane.shutdown()


def _keep_connection() -> None:
    """Give this thread a database connection of its own, outside the pool, that stays open.

    It is checked when a socket opens, not before each use, which would cost a round trip: the
    first use by a socket that was open while the database was away fails as `unavailable`, and
    the connection is made anew.
    """
    lasting = connections.create_connection("default")
    options = {
        key: value for key, value in lasting.settings_dict["OPTIONS"].items() if key != "pool"
    }
    lasting.settings_dict = {
        **lasting.settings_dict,
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": False,
        "OPTIONS": options,
    }
    connections["default"] = lasting


def _drop_broken_connection() -> None:
    """Let this thread connect anew if the database has ended its connection meanwhile."""
    lasting = connections["default"]
    if lasting.connection is not None and not lasting.is_usable():
        lasting.close()
