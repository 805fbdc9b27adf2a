"""What waits of a socket's frames in this process."""

import pytest

from games.gate import FRAME_BYTES
from vrhcaby import asgi, inbound


class Transport:
    def __init__(self):
        self.reading = True

    def pauseProducing(self):  # noqa: N802
        self.reading = False

    def resumeProducing(self):  # noqa: N802
        self.reading = True


class Queue(list):
    def put_nowait(self, message):
        self.append(message)

    def qsize(self):
        return len(self)


@pytest.fixture
def later(monkeypatch):
    """What was to be done later."""
    calls = []
    monkeypatch.setattr(
        inbound, "reactor", type("R", (), {"callLater": lambda _s, _t, call: calls.append(call)})()
    )
    return calls


@pytest.fixture
def socket(later):
    assert asgi.application
    made = inbound.Bounded()
    made.application_queue, made.transport = Queue(), Transport()
    made.client_addr, made.state = None, inbound.Bounded.STATE_OPEN
    return made


def test_a_socket_is_not_read_while_many_of_its_frames_wait(socket, later):
    for _ in range(inbound.MOST_WAITING - 1):
        socket.onMessage(b"{}", False)
    assert socket.transport.reading

    socket.onMessage(b"{}", False)
    assert not socket.transport.reading
    later.pop()()
    assert not socket.transport.reading

    del socket.application_queue[2:]
    later.pop()()
    assert socket.transport.reading


def test_what_is_buffered_when_reading_stops_is_not_lost(socket, later):
    for _ in range(inbound.MOST_WAITING + 5):
        socket.onMessage(b"{}", False)

    assert len(socket.application_queue) == inbound.MOST_WAITING + 5
    assert len(later) == 1


def test_a_socket_that_closed_meanwhile_is_left_alone(socket, later):
    for _ in range(inbound.MOST_WAITING):
        socket.onMessage(b"{}", False)
    socket.state = inbound.Bounded.STATE_CLOSED

    later.pop()()

    assert not later


@pytest.mark.parametrize("letter", ["x", "ž", "€", "🎲"])
def test_of_a_frame_too_large_only_so_much_is_kept_that_it_is_still_too_large(socket, letter):
    socket.onMessage((letter * 100_000).encode(), False)
    socket.onMessage(b"\xff" * 100_000, True)

    text, raw = socket.application_queue
    assert FRAME_BYTES < len(text["text"].encode()) <= FRAME_BYTES + 8
    assert FRAME_BYTES < len(raw["bytes"]) <= FRAME_BYTES + 8
