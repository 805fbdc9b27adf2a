"""When the database or Redis is away: 503 and a sentence, no traceback."""

import logging
import sys
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils.deprecation import MiddlewareMixin
from django.views import defaults

from vrhcaby.errors import database_refusal

logger = logging.getLogger(__name__)

RETRY_AFTER_S = 5


class OutageMiddleware(MiddlewareMixin):
    """Answer 503 when a view failed because the database or Redis is away or overloaded."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the 503 page for an outage, None for anything else."""
        return _answer(request) if is_outage(error) else None


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer for what middleware let through: an outage gets 503, a fault of ours 500."""
    error = sys.exc_info()[1]
    if error is not None and is_outage(error):
        return _answer(request)
    return defaults.server_error(request)


def is_outage(error: BaseException) -> bool:
    """Say whether an error means that the database or Redis is away or overloaded."""
    return _is_redis_away(error) or database_refusal(error) is not None


def _is_redis_away(error: BaseException) -> bool:
    # Where Redis is not used its client is not loaded: five megabytes of the one process.
    redis = sys.modules.get("redis.exceptions")
    return redis is not None and isinstance(error, redis.ConnectionError | redis.TimeoutError)


def _answer(request: HttpRequest) -> HttpResponse:
    logger.warning("outage: %s could not be answered", request.path)
    # Rendered without the request: context processors would ask the database again.
    context: dict[str, Any] = {}
    response = HttpResponse(loader.render_to_string("503.html", context), status=503)
    response["Retry-After"] = str(RETRY_AFTER_S)
    response["Cache-Control"] = "no-store"
    return response
