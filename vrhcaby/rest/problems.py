"""Errors as problem details (RFC 9457): `type`, `title`, `status`, `code`, `detail`, `fields`."""

import datetime
import logging
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response

from vrhcaby.errors import UNAVAILABLE, DomainError, Refused, database_refusal
from vrhcaby.outage import is_outage
from vrhcaby.rest import statuses, words
from vrhcaby.rest.fields import instant

logger = logging.getLogger(__name__)

CONTENT_TYPE = "application/problem+json"
TYPES = "/api/v1/problems"
_RETRY_AFTER_S = {"busy": 1, "unavailable": 5}
_WAITS_S = {
    **_RETRY_AFTER_S,
    "challenge_too_often": 60,
    "chat_too_often": 10,
    "too_many_reports": 3600,
}

Fields = Mapping[str, list[dict[str, str]]]


class Problem(DomainError):
    """A refusal with reasons at fields: `fields` has by name a list of `code` and `detail`."""

    def __init__(
        self, code: str, details: Mapping[str, Any] | None = None, fields: Fields | None = None
    ) -> None:
        super().__init__(code, details)
        self.fields: Fields = fields or {}


class ScopeTooSmall(DomainError):
    """The access token does not allow this; `details` name the scope that would."""

    code = "scope_too_small"


def require(answer: Any) -> Any:
    """Return what a service answered. Raises a DomainError where it refused."""
    if isinstance(answer, Refused):
        raise DomainError(answer.code, answer.details)
    return answer


def body(code: str, details: Mapping[str, Any], fields: Fields | None = None) -> dict[str, Any]:
    """Return problem details in the active language."""
    status = statuses.status_of(code)
    told: dict[str, Any] = {
        "type": f"{TYPES}#{code}",
        "title": status.phrase,
        "status": status.value,
        "code": code,
        "detail": words.sentence(code, details),
    }
    if fields:
        told["fields"] = fields
    if details:
        told["details"] = _as_told(details)
    return told


def _as_told(value: Any) -> Any:
    """Return details with their times as all answers have them: milliseconds, and Z."""
    if isinstance(value, Mapping):
        return {name: _as_told(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_as_told(inner) for inner in value]
    if isinstance(value, str) and _IN_UTC.fullmatch(value):
        return instant(datetime.datetime.fromisoformat(value))
    return value


_IN_UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?\+00:00")


def handler(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Return problem details for an error of a view; None for a fault of ours."""
    told = _problem(error)
    if told is None:
        return None
    if told.code in _RETRY_AFTER_S:
        logger.warning("refused as %s: %s", told.code, error)
    shown = body(told.code, told.details, told.fields)
    response = Response(shown, status=shown["status"], content_type=CONTENT_TYPE)
    for name, value in _headers(told, error):
        response[name] = value
    return response


def _problem(error: Exception) -> Problem | None:
    """Put any error that is not a fault of ours into a code."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, DomainError):
        return Problem(error.code, error.details)
    if isinstance(error, exceptions.ValidationError):
        return Problem("invalid", fields=fields_of(error.get_full_details()))
    if is_outage(error):
        return Problem(database_refusal(error) or UNAVAILABLE)
    code = next((code for kind, code in _CODES if isinstance(error, kind)), None)
    return None if code is None else Problem(code)


_CODES: tuple[tuple[type[Exception], str], ...] = (
    (exceptions.NotAuthenticated, "not_signed_in"),
    (exceptions.AuthenticationFailed, "bad_token"),
    (exceptions.Throttled, "too_many_requests"),
    (exceptions.ParseError, "malformed"),
    (exceptions.UnsupportedMediaType, "unsupported_media_type"),
    (exceptions.NotAcceptable, "not_acceptable"),
    (exceptions.MethodNotAllowed, "method_not_allowed"),
    (RequestDataTooBig, "too_large"),
    (Http404, "not_found"),
    (exceptions.NotFound, "not_found"),
    (PermissionDenied, "forbidden"),
    (exceptions.PermissionDenied, "forbidden"),
)


def fields_of(details: Any, path: str = "") -> dict[str, list[dict[str, str]]]:
    """Flatten what a serializer or a filter found: a dotted path of a field, and its reasons."""
    found: dict[str, list[dict[str, str]]] = {}
    if isinstance(details, Mapping) and "message" in details and "code" in details:
        reason = {"code": str(details["code"]), "detail": str(details["message"])}
        return {path or "body": [reason]}
    pairs = details.items() if isinstance(details, Mapping) else _numbered(details)
    for name, inner in pairs:
        deeper = f"{path}.{name}" if path and name != "" else (path or str(name))
        if name == "non_field_errors":
            deeper = path
        for field, reasons in fields_of(inner, deeper).items():
            found.setdefault(field, []).extend(reasons)
    return found


def _numbered(details: Any) -> list[tuple[Any, Any]]:
    """Reasons of one field stand in a list; those of a list's items under their numbers."""
    return [
        ("" if isinstance(inner, Mapping) and "message" in inner else number, inner)
        for number, inner in enumerate(details)
        if inner
    ]


def _headers(told: Problem, error: Exception) -> list[tuple[str, str]]:
    headers: list[tuple[str, str]] = []
    if statuses.status_of(told.code) is HTTPStatus.UNAUTHORIZED:
        known = told.code == "not_signed_in"
        headers.append(("WWW-Authenticate", "Bearer" if known else 'Bearer error="invalid_token"'))
    wait = getattr(error, "wait", None) or _WAITS_S.get(told.code)
    if wait:
        headers.append(("Retry-After", str(int(wait) or 1)))
    for name, value in getattr(error, "headers", {}).items():
        headers.append((name, value))
    return headers
