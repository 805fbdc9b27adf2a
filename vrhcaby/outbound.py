"""What waits to be sent to the client of a socket, who may read slowly or never."""

from collections.abc import Callable
from typing import Any

MOST = 512 * 1024
"""Bytes written after the transport's own buffer (64 KiB) was full, before it was empty again."""

LONGEST_S = 20.0


class Unsent:
    """A push producer in Twisted's sense: it is told when its transport is full and when empty.

    Its methods bear Twisted's names (N802). Calls `drop` in a turn of its own when the client has
    not read for LONGEST_S, or MOST bytes.
    """

    def __init__(self, reactor: Any, drop: Callable[[], None]) -> None:
        self._reactor, self._drop = reactor, drop
        self._bytes: int | None = None
        self._timer: Any = None

    @property
    def full(self) -> bool:
        """Whether so much waits that nothing more should be done for this client meanwhile.

        The buffers of the machines between us and him are full by then as well.
        """
        return self._bytes is not None

    def wrote(self, size: int) -> None:
        """Note that so many bytes were given to the transport."""
        if self._bytes is None:
            return
        before, self._bytes = self._bytes, self._bytes + size
        if before <= MOST < self._bytes:
            self._reactor.callLater(0, self._give_up)

    def pauseProducing(self) -> None:  # noqa: N802
        """The transport is full, which it tells at each write."""
        if self._bytes is not None:
            return
        self._bytes = 0
        self._timer = self._reactor.callLater(LONGEST_S, self._give_up)

    def resumeProducing(self) -> None:  # noqa: N802
        """The transport is empty again."""
        self._bytes = None
        self._stop_timer()

    def stopProducing(self) -> None:  # noqa: N802
        """The connection is lost."""
        self.resumeProducing()

    def _give_up(self) -> None:
        if self._bytes is not None:
            self.stopProducing()
            self._drop()

    def _stop_timer(self) -> None:
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._timer = None
