"""What follows after the tables: deciding matches and the knock-out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ladder import answering
from ladder.services.tournaments import brackets, play_offs
from ladder.tournament_page import of_director
from ladder.views import acts

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from ladder.selectors.tournaments.pages import Viewer

GROUP = "group-"


@require_POST
@of_director
def play_off(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Make the deciding match of those who share a place."""
    answer = play_offs.create(
        slug=viewer.tournament.slug,
        by_id=viewer.user.pk,
        stage_id=acts.whole(request, "stage") or 0,
        place=acts.whole(request, "place") or 0,
    )
    done = _("The deciding match is made.")
    return answering.respond(request, answer, back=acts.console(viewer), done=done)


@require_POST
@of_director
def knockout(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Draw the knock-out, by the tables or in the director's own order."""
    answer = brackets.start_knockout(
        slug=viewer.tournament.slug,
        by_id=viewer.user.pk,
        order=_order(request) if "own" in request.POST else None,
        why=request.POST.get("why", ""),
    )
    done = _("The knock-out is drawn.")
    return answering.respond(request, answer, back=acts.console(viewer), done=done)


def _order(request: HttpRequest) -> dict[int, list[int]]:
    """Return who goes on from each group, by the group's number."""
    return {
        int(name.removeprefix(GROUP)): [int(one) for one in request.POST.getlist(name) if _is(one)]
        for name in request.POST
        if name.startswith(GROUP) and _is(name.removeprefix(GROUP))
    }


def _is(text: str) -> bool:
    return bool(acts.WHOLE.fullmatch(text))
