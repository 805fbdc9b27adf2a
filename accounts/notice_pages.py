"""Pages of notices: the list behind the bell, what one wants, and the way out of e-mails."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import letters, services
from accounts.models import Member, Notice
from accounts.notice_forms import NoticeSettingsForm
from accounts.services import notices

ON_A_PAGE = 30


@login_required
@require_safe
def listed(request: HttpRequest) -> HttpResponse:
    """Show the member's notices, the newest first; ?before= the number of the last one seen."""
    member = _member(request)
    shown = member.notices.shown()
    before = request.GET.get("before", "")
    if before.isdecimal() and len(before) < 19:
        shown = shown.filter(pk__lt=int(before))
    found = list(shown.order_by("-pk")[: ON_A_PAGE + 1])
    rows = [(notice, letters.sentence(notice)) for notice in found[:ON_A_PAGE]]
    context = {
        "rows": rows,
        "older": rows[-1][0].pk if len(found) > ON_A_PAGE else None,
        "unread": Notice.objects.unread().filter(member=member).exists(),
    }
    return render(request, "accounts/notices.html", context)


@login_required
@require_POST
def read_all(request: HttpRequest) -> HttpResponse:
    """Mark everything as read."""
    notices.read(member_id=_member(request).pk)
    return redirect("accounts:notices")


@login_required
@require_safe
def followed(request: HttpRequest, notice_id: int) -> HttpResponse:
    """Go where a notice leads; it counts as read from then on."""
    member = _member(request)
    notice = get_object_or_404(Notice, pk=notice_id, member=member)
    notices.read(member_id=member.pk, notice_ids=[notice.pk])
    return redirect(notice.path)


@login_required
@never_cache
@require_safe
def counted(request: HttpRequest) -> JsonResponse:
    """Tell how many are unread, for the bell of a page that is open."""
    return JsonResponse({"unread": Notice.objects.unread().filter(member=request.user.pk).count()})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def wanted(request: HttpRequest) -> HttpResponse:
    """Show and keep which notices the member wants, and how."""
    member = _member(request)
    form = NoticeSettingsForm.of(member, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        services.change_preferences(member_id=member.pk, **form.preferences())
        messages.success(request, _("Settings saved."))
        return redirect("accounts:notice_settings")
    return render(request, "accounts/notice_settings.html", {"form": form})


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, key: str) -> HttpResponse:
    """End e-mails of one kind, by the address in one of them; mail programs POST (RFC 8058).

    The key is the right: it was sent to the member alone. A GET only asks, since programs that
    look at links before the reader does must not unsubscribe him.
    """
    found = letters.unsubscribed(key)
    if found is None:
        raise Http404
    member_id, kind = found
    context: dict[str, Any] = {"kind": kind.label, "done": request.method == "POST"}
    if request.method == "POST":
        if not Member.objects.filter(pk=member_id).exists():
            raise Http404
        notices.unsubscribe(member_id=member_id, kind=kind)
    return render(request, "accounts/unsubscribe.html", context)


def _member(request: HttpRequest) -> Member:
    """Return the member behind a view that lets in members only."""
    return cast(Member, request.user)
