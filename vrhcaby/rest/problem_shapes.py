"""Refusals in the document: what they say, and what the details of each code hold."""

from collections.abc import Collection, Mapping
from itertools import combinations
from typing import Any

from vrhcaby.rest import problems, shaping, words
from vrhcaby.rest.shaping import ref

_details: dict[str, Mapping[str, Any]] = {}
_own_details: dict[str, Mapping[str, Mapping[str, Any]]] = {}


def register_details(details: Mapping[str, Mapping[str, Any]]) -> None:
    """Let an application say the schemas of what details of its refusals hold, by their names."""
    _details.update(details)


def register_own_details(code: str, details: Mapping[str, Mapping[str, Any]]) -> None:
    """Let an application say what only one code tells besides; it is told where that code is.

    What is long stays out of all other refusals, which readers of the document unfold.
    """
    _own_details[code] = details


def answer(codes: list[str]) -> dict[str, Any]:
    """Return the answer of one status that has these codes."""
    listed = "\n".join(f"- `{code}`: {words.sentence(code)}" for code in codes)
    example = {
        code: {"value": problems.body(code, {}), "summary": words.sentence(code)} for code in codes
    }
    media = {"schema": ref(_name(codes)), "examples": example}
    return {"description": listed, "content": {problems.CONTENT_TYPE: media}}


def _name(codes: Collection[str]) -> str:
    """Return the schema of refusals with these codes."""
    return "".join(sorted(_camel(code) for code in codes if code in _own_details)) + "Problem"


def _camel(code: str) -> str:
    return code.title().replace("_", "")


def components() -> dict[str, Any]:
    """Return the schemas of refusals: the usual one, and those of codes that tell more."""
    usual = {**_DETAILS, **_details}
    made = {}
    for size in range(len(_own_details) + 1):
        for codes in combinations(sorted(_own_details), size):
            more = {name: part for code in codes for name, part in _own_details[code].items()}
            told = dict(sorted({**usual, **more}.items()))
            name = _name(codes)
            text = "Facts that belong to a code; those of others are left out."
            made[f"{name}Details"] = shaping.some(text, told)
            details = {**ref(f"{name}Details"), "description": _OF_DETAILS}
            properties = {**_PROBLEM["properties"], "details": details}
            made[name] = {**_PROBLEM, "properties": properties}
    return made


_REASON = {
    "type": "object",
    "description": "One reason at a field.",
    "required": ["code", "detail"],
    "properties": {
        "code": {"type": "string", "description": "Stable code of the reason."},
        "detail": {"type": "string", "description": "The reason for people."},
    },
}
_PROBLEM: Mapping[str, Any] = {
    "type": "object",
    "description": "Why something was refused (RFC 9457).",
    "required": ["type", "title", "status", "code", "detail"],
    "properties": {
        "type": {"type": "string", "description": "Address of the code in the list of codes."},
        "title": {"type": "string", "description": "The phrase of the status."},
        "status": {"type": "integer", "description": "The HTTP status."},
        "code": {"type": "string", "description": "Stable code of the refusal."},
        "detail": {"type": "string", "description": "A sentence in the reader's language."},
        "fields": {
            "type": "object",
            "description": "Reasons by the dotted path of the field they concern.",
            "additionalProperties": {"type": "array", "items": _REASON},
        },
    },
}
_OF_DETAILS = "Facts that belong to the code, such as `version` of a match."
_DETAILS = {
    "parameters": shaping.listed("Names of parameters.", {"type": "string"}),
    "scope": shaping.text("The scope that is needed."),
}
