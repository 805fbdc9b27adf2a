"""The one door out: after the commit, never a failure."""

import asyncio
import logging

import pytest
from channels.layers import channel_layers
from django.db import transaction

from vrhcaby import broadcast


class RecordingLayer:
    """A channel layer that remembers what it was given, or fails."""

    def __init__(self, error=None):
        self.sent = []
        self.error = error

    async def group_send(self, group, message):
        if self.error:
            raise self.error
        self.sent.append((group, message))


@pytest.fixture
def layer():
    before = channel_layers.backends.copy()
    recording = RecordingLayer()
    channel_layers.set("default", recording)
    yield recording
    channel_layers.backends = before


@pytest.mark.django_db(transaction=True)
def test_a_message_leaves_after_the_commit(layer):
    with transaction.atomic():
        broadcast.broadcast_on_commit("match_1", {"type": "match.events"})
        assert layer.sent == []

    assert layer.sent == [("match_1", {"type": "match.events"})]


@pytest.mark.django_db(transaction=True)
def test_a_message_of_a_rolled_back_transaction_never_leaves(layer):
    def fail():
        with transaction.atomic():
            broadcast.broadcast_on_commit("match_1", {"type": "match.events"})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()

    assert layer.sent == []


@pytest.mark.django_db(transaction=True)
def test_a_push_that_fails_is_logged_and_counted_and_never_raised(layer, caplog):
    layer.error = ConnectionError("Redis is away")
    before = broadcast.failures.count()

    with caplog.at_level(logging.WARNING, "vrhcaby.broadcast"):
        broadcast.broadcast_on_commit("match_1", {"type": "match.events"})

    assert broadcast.failures.count() == before + 1
    assert "push to match_1 failed" in caplog.text


async def test_a_layer_that_does_not_answer_is_waited_for_once(layer, monkeypatch, caplog):
    async def silent(group, message):
        layer.sent.append((group, message))
        await asyncio.sleep(60)

    monkeypatch.setattr(broadcast, "_SEND_LIMIT_S", 0.01)
    monkeypatch.setattr(layer, "group_send", silent)
    before = broadcast.failures.count()

    await broadcast.send_held_back([(f"match_{number}", {}) for number in range(3)])

    assert [group for group, _message in layer.sent] == ["match_0"]
    assert broadcast.failures.count() == before + 3
    assert "3 pushes given up" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_batch_leaves_in_one_go_and_in_order(layer):
    with broadcast.collect():
        for number in (1, 2):
            with transaction.atomic():
                broadcast.broadcast_on_commit(f"match_{number}", {"type": "match.events"})
        assert layer.sent == []

    assert [group for group, _message in layer.sent] == ["match_1", "match_2"]


@pytest.mark.django_db(transaction=True)
def test_what_a_broken_batch_committed_is_still_told(layer):
    def fail():
        with broadcast.collect():
            broadcast.broadcast_on_commit("match_1", {"type": "match.events"})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()

    assert [group for group, _message in layer.sent] == ["match_1"]


def test_of_equal_messages_collected_together_the_last_is_sent(layer):
    stale = {"type": "lobby.stale"}
    with broadcast.collect():
        for number in range(3):
            broadcast._send("lobby", stale)
            broadcast._send("match.1", {"type": "frame", "text": str(number)})

    assert [group for group, _ in layer.sent] == ["match.1", "match.1", "lobby", "match.1"]
