"""A pairing: what is known of it, and what its two players can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ladder import permissions, tournament_page
from ladder.models import UNDECIDED, PairingMatch, ResultReport
from ladder.selectors.tournaments import pages
from ladder.tournament_page import of_tournament

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from ladder.models import Pairing
    from ladder.selectors.tournaments.pages import Viewer


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@of_tournament
def pairing(request: HttpRequest, viewer: Viewer, pairing_id: int) -> HttpResponse:
    """Show a pairing; a post is an act of one of its players."""
    found = pages.pairing(viewer, pairing_id)
    if found is None:
        raise Http404
    context = tournament_page.context(
        viewer,
        "schedule",
        pairing=found,
        mine=_mine(viewer, found),
        reports=ResultReport.objects.filter(pairing=found).select_related("entry__member"),
        earlier=PairingMatch.objects.filter(pairing=found),
    )
    return render(request, "ladder/tournaments/pairing.html", context)


def _mine(viewer: Viewer, found: Pairing) -> list[pages.Mine]:
    if permissions.entry_in(viewer.user, found) is None or found.state not in UNDECIDED:
        return []
    return pages.views_of([found], viewer.user.pk, viewer.tournament, now=timezone.now())
