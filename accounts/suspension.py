"""The page that a suspended member gets instead of any other."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import Member


def page(request: HttpRequest, member: Member) -> HttpResponse:
    """Say until when and why; the end stands in the member's own time zone."""
    context = {"until": member.banned_until, "reason": member.ban_reason, "suspended": member}
    response = render(request, "accounts/banned.html", context, status=HTTPStatus.FORBIDDEN)
    response["Cache-Control"] = "no-store"
    return response
