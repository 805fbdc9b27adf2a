"""How many requests: counted for a token, else for a member, and only for guests by address.

So nobody in a club room is held up by another who reads much, and no header makes one somebody
else: an address comes from the connection, or from as many proxies as the site has.
"""

import time
from typing import Any

from django.conf import settings
from django.core.cache import cache
from rest_framework.exceptions import Throttled
from rest_framework.throttling import BaseThrottle

from vrhcaby import addresses

WINDOW_S = 60
FAILURES = "failures"


class Throttle(BaseThrottle):
    """So many requests a minute by the view's `kind`; the minute slides."""

    _wait = 0.0

    def allow_request(self, request: Any, view: Any) -> bool:
        """Count the request; tell whether it is within the rate."""
        who, is_guest = subject(request)
        rate = settings.API_RATES[view.kind][1 if is_guest else 0]
        self._wait = _count(f"api.{view.kind}.{who}", rate)
        return not self._wait

    def wait(self) -> float:
        """Return after how many seconds to come again."""
        return self._wait


def subject(request: Any) -> tuple[str, bool]:
    """Return by what a request is counted, and whether that is a guest's address."""
    if request.auth is not None:
        return f"token.{request.auth.pk}", False
    if request.user.is_authenticated:
        return f"member.{request.user.pk}", False
    return f"guest.{address(request)}", True


def count_failure(request: Any) -> None:
    """Count a token that is none against its sender's address. Raises Throttled."""
    rate = settings.API_RATES[FAILURES][1]
    wait = _count(f"api.{FAILURES}.{address(request)}", rate)
    if wait:
        raise Throttled(wait)


def address(request: Any) -> str:
    """Return where a request comes from; of IPv6 the network, which is one subscriber's."""
    meta = request.META
    return addresses.believed(meta.get("REMOTE_ADDR", ""), meta.get("HTTP_X_FORWARDED_FOR", ""))


def _count(key: str, rate: int) -> float:
    """Count one; return 0 within the rate, else after how many seconds it may be again."""
    now = time.time()
    window, passed = divmod(now, WINDOW_S)
    here, before = f"{key}.{int(window)}", f"{key}.{int(window) - 1}"
    earlier = cache.get(before, 0) * (1 - passed / WINDOW_S)
    if earlier + _add_one(here) <= rate:
        return 0.0
    return max(1.0, WINDOW_S - passed)


def _add_one(key: str) -> int:
    for _attempt in ("it is there", "another has made it between"):
        try:
            return int(cache.incr(key))
        except ValueError:
            if cache.add(key, 1, timeout=2 * WINDOW_S):
                break
    # It is the first of its minute, or is evicted as fast as it is made.
    return 1
