"""From which pages a socket may be opened: this site's own, and those the operator names.

A browser sends our cookies along wherever a page comes from, and cookies know no ports: so an
origin is compared whole, with scheme, host and port, as Django compares those of forms.

A browser sends `Origin` with every handshake and cannot be made to leave it out; a program sends
none. Its cookies are dropped, so that its socket is a guest's until it shows a token.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

Scope = MutableMapping[str, Any]
Application = Callable[[Scope, Any, Any], Awaitable[None]]


class OwnOrigins:
    """Wraps the sockets: pages that are not ours are refused before anything is read."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Pass on a socket of one of our pages, and a program's; answer any other with 403."""
        if is_program(scope):
            await self._application(without_cookies(scope), receive, send)
        elif is_ours(scope):
            await self._application(scope, receive, send)
        else:
            await WebsocketDenier()(scope, receive, send)


def is_program(scope: Scope) -> bool:
    """Whether no page has opened this socket; the host that it asks for must be ours still."""
    headers = dict(scope["headers"])
    return b"origin" not in headers and _is_our_host(headers)


def without_cookies(scope: Scope) -> Scope:
    """Return the scope as a guest's."""
    bare = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
    return {**scope, "headers": bare}


def is_ours(scope: Scope) -> bool:
    """Whether a socket comes from a page of this site or of a trusted origin; None is not one."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1").lower()
    host = headers.get(b"host", b"").decode("latin-1").lower()
    if not _is_our_host(headers):
        return False
    return origin == f"{_scheme(headers)}://{host}" or _is_trusted(origin)


def _is_our_host(headers: dict[bytes, bytes]) -> bool:
    host = headers.get(b"host", b"").decode("latin-1").lower()
    domain, _port = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


def _scheme(headers: dict[bytes, bytes]) -> str:
    """Return how the page was fetched; a proxy that ends TLS says so, where it is trusted to."""
    told = settings.SECURE_PROXY_SSL_HEADER
    if told is None:
        return "http"
    name = told[0].removeprefix("HTTP_").replace("_", "-").lower().encode()
    value = headers.get(name, b"").decode("latin-1").split(",")[0].strip()
    return "https" if value == told[1] else "http"


def _is_trusted(origin: str) -> bool:
    return any(_agrees(origin, one.lower()) for one in settings.CSRF_TRUSTED_ORIGINS)


def _agrees(origin: str, trusted: str) -> bool:
    """A trusted origin may begin with `*.` and then stands for all below that domain."""
    if "://*." not in trusted:
        return origin == trusted
    wanted, given = urlsplit(trusted.replace("*.", "", 1)), urlsplit(origin)
    return given.scheme == wanted.scheme and given.netloc.endswith(f".{wanted.netloc}")
