"""The in-memory layer bridged to the loop of the consumers."""

import asyncio
import threading

from asgiref.sync import async_to_sync
from prometheus_client import REGISTRY

from vrhcaby.layers import BridgedInMemoryLayer


async def _listen(layer, group):
    channel = await layer.new_channel()
    await layer.group_add(group, channel)
    return channel, asyncio.create_task(layer.receive(channel))


async def test_a_message_from_another_thread_wakes_the_waiting_consumer():
    layer = BridgedInMemoryLayer()
    _channel, waiting = await _listen(layer, "match_1")
    await asyncio.sleep(0)
    message = {"type": "match.events"}

    thread = threading.Thread(target=async_to_sync(layer.group_send), args=("match_1", message))
    thread.start()
    received = await asyncio.wait_for(waiting, 2)
    await asyncio.to_thread(thread.join)

    assert received == message


async def test_a_message_on_the_same_loop_needs_no_bridge():
    layer = BridgedInMemoryLayer()
    _channel, waiting = await _listen(layer, "match_1")

    await layer.group_send("match_1", {"type": "match.events"})

    assert await asyncio.wait_for(waiting, 2) == {"type": "match.events"}


async def test_a_discarded_channel_hears_nothing_more():
    layer = BridgedInMemoryLayer()
    channel, waiting = await _listen(layer, "match_1")
    await asyncio.sleep(0)

    await asyncio.to_thread(async_to_sync(layer.group_discard), "match_1", channel)
    await layer.group_send("match_1", {"type": "match.events"})

    done, _pending = await asyncio.wait([waiting], timeout=0.05)
    waiting.cancel()
    assert done == set()


def test_before_any_consumer_a_message_is_simply_nobodys():
    layer = BridgedInMemoryLayer()

    async_to_sync(layer.group_send)("match_1", {"type": "match.events"})

    assert layer.groups == {}


async def test_what_a_full_queue_does_not_take_is_counted():
    layer = BridgedInMemoryLayer(capacity=1)
    await layer.group_add("match_1", await layer.new_channel())
    before = REGISTRY.get_sample_value("vrhcaby_layer_drops_total")

    for _ in range(3):
        await layer.group_send("match_1", {"type": "match.events"})

    assert REGISTRY.get_sample_value("vrhcaby_layer_drops_total") == before + 2
