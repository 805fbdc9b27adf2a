"""The director's console: what waits for him, rounds, players, roles, consequences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ladder import console_page, tournament_page
from ladder.models import Role
from ladder.selectors.tournaments import pages
from ladder.tournament_page import of_director, of_official

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from ladder.selectors.tournaments.pages import Viewer


@require_safe
@never_cache
@of_official
def overview(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show what waits and what is played now; assistants see where to enter results."""
    return render(request, "ladder/tournaments/console.html", console_page.overview(viewer))


@require_safe
@never_cache
@of_official
def one_round(request: HttpRequest, viewer: Viewer, stage: int, number: int) -> HttpResponse:
    """Show a round with everything that can be done in it."""
    context = console_page.one_round(viewer, stage, number)
    if context is None:
        raise Http404
    return render(request, "ladder/tournaments/console/round.html", context)


@require_safe
@never_cache
@of_director
def players(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the entries: confirm, add, invite, order; while it runs, late entry and withdrawal."""
    tournament = viewer.tournament
    context = tournament_page.context(
        viewer,
        "console",
        entries=pages.entries(tournament, as_drawn=True),
        running=tournament.state == "running",
        editable=tournament.state in ("draft", "registration", "closed"),
    )
    return render(request, "ladder/tournaments/console/players.html", context)


@require_safe
@never_cache
@of_director
def roles(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show who works at the tournament, and invite others."""
    rows = Role.objects.filter(tournament=viewer.tournament).select_related("member", "invited_by")
    context = tournament_page.context(viewer, "console", roles=rows)
    return render(request, "ladder/tournaments/console/roles.html", context)
