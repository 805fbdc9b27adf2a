"""Every answer that any test gets is held against the document: its body, and its code."""

import functools
import json
import re
from typing import Any
from urllib.parse import urlsplit

from jsonschema import Draft202012Validator

from vrhcaby.rest import schema

KINDS = ("application/json", "application/problem+json")


def faults(method: str, path: str, response: Any) -> list[str]:
    """Return what of an answer is not as the document says; nothing for what it does not tell."""
    operation = _operation(method.lower(), urlsplit(path).path)
    kind = response.headers.get("Content-Type", "").split(";")[0]
    if operation is None or kind not in KINDS or response.streaming:
        return []
    status, value = str(response.status_code), json.loads(response.content)
    told = operation["responses"].get(status)
    if told is None:
        return [f"{operation['operationId']}: {status} is not documented: {value}"]
    if kind == KINDS[1] and value["code"] not in operation["x-codes"]:
        return [f"{operation['operationId']}: {value['code']} is not documented"]
    found = _validator(operation["operationId"], status, kind).iter_errors(value)
    return [f"{operation['operationId']}: {list(one.path)}: {one.message[:300]}" for one in found]


@functools.cache
def _operations() -> tuple[tuple[re.Pattern[str], str, dict[str, Any]], ...]:
    """Return all operations with patterns of their addresses, the plainest addresses first."""
    paths = sorted(schema.document()["paths"].items(), key=lambda one: one[0].count("{"))
    return tuple(
        (re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), method, operation)
        for path, methods in paths
        for method, operation in methods.items()
    )


@functools.lru_cache(maxsize=2000)
def _operation(method: str, path: str) -> dict[str, Any] | None:
    fitting = (one for one in _operations() if one[1] == method and one[0].fullmatch(path))
    found = next(fitting, None)
    return None if found is None else found[2]


@functools.cache
def _validator(operation_id: str, status: str, kind: str) -> Draft202012Validator:
    responses = next(
        one["responses"] for _, _, one in _operations() if one["operationId"] == operation_id
    )
    shape = responses[status].get("content", {}).get(kind, {}).get("schema", False)
    whole = {"allOf": [shape], "components": schema.document()["components"]}
    return Draft202012Validator(whole)
