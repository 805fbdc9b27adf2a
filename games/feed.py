"""The lobby of one server process: read once for a change, sent to each of its sockets.

Nothing is sent while nothing has changed. Leases run out and games go on without a message, so
the lobby is read anew from time to time as well.
"""

import asyncio
import contextvars
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from django.db import DatabaseError, InterfaceError

from games import selectors, wire
from games.selectors import LobbyPart
from vrhcaby import clock

logger = logging.getLogger(__name__)

SETTLE_S = 0.2
"""Changes that come so close together are one."""

REFRESH_S = 10.0


@dataclass(slots=True, eq=False)
class Listener:
    """A socket in the lobby, and what of the lobby is its member's own."""

    member_id: int | None
    send: Callable[[wire.Outgoing], Awaitable[None]]
    personal: LobbyPart = field(default_factory=LobbyPart)


class Feed:
    """What the sockets of one process are shown of the lobby."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()
        self._public: LobbyPart | None = None
        self._stale = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def join(self, listener: Listener) -> None:
        """Show a socket the lobby now, and every change from now on."""
        if not self._listeners:
            # Nobody was here to hear of changes: what was read then may be hours old.
            self._public = None
        self._listeners.add(listener)
        self._start()
        await self.show(listener)

    def leave(self, listener: Listener) -> None:
        """Forget a socket."""
        self._listeners.discard(listener)

    def stale(self) -> None:
        """Note that what everybody sees has changed."""
        self._stale.set()

    async def show(self, listener: Listener, *, changed: bool = False) -> None:
        """Read a member's own part anew and show him all."""
        now = await self._read(listener)
        await self._send(listener, now, changed=changed)

    def _start(self) -> None:
        if self._task is None or self._task.done():
            # A context of its own: the first socket's database lane ends with that socket.
            loop = asyncio.get_running_loop()
            self._task = loop.create_task(self._run(), context=contextvars.Context())

    async def _run(self) -> None:
        while self._listeners:
            try:
                await asyncio.wait_for(self._stale.wait(), REFRESH_S)
                await asyncio.sleep(SETTLE_S)
            except TimeoutError:
                pass
            self._stale.clear()
            try:
                await self._refresh()
            except (DatabaseError, InterfaceError) as error:
                logger.warning("the lobby could not be read: %s", error)
            except Exception:
                logger.exception("the lobby has missed a change")

    async def _refresh(self) -> None:
        now = await database_sync_to_async(clock.now)()
        public = await database_sync_to_async(selectors.public_part)(now=now)
        if public == self._public:
            return
        self._public = public
        for listener in list(self._listeners):
            await self._send(listener, now, changed=True)

    async def _read(self, listener: Listener) -> int:
        now = await database_sync_to_async(clock.now)()
        if self._public is None:
            self._public = await database_sync_to_async(selectors.public_part)(now=now)
        if listener.member_id is not None:
            personal = database_sync_to_async(selectors.personal_part)
            listener.personal = await personal(listener.member_id, now=now)
        return now

    async def _send(self, listener: Listener, now: int, *, changed: bool) -> None:
        frame = selectors.lobby_frame(
            self._public or LobbyPart(),
            listener.personal,
            member_id=listener.member_id,
            now=now,
            changed=changed,
        )
        await listener.send(frame)


_feeds: WeakKeyDictionary[asyncio.AbstractEventLoop, Feed] = WeakKeyDictionary()


def current() -> Feed:
    """Return the feed of the running loop."""
    return _feeds.setdefault(asyncio.get_running_loop(), Feed())
