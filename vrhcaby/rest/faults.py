"""Answers to faults of ours: problem details for programs, a page for everybody else."""

import sys

from django.http import HttpRequest, HttpResponse, JsonResponse

from vrhcaby import outage
from vrhcaby.rest import problems

ROOT = "/api/v1/"


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer for what nothing has caught: an outage gets 503, a fault of ours 500."""
    if not request.path.startswith(ROOT):
        return outage.server_error(request)
    error = sys.exc_info()[1]
    away = error is not None and outage.is_outage(error)
    told = problems.body("unavailable" if away else "fault", {})
    response = JsonResponse(told, status=told["status"], content_type=problems.CONTENT_TYPE)
    response["Cache-Control"] = "no-store"
    return response
