"""Long lists as they are read: NDJSON (a JSON value a line) and CSV, in constant memory.

Rows are read in pieces by the primary key, each piece a statement of its own, so that a slow
reader keeps no transaction open and no connection from others.
"""

import csv
import io
import json
import re
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from typing import Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import StreamingHttpResponse
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer

NDJSON, CSV = "application/x-ndjson", "text/csv"
PIECE = 500
_DANGEROUS = tuple("=+-@\t\r")
_NUMBER = re.compile(r"[+-]?[0-9]+([./][0-9]+)?")

Row = dict[str, Any]
Read = Callable[[Any], list[tuple[Any, Row]]]
"""Given the key to begin after (None: the beginning) it returns rows, each with its key."""


class NdjsonRenderer(BaseRenderer):
    """Named for the choice of a format; the answer is streamed, and problems are JSON."""

    media_type = NDJSON
    format = "ndjson"
    charset = "utf-8"

    def render(self, data: Any, *args: Any, **kwargs: Any) -> bytes:
        """Return a problem as JSON."""
        return json.dumps(data, ensure_ascii=False).encode()


class CsvRenderer(NdjsonRenderer):
    """Named for the choice of a format; rows are written by `table`, and problems are JSON.

    The columns are those of the operation, whatever rows there are.
    """

    media_type = CSV
    format = "csv"

    def render(
        self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None
    ) -> bytes:
        """Return a page's rows, or a list's, as a table, a problem as JSON."""
        rows = data.get("results") if isinstance(data, dict) else data
        if not isinstance(rows, list):
            return json.dumps(data, ensure_ascii=False).encode()
        view = renderer_context["view"]
        return table(rows, view.columns or columns_of(view.Output)).encode()


def stream(request: Any, read: Read, columns: Sequence[str]) -> StreamingHttpResponse:
    """Answer all rows, as NDJSON or as CSV with these columns, by what the client accepts."""
    kind = request.accepted_renderer.media_type
    write = _csv_writer(columns) if kind == CSV else _json_lines
    django_request = request._request
    pieces = _pieces(read, write)
    body: Any = _outside(pieces) if isinstance(django_request, ASGIRequest) else pieces
    response = StreamingHttpResponse(body, content_type=f"{kind}; charset=utf-8")
    response["Cache-Control"] = "no-store"
    return response


def table(rows: Sequence[Row], columns: Sequence[str]) -> str:
    """Return rows as CSV with a header; what is nested has a column for each part.

    A column that ends in `.*` is as many as the rows have under that name.
    """
    flat = [flattened(row) for row in rows]
    found = dict.fromkeys(name for row in flat for name in row)
    named = [one for column in columns for one in _named(column, found)]
    return _csv_text([named, *([_cell(row.get(name)) for name in named] for row in flat)])


def columns_of(shape: type[serializers.Serializer], path: str = "") -> list[str]:
    """Return the columns of a table whose rows are of this shape.

    Parts that are listed have columns as often as there are at most (`max_length`).
    """
    columns: list[str] = []
    for name, field in shape().fields.items():
        inner = getattr(field, "child", field)
        if not isinstance(inner, serializers.Serializer):
            columns.append(f"{path}{name}")
        elif inner is field:
            columns += columns_of(type(inner), f"{path}{name}.")
        else:
            for number in range(getattr(field, "max_length", 1)):
                columns += columns_of(type(inner), f"{path}{name}.{number}.")
    return columns


def flattened(row: Row, path: str = "") -> Row:
    """Return a row whose nested parts stand beside each other under dotted names."""
    flat: Row = {}
    for name, value in row.items():
        key = f"{path}{name}"
        if isinstance(value, dict):
            flat.update(flattened(value, f"{key}."))
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for number, inner in enumerate(value):
                flat.update(flattened(inner, f"{key}.{number}."))
        else:
            flat[key] = value
    return flat


def _pieces(read: Read, write: Callable[[list[Row], bool], str]) -> Iterator[bytes]:
    key, first = None, True
    while True:
        found = read(key)
        if not found and not first:
            return
        yield write([row for _key, row in found], first).encode()
        if len(found) < PIECE:
            return
        key, first = found[-1][0], False


async def _outside(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Read each piece on the thread of database work."""
    step = sync_to_async(lambda: next(pieces, None))
    while (piece := await step()) is not None:
        yield piece


def _json_lines(rows: list[Row], first: bool) -> str:
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


def _csv_writer(columns: Sequence[str]) -> Callable[[list[Row], bool], str]:
    def write(rows: list[Row], first: bool) -> str:
        flat = [flattened(row) for row in rows]
        lines = [[_cell(row.get(name)) for name in columns] for row in flat]
        return _csv_text([list(columns), *lines] if first else lines)

    return write


def _named(column: str, found: Iterable[str]) -> list[str]:
    if not column.endswith(".*"):
        return [column]
    return [name for name in found if name.startswith(column[:-1])]


def _csv_text(lines: Sequence[Sequence[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(lines)
    return text.getvalue()


def _cell(value: Any) -> Any:
    """Return a cell; text that a spreadsheet would take for a formula is quoted.

    A number that is told as text, such as -7/2, is none.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, str) and value.startswith(_DANGEROUS) and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return value
