"""What an operator's machines ask: `/healthz`, `/readyz`, `/metrics`; and the ids of requests.

Outside Django's own handler, so that a probe needs no host name, session or TLS, and every
request is counted, whatever answered it.
"""

import ipaddress
import json
import re
import secrets
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import structlog
from asgiref.sync import ThreadSensitiveContext
from channels.db import database_sync_to_async
from django.conf import settings

from vrhcaby import metrics, probes

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]

REQUEST_ID = b"x-request-id"
_KNOWN_ID = re.compile(rb"\A[0-9A-Za-z-]{8,64}\Z")
_JSON = b"application/json"
_TEXT = b"text/plain; version=0.0.4; charset=utf-8"


class Monitored:
    """The outermost wrapper of the HTTP side."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Any, send: Send) -> None:
        """Answer a probe, or pass the request on under an id that logs and answer will bear."""
        answer = _PROBES.get(scope["path"])
        if answer is not None:
            await answer(scope, send)
            return
        begun = time.monotonic()
        request_id = _request_id(scope)
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request=request_id)

        async def send_counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                _count(scope, message["status"], time.monotonic() - begun)
                headers = [*message.get("headers", ()), (REQUEST_ID, request_id.encode())]
                message = {**message, "headers": headers}
            await send(message)

        await self._application(scope, receive, send_counted)


def may_read_metrics(scope: Scope) -> bool:
    """Whether who asks bears the token, or is at a named address with no proxy between."""
    headers = dict(scope["headers"])
    token = settings.METRICS_TOKEN
    given = headers.get(b"authorization", b"")
    if token and secrets.compare_digest(given, f"Bearer {token}".encode()):
        return True
    if b"x-forwarded-for" in headers or not scope.get("client"):
        return False
    return _is_among(scope["client"][0], settings.METRICS_FROM)


def _is_among(address: str, networks: list[str]) -> bool:
    try:
        here = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(here in ipaddress.ip_network(network) for network in networks)


async def _alive(scope: Scope, send: Send) -> None:
    await _respond(send, 200, b'{"alive": true}', _JSON)


async def _ready(scope: Scope, send: Send) -> None:
    found = await _in_thread(probes.readiness)
    ready = all(outcome == probes.OK for outcome in found.values())
    body = json.dumps({"ready": ready, "checks": found}).encode()
    await _respond(send, 200 if ready else 503, body, _JSON)


async def _metrics(scope: Scope, send: Send) -> None:
    if not may_read_metrics(scope):
        await _respond(send, 404, b"", b"text/plain")
        return
    await _in_thread(probes.take_readings)
    await _respond(send, 200, metrics.exposition(), _TEXT)


_PROBES = {"/healthz": _alive, "/readyz": _ready, "/metrics": _metrics}


async def _in_thread(call: Callable[[], Any]) -> Any:
    async with ThreadSensitiveContext():
        return await database_sync_to_async(call)()


async def _respond(send: Send, status: int, body: bytes, kind: bytes) -> None:
    headers = [(b"content-type", kind), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _request_id(scope: Scope) -> str:
    """Return the id that a proxy has given, else a new one."""
    given = dict(scope["headers"]).get(REQUEST_ID, b"")
    return given.decode() if _KNOWN_ID.match(given) else secrets.token_hex(8)


def _count(scope: Scope, status: int, seconds: float) -> None:
    method = scope["method"] if scope["method"] in _METHODS else "other"
    metrics.REQUESTS.labels(method, status).inc()
    metrics.REQUEST_SECONDS.observe(seconds)


_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
