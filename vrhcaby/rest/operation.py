"""An operation: one method at one address. It takes a request apart and calls one service.

A subclass says what it is in attributes, from which the OpenAPI document is written: `summary` and
the docstring, `scope`, `kind`, `Input`, `Output`, `refusals`, `example`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.http import HttpResponseBase
from django.utils.translation import gettext
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import APIView

from vrhcaby.errors import DomainError
from vrhcaby.rest import conditional, parsing, throttles, words
from vrhcaby.rest.permissions import ScopeRequired
from vrhcaby.rest.problems import Problem

READ, WRITE, BULK = "read", "write", "bulk"
BY_SESSION = "session"
"""A scope that no token has: for what a stolen one must not do."""


class Operation(APIView):
    """One method at one address."""

    summary: ClassVar[str] = ""
    tag: ClassVar[str] = ""
    scope: ClassVar[str | None] = None
    """None: for everybody; else for members, with a token of this scope, or `BY_SESSION`."""

    official: ClassVar[bool] = False
    """Whether the service lets only officials act."""

    kind: ClassVar[str] = READ
    """By which rate requests are counted."""

    Input: ClassVar[Any] = None
    Output: ClassVar[Any] = None
    """A serializer class, or a JSON Schema; None: nothing is sent or answered."""

    many: ClassVar[bool] = False
    """Whether a list of Output is answered, by pages if there is a `pagination_class`."""

    most_bytes: ClassVar[int] = parsing.MOST_BYTES
    """How much may be sent."""

    success: ClassVar[int] = 200
    refusals: ClassVar[tuple[str, ...]] = ()
    """Codes of the services' own refusals, besides those that every operation has."""

    parameters: ClassVar[Mapping[str, Any]] = {}
    """Query parameters that no filter and no page knows: JSON Schemas by name."""

    example: ClassVar[Mapping[str, Any] | None] = None
    """A body that can be sent as it stands."""

    produces: ClassVar[tuple[str, ...]] = ()
    """Media types besides JSON."""

    file_shape: ClassVar[Any] = None
    """The JSON Schema of a file, where it is JSON."""

    columns: ClassVar[Sequence[str]] = ()
    """Columns of the answer as a table; empty: those of Output."""

    filterset_class: Any = None
    pagination_class: Any = None
    permission_classes = (ScopeRequired,)

    def perform_authentication(self, request: Any) -> None:
        """Find out who asks; a token that is none counts against the sender's address."""
        try:
            super().perform_authentication(request)
        except (DomainError, exceptions.AuthenticationFailed):
            throttles.count_failure(request)
            raise

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        """Refuse what is no parameter here, or comes twice, after everything else was checked."""
        super().initial(request, *args, **kwargs)
        given = request.query_params
        unknown = [name for name in given if name not in self._parameters()]
        if unknown:
            raise Problem("unknown_parameter", details={"parameters": unknown[:10]})
        repeated = [name for name, values in given.lists() if len(values) > 1]
        if repeated:
            reason = {"code": "repeated_parameter", "detail": words.sentence("repeated_parameter")}
            fields = {name: [reason] for name in repeated}
            raise Problem("repeated_parameter", fields=fields)

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Tag the answer and say on what it depends."""
        finished = super().finalize_response(request, response, *args, **kwargs)
        private = "authorization" in request.headers or "cookie" in request.headers
        conditional.mark(finished, private=private)
        if isinstance(finished, Response):
            conditional.finish(request, finished)
        return finished

    def taken(self, request: Any) -> dict[str, Any]:
        """Return what the client sends, as Input reads it. Raises ValidationError."""
        if request.data is None:
            # A serializer takes `null` for nothing sent, which a PATCH may do.
            raise exceptions.ValidationError(gettext("An object is needed."), code="invalid")
        given = self.Input(data=request.data, context={"request": request})
        given.is_valid(raise_exception=True)
        return dict(given.validated_data)

    def filtered(self, queryset: Any) -> Any:
        """Return the rows that the parameters ask for. Raises ValidationError."""
        given = self.request.query_params
        # Forms are dear: where nothing is asked for none is made.
        if not any(name in given for name in self.filterset_class.base_filters):
            return self.filterset_class.usual(queryset)
        asked = self.filterset_class(given, queryset, request=self.request)
        if not asked.is_valid():
            raise exceptions.ValidationError(_details(asked.errors))
        return asked.qs

    def page(self, queryset: Any, row: Any, *, before: Any = None) -> Response:
        """Answer a page of rows; `row` makes of each what is shown, `before` sees them first."""
        pages = self.pagination_class()
        found = pages.paginate_queryset(queryset, self.request, self)
        if before is not None:
            before(found)
        answer: Response = pages.get_paginated_response([row(one) for one in found])
        return answer

    def _parameters(self) -> set[str]:
        known = set(self.parameters)
        if self.filterset_class is not None:
            known |= set(self.filterset_class.base_filters)
        if self.pagination_class is not None:
            known |= {"cursor", "limit"}
        if len(self.renderer_classes) > 1:
            known.add("format")
        return known


def _details(errors: Any) -> dict[str, list[exceptions.ErrorDetail]]:
    return {
        name: [
            exceptions.ErrorDetail(str(message), code=found.code or "invalid")
            for found in reasons
            for message in found.messages
        ]
        for name, reasons in errors.as_data().items()
    }


class Fallback(Operation):
    """Answers a method that an address does not know."""

    summary = "No such method"


def by_method(**operations: type[Operation]) -> Any:
    """Return the view of an address with several operations, by their methods in lower case."""
    views = {method: operation.as_view() for method, operation in operations.items()}
    if "get" in views:
        views["head"] = views["get"]
    allowed = [method.upper() for method in views]
    address = type("Address", (Fallback,), {"allowed_methods": allowed})
    fallback = Fallback.as_view.__func__(address)  # type: ignore[attr-defined]

    def view(request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        chosen = views.get((request.method or "").lower(), fallback)
        answer: HttpResponseBase = chosen(request, *args, **kwargs)
        return answer

    view.csrf_exempt = True  # type: ignore[attr-defined]
    view.cls = address  # type: ignore[attr-defined]
    view.operations = operations  # type: ignore[attr-defined]
    view.initkwargs = {}  # type: ignore[attr-defined]
    return view


class NoSuchAddress(Operation):
    """Answers every address below the root that nothing else has."""

    summary = "No such address"

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        """Refuse at once."""
        raise exceptions.NotFound
