"""What officials do to a pairing; what changes a decided result is shown before it is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ladder import answering, consequences_page
from ladder.enums import PairingState
from ladder.selectors.tournaments import pages
from ladder.services.tournaments import live, scores, times
from ladder.tournament_page import of_official
from ladder.views import acts
from vrhcaby.errors import Refused

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse, QueryDict

    from ladder.models import Pairing
    from ladder.selectors.tournaments.pages import Viewer

    Act = Callable[[HttpRequest, Mapping[str, Any]], Any]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@of_official
def act(request: HttpRequest, viewer: Viewer, pairing_id: int) -> HttpResponse:
    """Do what a button of the console says, or show first what would come of it.

    A page of consequences that is open is read again by its address.
    """
    found = pages.pairing(viewer, pairing_id)
    if found is None:
        raise Http404
    given = request.POST if request.method == "POST" else request.GET
    wanted = given.get("act", "")
    if _changes_the_table(found, wanted) and "sure" not in request.POST:
        impossible = consequences_page.impossible(found, wanted, _score_of(given))
        if impossible is not None:
            back = acts.console(viewer, given.get("from", ""), board=pairing_id)
            return answering.respond(request, impossible, back=back)
        shown = consequences_page.context(viewer, found, wanted, _score_of(given))
        if shown is not None:
            template = "ladder/tournaments/console/consequences.html"
            return render(request, template, shown | _given(request, given))
    if request.method != "POST":
        return redirect(acts.console(viewer, given.get("from", ""), board=pairing_id))
    service, done = ACTS.get(wanted, (_unknown, ""))
    common = {
        "pairing_id": pairing_id,
        "by_id": viewer.user.pk,
        "version": acts.whole(request, "version"),
        "why": request.POST.get("why", ""),
    }
    back = acts.console(viewer, request.POST.get("from", ""), board=pairing_id)
    return answering.respond(request, service(request, common), back=back, done=str(done))


def _changes_the_table(found: Pairing, wanted: str) -> bool:
    return found.state == PairingState.DECIDED and wanted in consequences_page.CHANGING


def _score_of(given: QueryDict) -> tuple[int, int] | None:
    score = acts.score_in(given)
    return None if isinstance(score, Refused) else score


def _given(request: HttpRequest, form: QueryDict) -> dict[str, Any]:
    """Return what the form held, to be sent again, and the address by which it is read again."""
    kept = ("act", "score", "first_score", "second_score", "version", "from")
    given = [(name, form[name]) for name in kept if name in form]
    return {
        "given": given,
        "why": form.get("why", ""),
        "fresh_url": f"{request.path}?{urlencode(given)}",
    }


def _unknown(_request: HttpRequest, _common: Mapping[str, Any]) -> Any:
    return Refused("unknown_choice")


def _enter_result(request: HttpRequest, common: Mapping[str, Any]) -> Any:
    given = acts.score(request)
    if isinstance(given, Refused):
        return given
    return scores.enter_result(first_score=given[0], second_score=given[1], **common)


def _set_time(request: HttpRequest, common: Mapping[str, Any]) -> Any:
    at, deadline = acts.moment(request, "at"), acts.moment(request, "deadline_at")
    if isinstance(at, Refused):
        return at
    if isinstance(deadline, Refused):
        return deadline
    return times.set_time(at=at, deadline_at=deadline, **common)


def _start_now(request: HttpRequest, common: Mapping[str, Any]) -> Any:
    return live.start_now(even_if_away="even_if_away" in request.POST, **common)


def _walkover(winner: str) -> Act:
    return lambda _request, common: scores.walkover(winner=winner, **common)


def _plain(service: Callable[..., Any]) -> Act:
    return lambda _request, common: service(**common)


ACTS: Mapping[str, tuple[Act, Any]] = {
    "enter_result": (_enter_result, _("The result is entered.")),
    "walkover_first": (_walkover("first"), _("The walkover is entered.")),
    "walkover_second": (_walkover("second"), _("The walkover is entered.")),
    "double_walkover": (_plain(scores.double_walkover), _("Both have lost by walkover.")),
    "annul": (_plain(scores.annul), _("The pairing is annulled.")),
    "replay": (_plain(scores.replay), _("The pairing is to be played again.")),
    "swap_sides": (_plain(scores.swap_sides), _("The sides are swapped.")),
    "start_now": (_start_now, _("The match has begun.")),
    "pause_clock": (_plain(live.pause_clock), _("The clock stands.")),
    "resume_clock": (_plain(live.resume_clock), _("The clock runs again.")),
    "set_time": (_set_time, _("The time is set.")),
}
