"""How much work and memory a socket may take in this process, whatever it sends or leaves unread.

Daphne queues every message until the application takes it, and reads all that a connection sent in
one go: messages, fragments of them, pings. Somebody who sends faster than that is served would fill
the memory and keep all others waiting. So of each socket only a little is read at a time; beyond a
fair pace its connection is read no further meanwhile, what it sends waits in its own network; and
whoever keeps that up is told that he floods. A message that is too large anyway is cut.
"""

from dataclasses import dataclass
from typing import Any

import daphne.server  # noqa: F401  # installs the reactor, before anything below is imported
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet import reactor as twisted_reactor

from vrhcaby.outbound import Unsent

reactor: Any = twisted_reactor

MOST_WAITING = 64
"""Messages of one socket that wait for the application; a page that behaves has one or two."""

STEPS_PER_S = 100.0
BURST = 1_200.0
STEPS_AT_ONCE = 32
"""A step reads the head of a frame or a piece of its payload: two for a frame of a usual page.

The burst is longer than the flood of messages that the application itself closes a socket for.
"""

MOST_FRAGMENTS = 64
LARGEST_MESSAGE = 256 * 1024
LARGEST_HANDSHAKE = 64 * 1024
"""Bytes of a request, and of what follows it before the application has answered."""

LONGEST_HELD_S = 5.0
LOOK_AGAIN_S = 0.02
CLOSING_S = 10.0


@dataclass(slots=True)
class Pace:
    """A bucket of steps; times are seconds of the reactor's clock."""

    filled_at: float
    steps: float = BURST
    held_since: float | None = None

    def left(self, now: float) -> int:
        """Return how many steps may be taken now and at once."""
        self.steps = min(BURST, self.steps + (now - self.filled_at) * STEPS_PER_S)
        self.filled_at = now
        return min(STEPS_AT_ONCE, int(self.steps))

    def take(self, steps: int, now: float) -> None:
        """Take so many steps, after which something is left that has to wait."""
        self.steps -= steps
        if self.steps >= 1.0:
            self.held_since = None
        elif self.held_since is None:
            self.held_since = now

    def floods(self, now: float) -> bool:
        """Whether more came than may for so long that the socket is to be closed."""
        return self.held_since is not None and now - self.held_since > LONGEST_HELD_S


