"""The home page: what one can do now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games import lobby_page
from ladder.selectors import table as tables
from ladder.selectors.tournaments import pages
from ladder.views.ladder import DEFAULT_POOL

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

MOST_PAIRINGS, MOST_OPEN = 5, 3


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what one can do now; a guest sees what this club is."""
    member = request.user if request.user.is_authenticated else None
    context = {
        **lobby_page.context(member, to=request.GET.get("to", "")),
        "top": tables.top(DEFAULT_POOL, now=timezone.now()),
        "pairings": pages.played_by(member, most=MOST_PAIRINGS) if member else [],
        "open_tournaments": pages.open_now(request.user, most=MOST_OPEN),
    }
    return render(request, "ladder/home.html", context)
