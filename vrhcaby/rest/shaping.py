"""JSON Schemas of objects whose parts are known."""

from collections.abc import Collection, Mapping
from typing import Any

Shape = dict[str, Any]


def ref(name: str) -> dict[str, str]:
    """Return a reference to a schema of the document."""
    return {"$ref": f"#/components/schemas/{name}"}


def closed(text: str, parts: Mapping[str, Any], *, may_lack: Collection[str] = ()) -> Shape:
    """Return the schema of an object that has these parts and no others."""
    return {
        "type": "object",
        "description": text,
        "properties": dict(parts),
        "required": [name for name in parts if name not in may_lack],
        "additionalProperties": False,
    }


def some(text: str, parts: Mapping[str, Any]) -> Shape:
    """Return the schema of an object that has any of these parts and no others."""
    return {**closed(text, parts), "required": []}


def listed(text: str, items: Shape) -> Shape:
    """Return the schema of a list."""
    return {"type": "array", "description": text, "items": items}


def or_null(shape: Shape) -> Shape:
    """Return the schema of such a value or of null."""
    told = {"description": shape["description"]} if "description" in shape else {}
    own = {name: part for name, part in shape.items() if name != "description"}
    if own.keys() <= {"type", "format"}:
        return {**own, "type": [own["type"], "null"], **told}
    return {"anyOf": [own, {"type": "null"}], **told}


def text(told: str) -> Shape:
    """Return the schema of a text."""
    return {"type": "string", "description": told}


def whole(told: str) -> Shape:
    """Return the schema of a whole number."""
    return {"type": "integer", "description": told}


def truth(told: str) -> Shape:
    """Return the schema of `true` or `false`."""
    return {"type": "boolean", "description": told}


def moment(told: str) -> Shape:
    """Return the schema of a time."""
    return {"type": "string", "format": "date-time", "description": told}
