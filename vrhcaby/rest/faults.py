"""What Django itself answers, outside all views: problem details below the root of the interface.

Pages get a page. Django has logged the fault, with its traceback, before this is asked.
"""

import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views import defaults

from vrhcaby import outage
from vrhcaby.errors import UNAVAILABLE, database_refusal
from vrhcaby.rest import problems

ROOT = "/api/v1/"


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500 for a fault of ours, 503 where the database or Redis is away."""
    if not request.path.startswith(ROOT):
        return outage.server_error(request)
    error = sys.exc_info()[1]
    if error is None or not outage.is_outage(error):
        return problem("internal")
    answer = problem(database_refusal(error) or UNAVAILABLE)
    answer["Retry-After"] = str(outage.RETRY_AFTER_S)
    return answer


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400 for a request that no view was asked about, such as one for another host."""
    if not request.path.startswith(ROOT):
        return defaults.bad_request(request, exception)
    return problem("bad_request")


def problem(code: str) -> JsonResponse:
    """Answer with a refusal, where no operation does it."""
    told = problems.body(code, {})
    answer = JsonResponse(told, status=told["status"], content_type=problems.CONTENT_TYPE)
    answer["Cache-Control"] = "no-store"
    return answer
