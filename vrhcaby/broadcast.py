"""The one door to the channel layer: messages leave after the commit, and a push never fails.

What is committed is committed: when a message cannot be sent it is logged and counted, and the
pages find the gap by the version they hold.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any, TypeVar

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from vrhcaby import metrics

logger = logging.getLogger(__name__)

Message = dict[str, Any]
Answer = TypeVar("Answer")
_SEND_LIMIT_S = 5.0

_collected: ContextVar[list[tuple[str, Message]] | None] = ContextVar("collected", default=None)


class _Failures:
    """How many pushes this process could not send, counted over all its threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count = 0

    def add(self, count: int) -> None:
        metrics.PUSHES_LOST.inc(count)
        with self._lock:
            self._count += count

    def count(self) -> int:
        with self._lock:
            return self._count


failures = _Failures()


def broadcast_on_commit(group: str, message: Message) -> None:
    """Send a message to a group if the transaction it belongs to commits.

    The message is a channel-layer message: a dictionary with `type`, values that msgpack knows.
    """
    transaction.on_commit(partial(_send, group, message), robust=True)


@contextmanager
def collect() -> Iterator[None]:
    """Gather what is sent inside, and send it in one go at the end, also after an error.

    For Celery batches: each crossing from a thread to the layer costs a Redis connection. Of
    equal messages the last is sent: fifty games that end change the lobby once.
    """
    if _collected.get() is not None:
        yield
        return
    messages: list[tuple[str, Message]] = []
    token = _collected.set(messages)
    try:
        yield
    finally:
        _collected.reset(token)
        _send_all(_without_repetition(messages))


def held_back(
    call: Callable[..., Answer], **kwargs: Any
) -> tuple[Answer, list[tuple[str, Message]]]:
    """Call a service; return its answer and what it would have sent, for `send_held_back`.

    For consumers, whose own loop sends without a thread waiting for it meanwhile.
    """
    messages: list[tuple[str, Message]] = []
    token = _collected.set(messages)
    try:
        return call(**kwargs), messages
    finally:
        _collected.reset(token)


async def send_held_back(messages: list[tuple[str, Message]]) -> None:
    """Send what `held_back` returned, in order; what fails is logged and counted."""
    failures.add(await _deliver(messages))


def _without_repetition(messages: list[tuple[str, Message]]) -> list[tuple[str, Message]]:
    last = {(group, repr(message)): place for place, (group, message) in enumerate(messages)}
    return [messages[place] for place in sorted(last.values())]


def _send(group: str, message: Message) -> None:
    collected = _collected.get()
    if collected is None:
        _send_all([(group, message)])
    else:
        collected.append((group, message))


def _send_all(messages: list[tuple[str, Message]]) -> None:
    if not messages:
        return
    try:
        failed = async_to_sync(_deliver)(messages)
    except Exception:
        logger.exception("%s pushes could not be sent", len(messages))
        failed = len(messages)
    failures.add(failed)


async def _deliver(messages: list[tuple[str, Message]]) -> int:
    """Send in order, each within a limit; return how many failed.

    A layer that does not answer within the limit gets nothing more: neither a player's `ok` nor
    the referee's next look at the clocks may wait once for each message.
    """
    layer = get_channel_layer()
    failed = 0
    for number, (group, message) in enumerate(messages):
        try:
            await asyncio.wait_for(layer.group_send(group, message), _SEND_LIMIT_S)
        except TimeoutError:
            logger.warning("%s pushes given up: the layer is silent", len(messages) - number)
            return failed + len(messages) - number
        except Exception as error:
            logger.warning("push to %s failed: %s", group, error)
            failed += 1
    return failed
