"""Pages of long lists by cursor: a page costs the same wherever it lies, and misses nothing.

A cursor holds a mark of its list and ordering, and the values of the ordering at the row where a
page begins. It is not secret and not signed: what it holds is checked as any other input is.
"""

import base64
import binascii
import datetime
import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from rest_framework.pagination import BasePagination
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from vrhcaby import moments
from vrhcaby.rest.problems import Problem

USUAL, MOST = 50, 200
CURSOR, LIMIT = "cursor", "limit"
LONGEST_CURSOR = 400


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a page begins: after (or, going back, before) the row with these values.

    `mark` names the list and its ordering, so that no other list takes the cursor for its own.
    """

    mark: str
    backwards: bool
    values: tuple[Any, ...]

    def text(self) -> str:
        """Return the cursor as it stands in an address."""
        held = [self.mark, int(self.backwards), *map(_plain, self.values)]
        raw = json.dumps(held, separators=(",", ":"))
        return base64.urlsafe_b64encode(raw.encode()).decode().rstrip("=")


class KeysetPagination(BasePagination):
    """Pages by the ordering of the query set, which the primary key makes total where it is not.

    A query set must be ordered by columns of its own model that are never null.
    """

    def paginate_queryset(self, queryset: Any, request: Any, view: Any = None) -> list[Any]:
        """Return the rows of the page that is asked for. Raises Problem."""
        self._request = request
        names = _total(queryset)
        self._mark = _mark(request.path, names)
        cursor = _read(request.query_params.get(CURSOR), self._mark, queryset, names)
        size = _size(request.query_params.get(LIMIT))
        back = cursor is not None and cursor.backwards
        ordering = [_turned(name) for name in names] if back else names
        rows = queryset.order_by(*ordering)
        if cursor is not None:
            rows = rows.filter(_beyond(ordering, cursor.values))
        found = list(rows[: size + 1])
        more, page = len(found) > size, found[:size]
        if back:
            page.reverse()
        self._names = names
        self._set_links(page, more=more, cursor=cursor)
        return page

    def get_paginated_response(self, data: Any) -> Response:
        """Return the page with the addresses of its neighbours, which a table has no place for."""
        answer = Response({"next": self._next, "previous": self._previous, "results": data})
        ways = (("next", self._next), ("prev", self._previous))
        links = [f'<{address}>; rel="{way}"' for way, address in ways if address is not None]
        if links:
            answer["Link"] = ", ".join(links)
        return answer

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Return the schema of a page."""
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "description": "One page of a list.",
            "required": ["next", "previous", "results"],
            "properties": {
                "next": {**link, "description": "Address of the page after this; null: the last."},
                "previous": {**link, "description": "Address of the page before; null: the first."},
                "results": {**schema, "description": "The rows of this page."},
            },
        }

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """Return the parameters of a page."""
        size = {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL}
        text = {"type": "string", "maxLength": LONGEST_CURSOR}
        return [
            {
                "name": CURSOR,
                "in": "query",
                "required": False,
                "description": "Where the page begins: out of `next` or `previous`.",
                "schema": text,
            },
            {
                "name": LIMIT,
                "in": "query",
                "required": False,
                "description": "How many rows a page has at most.",
                "schema": size,
            },
        ]

    def _set_links(self, page: Sequence[Any], *, more: bool, cursor: Cursor | None) -> None:
        back = cursor is not None and cursor.backwards
        has_next = more if not back else True
        has_previous = more if back else cursor is not None
        self._next = self._link(page[-1], back=False) if page and has_next else None
        self._previous = self._link(page[0], back=True) if page and has_previous else None

    def _link(self, row: Any, *, back: bool) -> str:
        values = tuple(_value(row, name) for name in self._names)
        url = self._request.build_absolute_uri()
        return replace_query_param(url, CURSOR, Cursor(self._mark, back, values).text())


def _total(queryset: "QuerySet[Any]") -> list[str]:
    """Return the ordering; without a unique column, with the primary key in the first's way."""
    names = [str(name) for name in queryset.query.order_by or queryset.model._meta.ordering]
    if any(_is_unique(queryset.model, name.lstrip("-")) for name in names):
        return names
    return [*names, "-pk" if names and names[0].startswith("-") else "pk"]


