"""Calendar feeds: of a tournament, and of a member by a secret address."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ladder import answering, calendars
from ladder.models import CalendarKey
from ladder.selectors.tournaments import calendar
from ladder.services import calendars as keys
from ladder.tournament_page import of_tournament

if TYPE_CHECKING:
    from django.http import HttpRequest

    from accounts.models import Member
    from ladder.selectors.tournaments.pages import Viewer


@require_safe
@of_tournament
def of_one(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Give the calendar of a tournament: its rounds and the times agreed."""
    tournament = viewer.tournament
    entries = calendar.of_tournament(tournament, site=_site(request))
    return _file(calendars.feed(entries, name=tournament.name, now=timezone.now()))


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """Give a member's calendar to whoever knows its secret (?klic=), in the member's language."""
    member = calendar.owner(request.GET.get("klic", ""))
    if member is None:
        raise Http404
    now = timezone.now()
    with translation.override(member.language):
        entries = calendar.of_member(member, now=now, site=_site(request))
        name = _("Vrhcáby: my matches")
    return _file(calendars.feed(entries, name=name, now=now))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def address(request: HttpRequest) -> HttpResponse:
    """Show the address of one's own calendar, and make a new one when asked to."""
    member = cast("Member", request.user)
    if request.method == "POST":
        done = _("The address is new; the old one no longer works.")
        back = reverse("ladder:my_calendar")
        return answering.respond(request, keys.renew(by_id=member.pk), back=back, done=done)
    key = CalendarKey.objects.filter(member=member).values_list("key", flat=True).first()
    path = f"{reverse('ladder:my_feed')}?klic={key}" if key else ""
    context = {"address": request.build_absolute_uri(path) if key else ""}
    return render(request, "ladder/tournaments/calendar.html", context)


def _site(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


def _file(written: bytes) -> HttpResponse:
    return HttpResponse(written, content_type="text/calendar; charset=utf-8")
