"""Where the site is mounted: at the root of its host, whatever a request says.

Daphne takes a `Daphne-Root-Path` header from anybody for the prefix of every address. It would get
into links of letters, and a path that is compared with a prefix of ours would no longer agree.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Application = Callable[[Scope, Any, Any], Awaitable[None]]


class AtRoot:
    """Wraps the whole application: no request moves the site to another prefix."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Pass the request on as one to the root."""
        await self._application({**scope, "root_path": ""}, receive, send)
