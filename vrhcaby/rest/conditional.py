"""Answers that a client holds already: ETag of the content, Last-Modified where a time is known."""

import datetime
import hashlib
import json
from http import HTTPStatus
from typing import Any

from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import http_date, parse_http_date

SAFE = ("GET", "HEAD")


def finish(request: Any, response: Any) -> None:
    """Let a rendered answer be tagged, and become 304 where the client has it."""
    response.add_post_render_callback(lambda rendered: tagged(request, rendered))


def mark(response: HttpResponseBase, *, private: bool) -> None:
    """Say on what an answer depends, and that it is to be asked for again each time."""
    patch_vary_headers(response, ("Accept", "Accept-Language", "Authorization", "Cookie"))
    if not response.has_header("Cache-Control"):
        response["Cache-Control"] = "private, no-cache" if private else "no-cache"


def modified(response: HttpResponseBase, at: datetime.datetime | int | None) -> None:
    """Say when what is shown last changed: a date-time or milliseconds of the epoch."""
    if at is None:
        return
    seconds = at / 1000 if isinstance(at, int) else at.timestamp()
    response["Last-Modified"] = http_date(seconds)


def tag(response: Any, content: Any) -> None:
    """Tag an answer by this JSON value, where what is shown has something that always changes."""
    response.tagged = json.dumps(content, sort_keys=True).encode()


def tagged(request: Any, response: Any) -> Any:
    """Return the whole answer with its tag, or 304 where the client has it."""
    if request.method not in SAFE or response.status_code != HTTPStatus.OK:
        return response
    content = getattr(response, "tagged", response.content)
    response["ETag"] = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    return get_conditional_response(request, response["ETag"], _seconds(response), response)


def _seconds(response: Any) -> int | None:
    """Return Last-Modified as seconds of the epoch."""
    text = response.get("Last-Modified")
    return None if text is None else parse_http_date(text)
