"""Where somebody comes from, as far as it can be believed: no header makes him somebody else."""

import ipaddress
from collections.abc import MutableMapping
from typing import Any

from django.conf import settings


def believed(connected: str, forwarded: str) -> str:
    """Return an address from the connection's own and an `X-Forwarded-For`; `unknown` of neither.

    Only as many hops are believed as the site has proxies. Of IPv6 it is the network, which is one
    subscriber's.
    """
    found = connected
    if settings.PROXY_COUNT and forwarded:
        hops = [hop.strip() for hop in forwarded.split(",")]
        found = hops[-min(settings.PROXY_COUNT, len(hops))]
    try:
        parsed = ipaddress.ip_address(found)
    except ValueError:
        return "unknown"
    if parsed.version == 6:
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)


def of_scope(scope: MutableMapping[str, Any]) -> str:
    """Return where a socket or a request of ASGI comes from."""
    client = scope.get("client") or ("", 0)
    forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return believed(client[0], b",".join(forwarded).decode("latin-1"))
