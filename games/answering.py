"""What a service answered, as the answer to a form: a page to go to, and a sentence."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from games import phrases
from games.services.answers import Asked, Began, Waiting
from vrhcaby.errors import Refused

JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Told:
    """Where the browser goes (None: nowhere) and what it is told; `fields`: at fields of a form."""

    url: str | None
    text: str
    refused: bool = False
    fields: Mapping[str, str] = dataclasses.field(default_factory=dict)


def told(answer: Any) -> Told:
    """Put a service's answer into words and an address."""
    if isinstance(answer, Refused):
        return Told(None, phrases.sentence(answer.code, answer.details), refused=True)
    if isinstance(answer, Began):
        return Told(reverse("games:match", kwargs={"match_id": answer.match_id}), "")
    if isinstance(answer, Asked):
        return Told(None, _("Your opponent is away and is being asked; wait here for a minute."))
    if isinstance(answer, Waiting):
        return Told(None, _("Your challenge waits; the game begins when somebody accepts it."))
    return Told(None, "")


def faults(form: Any) -> Told:
    """Return the faults of a form as a refusal: the first in words, each at its field."""
    fields = {name: str(reasons[0]) for name, reasons in form.errors.items()}
    return Told(None, next(iter(fields.values())), refused=True, fields=fields)


def wants_json(request: HttpRequest) -> bool:
    """Say whether a script asks, not a form by itself."""
    return JSON in request.headers.get("accept", "")


def respond(request: HttpRequest, answer: Told, *, back: str) -> HttpResponse:
    """Answer a script with JSON `{go, text, refused}`, a form with a redirect and a message.

    The JSON of a form with bad values has `fields` besides: the reason by the field's name.
    """
    if wants_json(request):
        said = {"go": answer.url, "text": answer.text, "refused": answer.refused}
        return JsonResponse(said | ({"fields": answer.fields} if answer.fields else {}))
    if answer.text:
        messages.add_message(
            request, messages.ERROR if answer.refused else messages.INFO, answer.text
        )
    return redirect(answer.url or back)
