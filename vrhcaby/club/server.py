"""Daphne in the main thread until a signal comes or the worker dies."""

import logging
import os
import threading
from collections.abc import Callable

from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server
from twisted.internet import reactor

from vrhcaby.asgi import application
from vrhcaby.club.refusal import CannotRun
from vrhcaby.club.workers import Workers
from vrhcaby.spoken import gettext as _

logger = logging.getLogger(__name__)

_STOP_LIMIT_S = 6.0
"""Longer the process does not live on after a signal: what hangs is lost as in a crash."""


class Club:
    """One process of everything; `run` returns after SIGINT or SIGTERM."""

    def __init__(self, *, host: str, port: int, on_ready: Callable[[], None]) -> None:
        self._server = Server(
            application=application,
            endpoints=build_endpoint_description_strings(host=host, port=port),
            signal_handlers=True,
            application_close_timeout=5,
        )
        self._workers = Workers(on_death=self._worker_died)
        self._port = port
        self._dead = False
        self._on_ready = on_ready
        reactor.callWhenRunning(self._listening)
        # Twisted's interfaces have no `self`, so that arguments seem to stand one place further.
        reactor.addSystemEventTrigger("before", "shutdown", self._end_in_time)  # type: ignore[arg-type]

    def run(self) -> bool:
        """Serve; return whether every thread has ended. Raises CannotRun if the worker died."""
        self._server.run()
        if not self._server.listening_addresses:
            raise CannotRun(
                _("Port %(port)s was taken meanwhile; choose another with --port.")
                % {"port": self._port}
            )
        ended = self._workers.stop()
        if self._dead:
            raise CannotRun(_("The Celery worker ended by itself; see the log above."))
        return ended

    def _listening(self) -> None:
        if self._server.listening_addresses:
            self._workers.start()
            self._on_ready()

    def _worker_died(self) -> None:
        self._dead = True
        reactor.callFromThread(self._server.stop)

    def _end_in_time(self) -> None:
        """Let nothing keep the process: a thread that never ends would, up to its very exit."""
        timer = threading.Timer(_STOP_LIMIT_S, self._end)
        timer.daemon = True
        timer.start()

    def _end(self) -> None:
        logger.warning("something did not stop in time; the process ends without it")
        os._exit(int(self._dead))
