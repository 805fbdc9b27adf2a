"""The document, the page that shows it, the guide, and the list of codes."""

from functools import cache
from typing import Any

import nh3
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from rest_framework import serializers
from rest_framework.response import Response

from vrhcaby.rest import faults, schema, statuses, words
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.papers import published, safe

DOCS = settings.BASE_DIR / "docs"
PAPERS = frozenset(
    {"api.md", "protocol.md", "fairness.md", "formats.md", "ladder.md", "examples/bot.py"}
)
"""What may be read at the site of the documents, by the names that stand in their links."""


class ProblemCode(serializers.Serializer):
    """A code of refusals."""

    code = serializers.CharField(help_text="The code, which never changes its meaning.")
    status = serializers.IntegerField(help_text="The HTTP status that it comes with.")
    detail = serializers.CharField(help_text="Its sentence in the reader's language.")


class ListProblems(Operation):
    """All codes of refusals; `type` of a problem leads here."""

    summary = "Codes of refusals"
    tag = "document"
    Output, many = ProblemCode, True

    def get(self, request: Any) -> Response:
        """Answer all codes."""
        return Response(
            [
                {
                    "code": code,
                    "status": statuses.status_of(code).value,
                    "detail": words.sentence(code),
                }
                for code in words.codes()
            ]
        )


@published
def document(request: HttpRequest) -> Any:
    """Give the OpenAPI document."""
    return schema.document()


@safe
def reference(request: HttpRequest) -> HttpResponse:
    """Show the document as a page."""
    return render(request, "api/reference.html")


@safe
def guide(request: HttpRequest) -> HttpResponse:
    """Show the guide."""
    return render(request, "api/guide.html", {"text": _rendered("api.md")})


@safe
def paper(request: HttpRequest, name: str) -> HttpResponse:
    """Show what the guide refers to: another page of the documents, or the bot as text."""
    if name not in PAPERS:
        return faults.problem("not_found")
    if name.endswith(".py"):
        text = (DOCS / name).read_text(encoding="utf-8")
        return HttpResponse(text, content_type="text/plain; charset=utf-8")
    return render(request, "api/guide.html", {"text": _rendered(name)})


@cache
def _rendered(name: str) -> SafeString:
    text = (DOCS / name).read_text(encoding="utf-8")
    page = nh3.clean(MarkdownIt("commonmark").enable("table").render(text))
    for wide in ("pre", "table"):
        # What is wider than the window is scrolled by keyboard too.
        page = page.replace(f"<{wide}>", f'<{wide} tabindex="0">')
    return mark_safe(page)  # noqa: S308  (cleaned, and our own file)
