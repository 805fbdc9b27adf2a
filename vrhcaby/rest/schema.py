"""The OpenAPI document: written from what operations say of themselves."""

import inspect
import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from django.utils import translation
from drf_spectacular.generators import EndpointEnumerator, SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from vrhcaby.rest import headers, problem_shapes, statuses
from vrhcaby.rest.operation import BY_SESSION, Operation
from vrhcaby.rest.pages import KeysetPagination

ALWAYS = ("not_acceptable", "too_many_requests", "internal", "busy", "unavailable")
_MEMBERS = ("not_signed_in", "bad_token", "token_expired", "token_revoked", "banned")
_BODY = ("malformed", "too_large", "unsupported_media_type", "invalid", "unknown_field")
PREFIX = "/api/v1"

_components: list[Callable[[], Mapping[str, Any]]] = []


def register_components(give: Callable[[], Mapping[str, Any]]) -> None:
    """Let an application add schemas by their names, to which raw schemas refer."""
    _components.append(give)


class OperationEnumerator(EndpointEnumerator):
    """Finds the operations behind addresses that have several."""

    def get_allowed_methods(self, callback: Any) -> list[str]:
        """Return the methods of an address, without those that follow by themselves."""
        if hasattr(callback, "operations"):
            return [method.upper() for method in callback.operations]
        methods: list[str] = super().get_allowed_methods(callback)
        return methods


class OperationGenerator(SchemaGenerator):
    """Writes the document of this site."""

    endpoint_inspector_cls = OperationEnumerator

    def create_view(self, callback: Any, method: str, request: Any = None) -> Any:
        """Return the operation of a method."""
        operations = getattr(callback, "operations", None)
        if operations:
            callback = operations[method.lower()].as_view()
        return super().create_view(callback, method, request)


