"""The heart of a server process: it asks its sockets whether they live, and tells the database.

One for each event loop, started with Daphne's reactor (it has no start-up event), or elsewhere by
the first socket. Beats are kept here and flushed together; a loop that stalls stops renewing the
process's instance, which then counts as dead (rules V23).
"""

import asyncio
import contextvars
import logging
import secrets
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from django.db import DatabaseError, IntegrityError, InterfaceError

from accounts import selectors as accounts
from games import gate, limits, selectors
from games.services import connections
from games.services.connections import Heard
from vrhcaby import metrics

logger = logging.getLogger(__name__)

FLUSH_EVERY_S = 2.0
FLUSH_AT_LEAST_S = 0.1
"""Between two flushes, however pressing the beats."""

ASK_EVERY_S = 5.0
CHECK_SESSIONS_EVERY_S = 4.0
CHECKED_WITHIN_S = 0.5
CHECKED_AT_ONCE = 100
"""Sessions; all of a busy process in one go would hold up moves, as would asking all sockets."""

ASK_AT_ONCE = 8
"""Sockets; asking all of a busy process in one go would hold up every move."""

ASKED_WITHIN = 0.5
"""This part of the time between two questions; each socket keeps its place in the row."""

MOST_OPEN = 30
"""Connections of a member as a player to one match, or to the lobby, in this process."""

GAP_S = 10.0
LEASE_S = limits.LEASE_MS / 1000


@dataclass(slots=True, eq=False)
class Connection:
    """A socket: of a player (member and match), of a member in the lobby, or of a spectator."""

    ask: Callable[[int | None, bool], Awaitable[None]]
    shut: Callable[..., Awaitable[None]]
    member_id: int | None = None
    match_id: int | None = None
    plays: bool = False
    acts: bool = True
    session: accounts.EntryRow | None = None
    name: str = field(default_factory=lambda: secrets.token_hex(16))
    since: int | None = None
    heard: float = 0.0

    @property
    def place(self) -> str:
        """What the socket is for, in the words of the metrics."""
        if self.match_id is None:
            return "lobby"
        return "player" if self.plays else "spectator"

    @property
    def whose(self) -> tuple[int | None, int | None]:
        """The member and the match, or the lobby, that it is of."""
        return self.member_id, self.match_id

    @property
    def leased(self) -> bool:
        """Whether a lease says that somebody is here: players at a match, members in the lobby.

        A program that may only read is nobody's presence.
        """
        here = self.plays if self.match_id is not None else self.member_id is not None
        return here and self.acts


