"""Sentences of refusals by their codes: those of this layer, and what the applications register."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Sentence = Callable[[str, Mapping[str, Any]], str]

OWN: Mapping[str, Promise] = {
    "not_found": _("There is nothing at this address."),
    "method_not_allowed": _("This address does not know this method."),
    "not_acceptable": _("This cannot be given in the format that was asked for."),
    "unsupported_media_type": _("Send JSON."),
    "bad_request": _("We do not answer requests of this kind."),
    "malformed": _("This is not JSON as we read it."),
    "too_large": _("Too much was sent at once."),
    "invalid": _("Some values are not possible: see the fields."),
    "unknown_field": _("There is no field of this name here."),
    "unknown_parameter": _("There is no parameter of this name here."),
    "repeated_parameter": _("This parameter can be given only once."),
    "bad_cursor": _("This cursor is not of this list."),
    "forbidden": _("You may not do that."),
    "too_many_requests": _("Too many requests: wait as long as Retry-After says."),
    "busy": _("Somebody else is just changing this: try again."),
    "unavailable": _("The service is interrupted; we are working on it."),
    "internal": _("A mistake of ours: it has been noted, and nothing was changed."),
    "bad_moment": _("This point of time is too far away."),
    "refused": _("That is not possible."),
}

_registered: dict[str, tuple[frozenset[str], Sentence]] = {}


def register(name: str, codes: Iterable[str], sentence: Sentence) -> None:
    """Let an application say the sentences of its codes; `name` is the application's."""
    _registered[name] = (frozenset(codes), sentence)


def sentence(code: str, details: Mapping[str, Any] | None = None) -> str:
    """Return the sentence of a code in the active language."""
    for codes, say in _registered.values():
        if code in codes:
            return say(code, details or {})
    return str(OWN.get(code, OWN["refused"]))


def codes() -> Iterator[str]:
    """Give every code that has a sentence, once."""
    yield from sorted({*OWN, *(code for known, _say in _registered.values() for code in known)})