class OperationSchema(AutoSchema):
    """One operation of the document."""

    view: Any

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        """Return the operation with what it needs."""
        operation = super().get_operation(*args, **kwargs)
        if operation is None or not isinstance(self.view, Operation):
            return operation
        operation["x-scope"] = self.view.scope
        operation["x-official"] = self.view.official
        operation["x-rate"] = self.view.kind
        operation["x-codes"] = list(self._codes())
        return operation

    def get_operation_id(self) -> str:
        """Return the name of the operation's class, beginning small."""
        name = type(self.view).__name__
        return name[:1].lower() + name[1:]

    def get_summary(self) -> str:
        """Return the title."""
        return self.view.summary

    def get_description(self, *_unused: Any) -> str:
        """Return the docstring, and who may call this."""
        text = inspect.cleandoc(type(self.view).__doc__ or "")
        return f"{text}\n\n{_access(self.view)}"

    def get_tags(self) -> list[str]:
        """Return the group of the operation."""
        return [self.view.tag]

    def get_auth(self) -> list[dict[str, list[str]]]:
        """Return how one signs in; without a scope that may be left out."""
        if self.view.scope == BY_SESSION:
            return [{"session": []}]
        ways: list[dict[str, list[str]]] = [{"token": []}, {"session": []}]
        return ways if self.view.scope else [*ways, {}]

    def get_request_serializer(self) -> Any:
        """Return what is sent."""
        return self.view.Input

    def get_examples(self) -> Any:
        """Return none: the example stands in the body itself."""
        return []

    def get_override_parameters(self) -> list[Any]:
        """Return the query parameters that the operation itself names."""
        return [
            OpenApiParameter(
                name,
                {key: value for key, value in shape.items() if key != "description"},
                description=shape["description"],
                required=False,
            )
            for name, shape in self.view.parameters.items()
        ]

    def get_filter_backends(self) -> list[Any]:
        """Filter sets are asked directly."""
        return []

    def _get_filter_parameters(self) -> list[Any]:
        filters = self.view.filterset_class
        return [] if filters is None else filters.document()

    def _is_list_view(self, serializer: Any = None) -> bool:
        return False

    def _get_request_body(self, direction: Any = "request") -> Any:
        given = self.view.Input
        if given is None:
            return None
        shape = given
        if isinstance(given, type):
            partial = given(partial=self.method == "PATCH")
            shape = self.resolve_serializer(partial, "request").ref if partial.fields else _NOTHING
        media: dict[str, Any] = {"schema": shape}
        if self.view.example is not None:
            media["example"] = dict(self.view.example)
        return {"required": True, "content": {"application/json": media}}

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        answers = {str(self.view.success): self._answer()}
        if self._is_tagged():
            answers["304"] = {"description": "The client has it already (If-None-Match)."}
        by_status: dict[int, list[str]] = {}
        for code in self._codes():
            by_status.setdefault(statuses.status_of(code).value, []).append(code)
        for status, codes in sorted(by_status.items()):
            answers[str(status)] = problem_shapes.answer(codes) | _of_problem(status)
        return answers

    def _answer(self) -> dict[str, Any]:
        shape = self._shape()
        if shape is None:
            return {"description": "It is done; there is no content."}
        media = {kind: {"schema": self._file(kind)} for kind in self.view.produces}
        content = {"application/json": {"schema": shape}} if self.view.Output != "file" else {}
        headers = self._headers()
        return {
            "description": self.view.summary + ".",
            "content": {**content, **media},
            **({"headers": headers} if headers else {}),
        }

    def _file(self, kind: str) -> Any:
        return self.view.file_shape if kind == "application/json" else _TEXT

    def _headers(self) -> dict[str, Any]:
        if self.view.Output == "file":
            return headers.FILE
        tags = headers.TAGS if self._is_tagged() else {}
        return {**tags, **headers.LINKS} if self.view.pagination_class else tags

    def _is_tagged(self) -> bool:
        """Tell whether answers have an ETag: files and streams are handed out without one."""
        return self.method == "GET" and self.view.success == 200 and self.view.Output != "file"

    def _shape(self) -> Any:
        output = self.view.Output
        if output is None or output == "file":
            return None if output is None else {"type": "string"}
        shape = output
        if isinstance(output, type) and issubclass(output, serializers.BaseSerializer):
            shape = self._unwrap(output)
        if not self.view.many:
            return shape
        rows = {"type": "array", "items": shape}
        if self.view.pagination_class is None:
            return {**rows, "description": "All of them."}
        return KeysetPagination().get_paginated_response_schema(rows)

    def _unwrap(self, output: Any) -> Any:
        component = self.resolve_serializer(output(), "response")
        return component.ref if component.ref else component.schema

    def _get_parameters(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = super()._get_parameters()
        if isinstance(self.view, Operation) and self.view.pagination_class is not None:
            found += KeysetPagination().get_schema_operation_parameters(self.view)
        for parameter in found:
            if parameter["name"] == "format":
                parameter["description"] = "The format, instead of `Accept`."
            if parameter["in"] == "path":
                parameter.setdefault("description", _PATHS[parameter["name"]])
                parameter["schema"] = dict(_SHAPES.get(parameter["name"], parameter["schema"]))
        return found

    def _codes(self) -> tuple[str, ...]:
        view = self.view
        parametric = "{" in self.path
        found = [
            *(_MEMBERS if view.scope else _MEMBERS[1:]),
            *(("scope_too_small",) if view.scope not in (None, "read") else ()),
            *(("forbidden",) if self.method != "GET" else ()),
            *(("not_an_official",) if view.official else ()),
            *(("second_factor_missing",) if view.official or _OFFICES & {*view.refusals} else ()),
            *(_BODY if view.Input is not None else ()),
            *("unknown_parameter", "repeated_parameter"),
            *(("invalid",) if view.filterset_class or view.pagination_class else ()),
            *(("bad_cursor",) if view.pagination_class else ()),
            *(("not_found",) if parametric else ()),
            *view.refusals,
            *ALWAYS,
        ]
        return tuple(dict.fromkeys(found))


_OFFICES = {"not_a_director", "not_an_assistant", "may_not_make_tournaments"}
"""What is refused to whoever has neither a role in a tournament nor the powers of an office."""

_TEXT = {"type": "string"}
_NOTHING = {
    "type": "object",
    "description": "Nothing is needed.",
    "additionalProperties": False,
}
_ID = {"type": "integer", "minimum": 1, "maximum": 999_999_999_999_999}
_SHAPES: dict[str, Any] = {}
_PATHS: dict[str, str] = {}


def register_path(name: str, description: str, shape: Mapping[str, Any] = _ID) -> None:
    """Let an application describe a part of its addresses; by default it is an id."""
    _PATHS[name] = description
    _SHAPES[name] = dict(shape)


def _access(view: Operation) -> str:
    if view.scope is None:
        return "**For everybody.**"
    official = " The member must be an official with the right to do so." if view.official else ""
    if view.scope == BY_SESSION:
        return f"**For members, by session alone**: no token is enough.{official}"
    return f"**For members**: a session, or a token with the scope `{view.scope}`.{official}"


def _of_problem(status: int) -> dict[str, Any]:
    """Return the headers that every problem of a status has."""
    return {"headers": dict(headers.OF_STATUS[status])} if status in headers.OF_STATUS else {}


def complete(result: dict[str, Any], **_unused: Any) -> dict[str, Any]:
    """Add the schemas that applications have registered, and that of problems."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(problem_shapes.components())
    for give in _components:
        schemas.update(give())
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document, in English whatever the reader's language is."""
    with translation.override("en"):
        made: dict[str, Any] = OperationGenerator().get_schema(request=None, public=True)
    text: dict[str, Any] = json.loads(json.dumps(made, default=str))
    return text
