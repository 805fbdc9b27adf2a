"""A pairing: what is known of it, and what its two players can do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms import SeedForm
from games.services.answers import Asked, Began
from ladder import answering, permissions, tournament_page
from ladder.models import UNDECIDED, PairingMatch, ResultReport
from ladder.selectors import ledger
from ladder.selectors.tournaments import pages
from ladder.services.tournaments import live, no_shows, scores, times
from ladder.tournament_page import of_tournament
from ladder.views import acts
from vrhcaby.errors import Refused

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from ladder.models import Pairing
    from ladder.selectors.tournaments.pages import Viewer

    Answered = tuple[Any, Any]
    Act = Callable[[HttpRequest, Viewer, int], Answered]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@of_tournament
def pairing(request: HttpRequest, viewer: Viewer, pairing_id: int) -> HttpResponse:
    """Show a pairing; a post is an act of one of its players."""
    found = pages.pairing(viewer, pairing_id)
    if found is None:
        raise Http404
    if request.method == "POST":
        return _act(request, viewer, found)
    context = tournament_page.context(
        viewer,
        "schedule",
        pairing=found,
        unrated=ledger.is_unrated_with_bot(found),
        mine=_mine(viewer, found),
        reports=ResultReport.objects.filter(pairing=found).select_related("entry__member"),
        earlier=PairingMatch.objects.filter(pairing=found),
    )
    return render(request, "ladder/tournaments/pairing.html", context)


def _act(request: HttpRequest, viewer: Viewer, found: Pairing) -> HttpResponse:
    act = ACTS.get(request.POST.get("act", ""))
    answer, done = act(request, viewer, found.pk) if act else (Refused("unknown_choice"), "")
    if isinstance(answer, Began):
        return redirect("games:match", match_id=answer.match_id)
    return answering.respond(request, answer, back=found.get_absolute_url(), done=str(done))


def _start(request: HttpRequest, viewer: Viewer, pairing_id: int) -> Answered:
    form = SeedForm(request.POST)
    seed = form.cleaned_data["seed"] if form.is_valid() else ""
    answer = live.start_match(pairing_id=pairing_id, by_id=viewer.user.pk, seed=seed)
    if isinstance(answer, Asked):
        return answer, _("Your opponent is away and is being asked; wait here for a minute.")
    return answer, _("Your opponent sees that you want to play; the match begins when he agrees.")


def _report(request: HttpRequest, viewer: Viewer, pairing_id: int) -> Answered:
    score = acts.score(request)
    if isinstance(score, Refused):
        return score, ""
    answer = scores.report(
        pairing_id=pairing_id, by_id=viewer.user.pk, first_score=score[0], second_score=score[1]
    )
    return answer, _("Your report is in.")


def _confirm_report(request: HttpRequest, viewer: Viewer, pairing_id: int) -> Answered:
    seen = acts.score(request)
    if isinstance(seen, Refused):
        return seen, ""
    answer = scores.confirm_report(
        pairing_id=pairing_id, by_id=viewer.user.pk, first_score=seen[0], second_score=seen[1]
    )
    return answer, _("The result is confirmed.")


def _time(service: Callable[..., Any], done: Any) -> Act:
    def act(request: HttpRequest, viewer: Viewer, pairing_id: int) -> Answered:
        at = acts.moment(request, "at")
        if at is None or isinstance(at, Refused):
            return at or Refused("bad_moment"), ""
        return service(pairing_id=pairing_id, by_id=viewer.user.pk, at=at), done

    return act


def _clear_time(request: HttpRequest, viewer: Viewer, pairing_id: int) -> Answered:
    answer = times.clear_time(pairing_id=pairing_id, by_id=viewer.user.pk)
    return answer, _("The time is taken back.")


def _claim(request: HttpRequest, viewer: Viewer, pairing_id: int) -> Answered:
    answer = no_shows.claim_no_show(pairing_id=pairing_id, by_id=viewer.user.pk)
    return answer, _("Your claim is in; what the system has recorded goes with it.")


ACTS: Mapping[str, Act] = {
    "start": _start,
    "propose_time": _time(times.propose_time, gettext_lazy("Your opponent is told of the time.")),
    "confirm_time": _time(times.confirm_time, gettext_lazy("The time is agreed.")),
    "clear_time": _clear_time,
    "report": _report,
    "confirm_report": _confirm_report,
    "claim": _claim,
}


def _mine(viewer: Viewer, found: Pairing) -> list[pages.Mine]:
    if permissions.entry_in(viewer.user, found) is None or found.state not in UNDECIDED:
        return []
    return pages.views_of([found], viewer.user.pk, viewer.tournament, now=timezone.now())
