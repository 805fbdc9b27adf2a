"""JSON as clients may send it: strict, and nothing of it may break the parser."""

import json
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.utils.http import parse_header_parameters
from rest_framework.exceptions import ParseError, UnsupportedMediaType
from rest_framework.parsers import BaseParser

JSON = "application/json"
UTF8 = "utf-8"
MOST_BYTES = 256 * 1024
"""Of a body; an operation that takes files says its own in `most_bytes`."""


class StrictJSONParser(BaseParser):
    """JSON in UTF-8 without NaN, a name twice in one object, half a character, deep nesting."""

    media_type = JSON

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the value.

        Raises UnsupportedMediaType for another encoding, ParseError, and RequestDataTooBig before
        all of it is read.
        """
        _require_utf8(media_type)
        try:
            text = _read(stream, parser_context).decode("utf-8")
            return _whole(text, json.loads(text, parse_constant=_refuse, object_pairs_hook=_object))
        except (ValueError, RecursionError) as wrong:
            raise ParseError(str(wrong)) from wrong


class RawParser(BaseParser):
    """JSON as the bytes that were sent, for a service that tells the line of what is wrong."""

    media_type = JSON

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the bytes. Raises as `StrictJSONParser` does for an encoding and a size."""
        _require_utf8(media_type)
        return _read(stream, parser_context)


def _require_utf8(media_type: str | None) -> None:
    _kind, told = parse_header_parameters(media_type or "")
    if told.get("charset", UTF8).strip().lower() not in (UTF8, "utf8"):
        raise UnsupportedMediaType(media_type or "")


def _read(stream: Any, parser_context: Mapping[str, Any] | None) -> bytes:
    """Return a body; DRF hands the request itself over, of which nothing was read yet."""
    most = getattr((parser_context or {}).get("view"), "most_bytes", MOST_BYTES)
    raw: bytes = stream.read(most + 1)
    if len(raw) > most:
        raise RequestDataTooBig
    return raw


def _whole(text: str, value: Any) -> Any:
    """Return the value, unless half a character is escaped in it: nothing could hold that."""
    if "\\ud" in text.lower():
        json.dumps(value, ensure_ascii=False).encode()
    return value


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no JSON")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return made