class Pulse:
    """The sockets of one process, and what is to be told of them."""

    def __init__(self) -> None:
        self.instance_id = secrets.token_hex(16)
        # In order, so that a socket is asked after about the same time again.
        self._connections: dict[Connection, None] = {}
        self._open_of: Counter[tuple[int | None, int | None]] = Counter()
        self._beats: dict[tuple[str, int], Heard] = {}
        self._audiences: dict[int, int] = {}
        self._versions: dict[int, int] = {}
        self._away = False
        self._turned = asyncio.Event()
        self._pressing = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def enter(self, connection: Connection) -> None:
        """Count a socket in, and open its lease if it has one; shut one too many."""
        self.start()
        self._connections[connection] = None
        metrics.SOCKETS.labels(connection.place).inc()
        self._count_spectators(connection)
        if connection.leased:
            self._open_of[connection.whose] += 1
            if self._open_of[connection.whose] > MOST_OPEN:
                self.leave(connection)
                await connection.shut(gate.CLOSE_TRY_AGAIN)
                return
        await self._open(connection)

    def leave(self, connection: Connection) -> None:
        """Count a socket out; its lease runs out by itself."""
        if connection not in self._connections:
            # Never counted in, as at a match that does not exist.
            return
        del self._connections[connection]
        if connection.leased:
            self._open_of[connection.whose] -= 1
            if not self._open_of[connection.whose]:
                del self._open_of[connection.whose]
        metrics.SOCKETS.labels(connection.place).dec()
        self._count_spectators(connection)

    async def heard(self, connection: Connection) -> None:
        """Note a sign of life; after a long gap it is told at once. Who was shut gives none."""
        if connection not in self._connections:
            return
        now = time.monotonic()
        gap = now - connection.heard
        connection.heard = now
        if connection.since is None or gap >= LEASE_S:
            await self._open(connection)
            return
        self._note(connection)
        if gap > GAP_S:
            self._pressing.set()

    async def check_sessions(self, *connections: Connection) -> None:
        """Shut the sockets, of these or all, whose members' sessions have ended."""
        asked = [one for one in connections or self._connections if one.session is not None]
        begun = time.monotonic()
        for first in range(0, len(asked), CHECKED_AT_ONCE):
            # Where the answers are slow there is no pause.
            due = begun + CHECKED_WITHIN_S * first / len(asked)
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            await self._check(asked[first : first + CHECKED_AT_ONCE])

    async def _check(self, asked: list[Connection]) -> None:
        rows = [one.session for one in asked if one.session is not None]
        dead = await database_sync_to_async(accounts.dead_sessions)(rows)
        for connection in asked:
            if connection.session in dead:
                await self._guarded(connection.shut)

    def start(self) -> None:
        """Begin to beat, if it does not yet."""
        if self._task is None or self._task.done():
            # A context of its own: the first socket's database lane ends with that socket.
            task = self._run()
            loop = asyncio.get_running_loop()
            self._task = loop.create_task(task, context=contextvars.Context())

    async def _open(self, connection: Connection) -> None:
        connection.heard = time.monotonic()
        if not connection.leased or connection.member_id is None:
            return
        # Until the new lease stands, no beat may prolong the old one over the gap.
        connection.since = None
        connection.since = await database_sync_to_async(connections.opened)(
            connection=connection.name,
            member_id=connection.member_id,
            match_id=connection.match_id,
            instance_id=self.instance_id,
        )

    def _note(self, connection: Connection) -> None:
        if connection.since is None or connection.member_id is None:
            return
        self._beats[connection.name, connection.since] = Heard(
            connection=connection.name,
            member_id=connection.member_id,
            match_id=connection.match_id,
            since=connection.since,
            heard=connection.heard,
        )

    def _count_spectators(self, connection: Connection) -> None:
        if connection.match_id is not None and not connection.plays:
            watching = Counter(one.match_id for one in self._connections if not one.plays)
            self._audiences[connection.match_id] = watching[connection.match_id]

    async def _run(self) -> None:
        async with asyncio.TaskGroup() as all_of_it:
            all_of_it.create_task(self._tell_on())
            all_of_it.create_task(self._ask_on())
            all_of_it.create_task(self._check_on())

    async def _tell_on(self) -> None:
        while True:
            # After a standstill all come at once: they are told together.
            await asyncio.sleep(FLUSH_AT_LEAST_S)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._pressing.wait(), FLUSH_EVERY_S - FLUSH_AT_LEAST_S)
            self._pressing.clear()
            away = self._away
            await self._guarded(self._flush)
            if self._away != away:
                self._turned.set()

    async def _check_on(self) -> None:
        rest_s = CHECK_SESSIONS_EVERY_S
        while True:
            await asyncio.sleep(rest_s)
            begun = time.monotonic()
            await self._guarded(self.check_sessions)
            rest_s = max(0.0, CHECK_SESSIONS_EVERY_S - (time.monotonic() - begun))

    async def _ask_on(self) -> None:
        """Ask every few seconds, a few sockets at a time.

        That the database went away or came back is told at once.
        """
        rest_s = ASK_EVERY_S
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._turned.wait(), rest_s)
            asked = time.monotonic()
            within_s = 0.0 if self._turned.is_set() else ASK_EVERY_S * ASKED_WITHIN
            self._turned.clear()
            await self._guarded(partial(self._ask, within_s=within_s))
            rest_s = max(0.0, ASK_EVERY_S - (time.monotonic() - asked))

    async def _guarded(self, act: Callable[[], Awaitable[None]]) -> None:
        """The heart goes on whatever happens to one beat of it."""
        try:
            await act()
        except (DatabaseError, InterfaceError) as error:
            logger.warning("presence could not be told: %s", error)
        except Exception:
            logger.exception("the pulse has missed a beat")

    async def _flush(self) -> None:
        beats, audiences = self._beats, self._audiences
        self._beats, self._audiences = {}, {}
        try:
            await database_sync_to_async(connections.flush)(
                instance_id=self.instance_id, heard=list(beats.values()), audiences=audiences
            )
        except IntegrityError:
            # Of somebody or something that is gone: told again it would fail for ever.
            raise
        except Exception:
            self._away = True
            self._beats = {**beats, **self._beats}
            self._audiences = {**audiences, **self._audiences}
            raise
        self._away = False

    async def _ask(self, *, within_s: float) -> None:
        """Ask every socket; its page is told the match's version as it was a question ago.

        The layer may lose messages. A version so old has reached every page that lost none.
        """
        versions = self._versions
        asked = list(self._connections)
        for first in range(0, len(asked), ASK_AT_ONCE):
            for connection in asked[first : first + ASK_AT_ONCE]:
                if connection in self._connections:
                    ask = partial(connection.ask, versions.get(connection.match_id or 0))
                    await self._guarded(partial(ask, self._away))
            if within_s and not self._turned.is_set() and first + ASK_AT_ONCE < len(asked):
                await asyncio.sleep(within_s * ASK_AT_ONCE / len(asked))
        shown = {one.match_id for one in self._connections if one.match_id is not None}
        self._versions = await database_sync_to_async(selectors.versions)(shown) if shown else {}


_pulses: WeakKeyDictionary[asyncio.AbstractEventLoop, Pulse] = WeakKeyDictionary()


def current() -> Pulse:
    """Return the pulse of the running loop."""
    return _pulses.setdefault(asyncio.get_running_loop(), Pulse())


def start_with_server() -> None:
    """Let the pulse begin as soon as Daphne's loop runs; nothing happens without Daphne.

    A web process that nobody has come to yet is there for those whose own one died, and the
    referee has to know it.
    """
    reactor = sys.modules.get("twisted.internet.reactor")
    if reactor is not None:
        reactor.callLater(0, lambda: current().start())
