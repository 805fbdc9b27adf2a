"""JSON as clients may send it: strict, and nothing of it may break the parser."""

import json
from collections.abc import Mapping
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

MOST_BYTES = 256 * 1024


class StrictJSONParser(JSONParser):
    """JSON in UTF-8 without NaN, without a name twice in one object; deep nesting is refused."""

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the value. Raises ParseError."""
        try:
            text = stream.read().decode("utf-8")
            return json.loads(text, parse_constant=_refuse, object_pairs_hook=_object)
        except (ValueError, RecursionError) as wrong:
            raise ParseError(str(wrong)) from wrong


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no JSON")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return made
