"""Query parameters of operations that list nothing: whole numbers within bounds, choices, yes/no.

An operation names them in `parameters` by the shapes that are made here, and reads them by `asked`,
which goes by the same shapes: what the document says is what is taken.
"""

from collections.abc import Mapping
from typing import Any

from vrhcaby.rest.problems import Problem

_TRUTHS = {"true": True, "false": False}


def whole(text: str, *, least: int, most: int) -> dict[str, Any]:
    """Return the shape of a whole number."""
    return {"type": "integer", "minimum": least, "maximum": most, "description": text}


def truth(text: str) -> dict[str, Any]:
    """Return the shape of `true` or `false`."""
    return {"type": "boolean", "description": text}


def choice(text: str, values: Any) -> dict[str, Any]:
    """Return the shape of a word of a closed list."""
    return {"type": "string", "enum": list(values), "description": text}


def words(text: str, *, most: int) -> dict[str, Any]:
    """Return the shape of a short text."""
    return {"type": "string", "maxLength": most, "description": text}


def asked(request: Any, shapes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters that were sent, by name. Raises Problem with each wrong one's field."""
    found, wrong = {}, {}
    for name, shape in shapes.items():
        text = request.query_params.get(name)
        if text is None:
            continue
        found[name] = _read(text, shape)
        if found[name] is None:
            wrong[name] = [{"code": "invalid", "detail": _possible(shape)}]
    if wrong:
        raise Problem("invalid", fields=wrong)
    return found


def _read(text: str, shape: Mapping[str, Any]) -> Any:
    """Return the value of a text, None where it has none."""
    kind = shape["type"]
    if kind == "boolean":
        return _TRUTHS.get(text)
    if kind == "integer":
        return _whole(text, shape)
    if "enum" in shape:
        return text if text in shape["enum"] else None
    return text if len(text) <= shape["maxLength"] and "\0" not in text else None


def _whole(text: str, shape: Mapping[str, Any]) -> int | None:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(shape["maximum"]))):
        return None
    return int(text) if shape["minimum"] <= int(text) <= shape["maximum"] else None


def _possible(shape: Mapping[str, Any]) -> str:
    """Return what could have been sent, in signs that every reader knows."""
    if shape["type"] == "boolean":
        return "true, false"
    if shape["type"] == "integer":
        return f"{shape['minimum']} … {shape['maximum']}"
    return ", ".join(shape["enum"]) if "enum" in shape else f"≤ {shape['maxLength']}"
