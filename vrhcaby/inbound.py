"""How much a socket may have waiting in this process, whatever it sends.

Daphne queues every frame until the application takes it. Somebody who sends faster than that
would fill the memory, so his connection is read no further meanwhile: his frames wait in his own
network. A frame that is too large anyway is cut, so that not the whole of it waits.
"""

from typing import Any

import daphne.server  # noqa: F401  # installs the reactor, before anything below is imported
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet import reactor as twisted_reactor

reactor: Any = twisted_reactor

MOST_WAITING = 64
"""Frames of one socket; a page that behaves has one or two."""

LOOK_AGAIN_S = 0.02


class Bounded(WebSocketProtocol):
    """A socket of Daphne that is not read while many of its frames wait."""

    cut_at = 0
    _paused = False

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803
        """Queue a frame, cut to a little more than is allowed; stop reading when many wait."""
        if len(payload) > self.cut_at:
            # More than `cut_at` bytes are left even where the cut went through a character.
            shorter = payload[: self.cut_at + 8].decode("utf8", "ignore").encode()
            payload = payload[: self.cut_at + 8] if isBinary else shorter
        super().onMessage(payload, isBinary)
        if not self._paused and self._waiting() >= MOST_WAITING:
            self._paused = True
            self.transport.pauseProducing()
            reactor.callLater(LOOK_AGAIN_S, self._go_on)

    def _waiting(self) -> int:
        queue: Any = getattr(self, "application_queue", None)
        return queue.qsize() if queue is not None else 0

    def _go_on(self) -> None:
        if self.state == self.STATE_CLOSED:
            return
        if self._waiting() > MOST_WAITING // 2:
            reactor.callLater(LOOK_AGAIN_S, self._go_on)
            return
        self._paused = False
        self.transport.resumeProducing()


def bound(*, frame_bytes: int) -> None:
    """Let Daphne's sockets be bounded; frames longer than so many bytes are cut."""
    Bounded.cut_at = frame_bytes
    WebSocketFactory.protocol = Bounded
