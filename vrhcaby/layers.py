"""The channel layer of the one-process site: memory, reached from any thread's loop.

The stock in-memory layer called from a Celery thread puts a message on the queue but does not
wake the server's loop. Here each call made on another loop is handed to the loop on which the
consumers receive.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any

from channels.exceptions import ChannelFull
from channels.layers import InMemoryChannelLayer

from vrhcaby import metrics

_HAND_OVER_LIMIT_S = 5.0


class BridgedInMemoryLayer(InMemoryChannelLayer):
    """An in-memory layer whose state is touched on one loop only, once a consumer receives."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._home: asyncio.AbstractEventLoop | None = None

    async def receive(self, channel: str) -> Any:
        """Wait for a message; consumers always do so on the server's loop, which becomes home."""
        self._home = asyncio.get_running_loop()
        return await super().receive(channel)

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        """Put a message on a channel. Raises ChannelFull, counted, when it is at capacity."""
        try:
            await self._at_home(super().send(channel, message))
        except ChannelFull:
            metrics.LAYER_DROPS.inc()
            raise

    async def group_add(self, group: str, channel: str) -> None:
        """Add a channel to a group."""
        await self._at_home(super().group_add(group, channel))

    async def group_discard(self, group: str, channel: str) -> None:
        """Remove a channel from a group."""
        await self._at_home(super().group_discard(group, channel))

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Send a message to every channel of a group; full channels are passed over."""
        await self._at_home(super().group_send(group, message))

    async def _at_home(self, call: Coroutine[Any, Any, None]) -> None:
        home = self._home
        here = asyncio.get_running_loop()
        if home is None or home is here or not home.is_running():
            await call
            return
        future = asyncio.run_coroutine_threadsafe(call, home)
        await asyncio.wait_for(asyncio.wrap_future(future), _HAND_OVER_LIMIT_S)
