"""Pages on which a member looks after his own: data, sessions, leaving."""

from collections.abc import AsyncIterator, Iterator
from typing import cast

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.usersessions.models import UserSession
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import leaving, personal_data, phrases, services
from accounts.models import Member
from vrhcaby.errors import DomainError

EXPORT_EVERY_S = 60


@login_required
@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Say what is kept and for how long, with the ways to get it and to leave."""
    kept = {
        "chat": settings.KEEP_CHAT_DAYS,
        "reports": settings.KEEP_REPORTS_DAYS,
        "challenges": settings.KEEP_CHALLENGES_DAYS,
        "notices": settings.KEEP_NOTICES_DAYS,
    }
    return render(request, "accounts/privacy.html", {"kept": kept})


@login_required
@reauthentication_required
@require_http_methods(["GET", "HEAD", "POST"])
def export(request: HttpRequest) -> HttpResponseBase:
    """Ask, then send all that is kept about the member, as it is read."""
    if request.method != "POST":
        return render(request, "accounts/export.html")
    member = cast(Member, request.user)
    if not cache.add(f"export-{member.pk}", 1, EXPORT_EVERY_S):
        messages.error(request, phrases.refusal("export_too_often"))
        return redirect("accounts:privacy")
    response = StreamingHttpResponse(
        _pieces(personal_data.archive(member)), content_type="application/zip"
    )
    response["Content-Disposition"] = 'attachment; filename="vrhcaby.zip"'
    response["Cache-Control"] = "no-store"
    # A ZIP is compressed as it is; compressing the stream once more would break it off.
    response["Content-Encoding"] = "identity"
    return response


@login_required
@reauthentication_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """Ask for the member's name, then let him leave for good."""
    member = cast(Member, request.user)
    if request.method != "POST":
        return render(request, "accounts/leave.html")
    if request.POST.get("name", "").strip() != member.username:
        messages.error(request, _("Type your name exactly, so that nobody leaves by mistake."))
        return redirect("accounts:leave")
    try:
        leaving.forget(member_id=member.pk)
    except DomainError as refusal:
        messages.error(request, phrases.refusal(refusal.code))
        return redirect("accounts:privacy")
    get_adapter().logout(request)
    messages.success(request, _("You have left. Nothing here bears your name any more."))
    return redirect(settings.LOGOUT_REDIRECT_URL)


@login_required
@require_safe
def sessions(request: HttpRequest) -> HttpResponse:
    """Show where the member is signed in."""
    rows = UserSession.objects.purge_and_list(request.user)
    rows.sort(key=lambda row: row.created_at, reverse=True)
    context = {"sessions": rows, "here": request.session.session_key}
    return render(request, "accounts/sessions.html", context)


@login_required
@require_POST
def end_session(request: HttpRequest, session_id: int) -> HttpResponse:
    """Sign the member out on one other device."""
    row = get_object_or_404(UserSession, pk=session_id, user=request.user.pk)
    if row.session_key == request.session.session_key:
        return redirect("accounts:sessions")
    row.end()
    services.shut_sockets(int(request.user.pk or 0), code="signed_out")
    messages.success(request, _("That device is signed out."))
    return redirect("accounts:sessions")


async def _pieces(archive: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Read piece by piece on the thread of the request, so that the server goes on meanwhile."""
    following = sync_to_async(_next)
    while (piece := await following(archive)) is not None:
        yield piece


def _next(archive: Iterator[bytes]) -> bytes | None:
    return next(archive, None)