def _is_unique(model: Any, name: str) -> bool:
    return name == "pk" or bool(model._meta.get_field(name).unique)


def _mark(address: str, names: Sequence[str]) -> str:
    """Return what tells the cursors of a list in an ordering from all others."""
    return hashlib.sha256("\n".join([address, *names]).encode()).hexdigest()[:8]


def _turned(name: str) -> str:
    return name.removeprefix("-") if name.startswith("-") else f"-{name}"


def _beyond(ordering: Sequence[str], values: Sequence[Any]) -> Q:
    """Return the condition of rows behind these values; the first column narrows an index."""
    condition = Q()
    for name, value in reversed(list(zip(ordering, values, strict=True))):
        column, way = name.lstrip("-"), "lt" if name.startswith("-") else "gt"
        past = Q(**{f"{column}__{way}": value})
        condition = past | (Q(**{column: value}) & condition) if condition else past
    first = ordering[0]
    way = "lte" if first.startswith("-") else "gte"
    return Q(**{f"{first.lstrip('-')}__{way}": values[0]}) & condition


def _value(row: Any, name: str) -> Any:
    return getattr(row, name.lstrip("-"))


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime.datetime) else value


def _size(text: str | None) -> int:
    if text is None:
        return USUAL
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MOST))):
        raise _wrong(LIMIT)
    size = int(text)
    if not 1 <= size <= MOST:
        raise _wrong(LIMIT)
    return size


def _wrong(name: str) -> Problem:
    detail = f"1 … {MOST}"
    return Problem("invalid", fields={name: [{"code": "out_of_range", "detail": detail}]})


def _read(
    text: str | None, mark: str, queryset: "QuerySet[Any]", names: Sequence[str]
) -> Cursor | None:
    if text is None:
        return None
    try:
        return _parsed(json.loads(_decoded(text)), mark, _fields(queryset), names)
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as bad:
        raise Problem("bad_cursor") from bad


def _parsed(held: Any, mark: str, fields: Mapping[str, Any], names: Sequence[str]) -> Cursor:
    """Return the cursor of what a text holds. Raises ValueError and others of its kind."""
    own, backwards, *values = held
    if own != mark or backwards not in (0, 1) or len(values) != len(names):
        raise ValueError(held)
    read = [fields[name.lstrip("-")](value) for name, value in zip(names, values, strict=True)]
    return Cursor(mark, bool(backwards), tuple(read))


def _decoded(text: str) -> bytes:
    if len(text) > LONGEST_CURSOR:
        raise ValueError("too long")
    try:
        padded = text.encode("ascii") + b"=" * (-len(text) % 4)
        return base64.b64decode(padded, altchars=b"-_", validate=True)
    except (binascii.Error, UnicodeEncodeError) as bad:
        raise ValueError("no base64") from bad


def _fields(queryset: "QuerySet[Any]") -> Mapping[str, Any]:
    """Return by column what reads its value out of a cursor."""
    meta = queryset.model._meta
    readers = {field.attname: _reader(field) for field in meta.concrete_fields}
    return {**readers, "pk": readers[meta.pk.attname]}


def _reader(field: Any) -> Any:
    """Return what reads a column's value out of JSON, by the kind of the column."""
    by_kind = {"DateTimeField": _moment, "CharField": _text, "FloatField": _number}
    return by_kind.get(field.get_internal_type(), _whole)


def _whole(value: Any) -> int:
    if type(value) is not int or abs(value) >= 2**53:
        raise ValueError(value)
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise ValueError(value)
    return float(value)


def _text(value: Any) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise ValueError(value)
    value.encode()  # Half a surrogate pair is no text.
    return value


def _moment(value: Any) -> datetime.datetime:
    made = datetime.datetime.fromisoformat(_text(value))
    if made.tzinfo is None or not moments.is_possible(made):
        raise ValueError(value)
    return made
