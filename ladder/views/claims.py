"""A director judges the claim that somebody did not come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ladder import answering
from ladder.services.tournaments import no_shows
from ladder.tournament_page import of_director
from ladder.views import acts

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from ladder.selectors.tournaments.pages import Viewer


@require_POST
@of_director
def judge(request: HttpRequest, viewer: Viewer, claim_id: int) -> HttpResponse:
    """Grant a claim, or decline it."""
    grant = request.POST.get("grant") == "yes"
    why = request.POST.get("why", "")
    answer = no_shows.judge_claim(claim_id=claim_id, by_id=viewer.user.pk, grant=grant, why=why)
    done = _("The claim is granted.") if grant else _("The claim is declined.")
    return answering.respond(request, answer, back=acts.console(viewer), done=done)
