"""What a service of tournaments answered, as a message on the next page."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from ladder import phrases, tournament_phrases
from vrhcaby.errors import Refused


def respond(request: HttpRequest, answer: Any, *, back: str, done: str = "") -> HttpResponse:
    """Go back to a page with the refusal in words, or with what was done."""
    if isinstance(answer, Refused):
        messages.error(request, told(answer))
    elif done:
        messages.success(request, done)
    return redirect(back)


def sentence(code: str, details: Mapping[str, Any]) -> str:
    """Return the sentence of a refusal, as tournaments say it where others have the code too."""
    if code in tournament_phrases.REFUSALS:
        return tournament_phrases.sentence(code, details)
    return phrases.sentence(code, details)


def told(refused: Refused) -> str:
    """Return a refusal in words; what has changed meanwhile is told act by act, with its maker."""
    text = sentence(refused.code, refused.details)
    acts = refused.details.get("acts", ()) if refused.code == "changed_meanwhile" else ()
    said = (
        f"{phrases.act(one['code'], one['subject'], one['before'], one['after'])} ({one['by']})"
        for one in acts
        if one["by"]
    )
    return " ".join([text, *said])