class Bounded(WebSocketProtocol):
    """A socket of Daphne that reads at a fair pace, and drops a client who does not read.

    Twisted and autobahn call its methods by these names (N802, N803, N815).
    """

    cut_at = 0
    flood_code = 1000
    # What autobahn finds in its protocol it does not take from Daphne's settings.
    maxMessagePayloadSize = maxFramePayloadSize = LARGEST_MESSAGE  # noqa: N815
    _held = _ended = False
    _fragments = 0
    _pace: Pace
    _unsent: Unsent

    def connectionMade(self) -> None:  # noqa: N802
        """Begin to count; Twisted tells from now on when the client does not read."""
        self._pace, self._unsent = Pace(reactor.seconds()), Unsent(reactor, self._drop)
        self.transport.unregisterProducer()
        self.transport.registerProducer(self._unsent, True)
        super().connectionMade()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Take bytes in; while the socket is held they wait, and no more are read."""
        if self._ended or self.state == self.STATE_CLOSED:
            return
        if self.state == self.STATE_CONNECTING and self._too_much_before_open(data):
            self.dropConnection(abort=True)
        elif self._held or hasattr(self, "handshake_deferred"):
            self.data += data
            self.transport.pauseProducing()
            self._hold()
        else:
            super().dataReceived(data)

    def consumeData(self) -> None:  # noqa: N802
        """Read of what has come as much as may be read at once; the rest later."""
        if self.state in {self.STATE_OPEN, self.STATE_CLOSING}:
            self._read_on(reactor.seconds())
        else:
            super().consumeData()

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803
        """Queue a message, cut to a little more than is allowed."""
        if len(payload) > self.cut_at:
            # More than `cut_at` bytes are left even where the cut went through a character.
            shorter = payload[: self.cut_at + 8].decode("utf8", "ignore").encode()
            payload = payload[: self.cut_at + 8] if isBinary else shorter
        super().onMessage(payload, isBinary)

    def onMessageBegin(self, isBinary: bool) -> None:  # noqa: N802, N803
        """Count the fragments of a message anew."""
        self._fragments = 0
        super().onMessageBegin(isBinary)

    def onMessageFrameBegin(self, length: int) -> None:  # noqa: N802
        """Close the socket of somebody who crumbles a message."""
        super().onMessageFrameBegin(length)
        self._fragments += 1
        if self._fragments > MOST_FRAGMENTS:
            self._flooded()

    def serverSend(self, content: Any, binary: bool = False) -> None:  # noqa: N802
        """Send a message of the application, unless the socket is closing."""
        if self.state in {self.STATE_CONNECTING, self.STATE_OPEN}:
            super().serverSend(content, binary)

    def sendData(self, data: bytes, *args: Any, **kwargs: Any) -> None:  # noqa: N802
        """Send bytes, and count those that wait."""
        super().sendData(data, *args, **kwargs)
        self._unsent.wrote(len(data))

    def connectionLost(self, *args: Any) -> None:  # noqa: N802
        """Forget what was waiting."""
        self._ended, self.data = True, b""
        super().connectionLost(*args)
        # Twisted keeps what was not sent until the circles around the connection are collected,
        # which is seldom here.
        self.transport.dataBuffer, self.transport._tempDataBuffer = b"", []

    def _closeConnection(self, abort: bool = False) -> None:  # noqa: N802
        super()._closeConnection(abort)
        if not abort:
            # Twisted waits without end for a client who does not read what is left.
            reactor.callLater(CLOSING_S, self.transport.abortConnection)

    def _too_much_before_open(self, data: bytes) -> bool:
        return len(self.data) + len(data) > LARGEST_HANDSHAKE

    def _read_on(self, now: float) -> None:
        taken, more = 0, bool(self.data)
        allowed = 0 if self._busy() else self._pace.left(now)
        while more and not self._ended and taken < allowed:
            more = self.processData() and self.state != self.STATE_CLOSED
            taken += 1
        self._pace.take(taken, now)
        if self._ended:
            self.data = b""
        elif more and self._pace.floods(now):
            self._flooded()
        elif more:
            self._hold()
        else:
            self._pace.held_since = None

    def _busy(self) -> bool:
        queue: Any = getattr(self, "application_queue", None)
        waiting = 0 if queue is None else queue.qsize()
        return waiting >= MOST_WAITING or self._unsent.full

    def _hold(self) -> None:
        if not self._held:
            self._held = True
            self.transport.pauseProducing()
            reactor.callLater(LOOK_AGAIN_S, self._go_on)

    def _go_on(self) -> None:
        self._held = False
        if self._ended or self.state == self.STATE_CLOSED:
            return
        if hasattr(self, "handshake_deferred"):
            self._hold()
        else:
            self.consumeData()
        if not self._held and not self._ended:
            self.transport.resumeProducing()

    def _flooded(self) -> None:
        """Say that he floods, and read nothing more; autobahn drops him a second later."""
        self._ended, self.data = True, b""
        self.transport.pauseProducing()
        self.sendClose(self.flood_code)

    def _drop(self) -> None:
        self._ended = True
        self.dropConnection(abort=True)


def bound(*, frame_bytes: int, flood_code: int) -> None:
    """Let Daphne's sockets be bounded.

    Messages longer than `frame_bytes` are cut; who floods is closed with `flood_code`.
    """
    Bounded.cut_at, Bounded.flood_code = frame_bytes, flood_code
    WebSocketFactory.protocol = Bounded
