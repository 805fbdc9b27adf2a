"""Where a socket may come from: a browser from our own pages, a program from anywhere.

Browsers send `Origin` with every handshake and cannot be made to leave it out; programs send none.
Without it the cookies are dropped, so that such a socket is a guest's until it shows a token.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from channels.security.websocket import AllowedHostsOriginValidator

Scope = MutableMapping[str, Any]
Application = Callable[[Scope, Any, Any], Awaitable[None]]


class OriginRules:
    """Lets in browsers from the site's hosts, and programs as guests."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._for_browsers = AllowedHostsOriginValidator(application)

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Run the application, or refuse the handshake of another site's page."""
        headers = list(scope.get("headers", ()))
        if any(name == b"origin" for name, _value in headers):
            await self._for_browsers(scope, receive, send)
            return
        bare = [(name, value) for name, value in headers if name != b"cookie"]
        await self._application({**scope, "headers": bare}, receive, send)
