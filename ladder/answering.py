"""What a service of tournaments answered, as a message on the next page."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from ladder import phrases
from vrhcaby.errors import Refused


def respond(request: HttpRequest, answer: Any, *, back: str, done: str = "") -> HttpResponse:
    """Go back to a page with the refusal in words, or with what was done."""
    if isinstance(answer, Refused):
        messages.error(request, phrases.sentence(answer.code, answer.details))
    elif done:
        messages.success(request, done)
    return redirect(back)
