"""How much a socket may have waiting in this process, and how much of it is read at once."""

import pytest
from daphne.ws_protocol import WebSocketFactory
from twisted.internet.error import ConnectionAborted
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from games.gate import CLOSE_FLOOD, FRAME_BYTES, MOST_EXCESS
from vrhcaby import asgi, inbound, outbound

CLOSE = bytes([0x88, 2]) + CLOSE_FLOOD.to_bytes(2, "big")


def frame(payload=b"{}", opcode=1, fin=True):
    """What a client sends: masked, by a mask that changes nothing."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes([opcode | 0x80 * fin]) + length + bytes(4) + payload


class Queue(list):
    def put_nowait(self, message):
        self.append(message)

    def qsize(self):
        return len(self)


class Transport(StringTransport):
    """A connection whose other end reads, or not."""

    aborted = unread = False

    def write(self, data):
        super().write(data)
        if self.unread:
            self.producer.pauseProducing()

    def is_read(self):
        self.unread = False
        self.producer.resumeProducing()

    def abortConnection(self):  # noqa: N802  (Twisted's name)
        self.aborted = True


class Server:
    def protocol_disconnected(self, _protocol):
        pass

    def log_action(self, *_told):
        pass


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(inbound, "reactor", made)
    return made


@pytest.fixture
def socket(clock):
    """A socket that is open."""
    assert asgi.application
    factory = WebSocketFactory(Server(), server="test")
    factory.setProtocolOptions(maxMessagePayloadSize=1024 * 1024, maxFramePayloadSize=1024 * 1024)
    factory._batched_timer = type("Timers", (), {"call_later": staticmethod(clock.callLater)})()
    made = factory.buildProtocol(None)
    transport = Transport()
    # As the channel that read the request does.
    transport.registerProducer(object(), True)
    made.makeConnection(transport)
    made.openHandshakeTimeoutCall.cancel()
    made.openHandshakeTimeoutCall = None
    made.application_queue, made.client_addr, made.path = Queue(), None, "/"
    made.server, made.request, made.websocket_version = Server(), made, 13
    made._perMessageCompress = None
    made.state, made.inside_message, made.current_frame = made.STATE_OPEN, False, None
    return made


def is_read(socket):
    return socket.transport.producerState == "producing"


def pass_by(clock, seconds):
    clock.pump([inbound.LOOK_AGAIN_S] * round(seconds / inbound.LOOK_AGAIN_S))


def test_a_socket_is_not_read_while_many_of_its_messages_wait(socket, clock):
    socket.dataReceived(frame() * (inbound.MOST_WAITING + 30))
    pass_by(clock, 1)

    assert len(socket.application_queue) < inbound.MOST_WAITING + inbound.STEPS_AT_ONCE
    assert not is_read(socket)

    socket.application_queue.clear()
    pass_by(clock, 1)
    assert is_read(socket)


def test_nothing_of_what_was_buffered_when_reading_stopped_is_lost(socket, clock):
    socket.dataReceived(b"".join(frame(b"%d" % number) for number in range(200)))
    socket.dataReceived(frame(b"200"))
    taken = []
    for _ in range(50):
        taken += [int(message["text"]) for message in socket.application_queue]
        socket.application_queue.clear()
        pass_by(clock, 0.1)

    assert taken == list(range(201))
    assert is_read(socket)


@pytest.mark.parametrize(
    "bytes_of_one",
    [frame(b"x" * 100, 9), frame(b"", 10), frame(b"", 0, False), frame(b"a", 0, False)],
)
def test_of_a_flood_of_small_frames_little_is_read_at_once(socket, clock, bytes_of_one):
    socket.dataReceived(frame(b"", fin=False) + bytes_of_one * 1_000)

    read = len(frame(b"")) + 1_000 * len(bytes_of_one) - len(socket.data)
    assert read <= inbound.STEPS_AT_ONCE * len(bytes_of_one)
    assert not is_read(socket)


@pytest.mark.parametrize("bytes_of_one", [frame(b"x" * 100, 9), frame(b"", 10)])
def test_whoever_floods_with_control_frames_is_told_so_and_read_no_more(
    socket, clock, bytes_of_one
):
    socket.dataReceived(bytes_of_one * 5_000)
    pass_by(clock, 4)
    assert CLOSE not in socket.transport.value()

    pass_by(clock, 4)
    assert CLOSE in socket.transport.value()
    assert not socket.data
    assert not is_read(socket)
    assert socket.transport.aborted


@pytest.mark.parametrize("crumb", [b"", b"a"])
def test_a_message_in_crumbs_ends_the_socket(socket, clock, crumb):
    crumbs = frame(crumb, fin=False) + frame(crumb, 0, fin=False) * inbound.MOST_FRAGMENTS
    socket.dataReceived(crumbs)
    pass_by(clock, 2)

    assert CLOSE in socket.transport.value()
    assert not socket.application_queue or "text" not in socket.application_queue[0]


def test_a_message_in_a_few_pieces_is_taken(socket, clock):
    socket.dataReceived(frame(b"{", fin=False) + frame(b"", 9) + frame(b"}", 0))
    pass_by(clock, 1)

    assert socket.application_queue == [{"type": "websocket.receive", "text": "{}"}]
    assert is_read(socket)


def test_a_lively_client_is_never_held_back(socket, clock):
    for _ in range(1_000):
        socket.dataReceived(frame() + frame(b"", 9))
        assert is_read(socket)
        socket.application_queue.clear()
        clock.advance(0.05)

    assert CLOSE not in socket.transport.value()


def test_a_long_burst_is_read_later_and_not_taken_for_a_flood(socket, clock):
    socket.dataReceived(frame(b"", 10) * 800)
    pass_by(clock, 10)

    assert is_read(socket)
    assert CLOSE not in socket.transport.value()


def test_a_flood_of_messages_reaches_the_gate_that_closes_it(socket, clock):
    socket.dataReceived(frame() * 2_000)
    taken = 0
    for _ in range(100):
        taken += len(socket.application_queue)
        socket.application_queue.clear()
        pass_by(clock, 0.02)

    assert taken > MOST_EXCESS + 40


def test_a_socket_that_closed_meanwhile_is_left_alone(socket, clock):
    socket.dataReceived(frame() * 100)
    socket.state = socket.STATE_CLOSED
    before = len(socket.application_queue)
    pass_by(clock, 1)

    assert len(socket.application_queue) == before


@pytest.mark.parametrize("letter", ["x", "ž", "€", "🎲"])
def test_of_a_message_too_large_only_so_much_is_kept_that_it_is_still_too_large(socket, letter):
    socket.onMessage((letter * 100_000).encode(), False)
    socket.onMessage(b"\xff" * 100_000, True)

    text, raw = socket.application_queue
    assert FRAME_BYTES < len(text["text"].encode()) <= FRAME_BYTES + 8
    assert FRAME_BYTES < len(raw["bytes"]) <= FRAME_BYTES + 8


def test_a_handshake_that_does_not_end_is_not_kept(socket):
    socket.state = socket.STATE_CONNECTING
    for _ in range(20):
        socket.dataReceived(b"GET / HTTP/1.1 " * 500)

    assert socket.transport.aborted
    assert len(socket.data) <= inbound.LARGEST_HANDSHAKE


def test_what_comes_before_the_application_has_answered_waits(socket, clock):
    socket.state, socket.handshake_deferred = socket.STATE_CONNECTING, None
    socket.dataReceived(frame())
    pass_by(clock, 1)
    assert not is_read(socket)

    del socket.handshake_deferred
    socket.state = socket.STATE_OPEN
    pass_by(clock, 1)
    assert len(socket.application_queue) == 1
    assert is_read(socket)


def test_a_client_who_does_not_read_is_dropped(socket, clock):
    socket.transport.unread = True
    socket.serverSend("one")
    clock.advance(outbound.LONGEST_S / 2)
    socket.serverSend("two")
    clock.advance(outbound.LONGEST_S / 2 - 1)
    assert not socket.transport.aborted

    clock.advance(2)
    assert socket.transport.aborted


def test_a_client_who_leaves_too_much_unread_is_dropped_at_once(socket, clock):
    socket.transport.unread = True
    for _ in range(outbound.MOST // 10_000 + 2):
        socket.serverSend("x" * 10_000)
    clock.advance(0)

    assert socket.transport.aborted
    socket.serverSend("is not sent, and raises nothing")


def test_what_a_client_left_unread_goes_with_his_connection(socket):
    socket.transport.dataBuffer, socket.transport._tempDataBuffer = b"x" * 100, [b"y" * 100]
    socket.connectionLost(Failure(ConnectionAborted()))

    assert not socket.transport.dataBuffer
    assert not socket.transport._tempDataBuffer


def test_nothing_is_done_for_a_client_while_he_does_not_read(socket, clock):
    socket.transport.unread = True
    socket.serverSend("one")
    socket.dataReceived(frame())
    pass_by(clock, 1)
    assert not socket.application_queue
    assert not is_read(socket)

    socket.transport.is_read()
    pass_by(clock, 1)
    assert len(socket.application_queue) == 1
    assert is_read(socket)


def test_a_client_who_reads_slowly_stays(socket, clock):
    for _ in range(20):
        socket.transport.unread = True
        socket.serverSend("x" * 100_000)
        clock.advance(outbound.LONGEST_S - 1)
        socket.transport.is_read()

    assert not socket.transport.aborted


def test_a_socket_that_closes_does_not_wait_for_ever_for_a_client_who_does_not_read(socket, clock):
    socket.dropConnection()
    assert not socket.transport.aborted

    clock.advance(inbound.CLOSING_S + 1)
    assert socket.transport.aborted
