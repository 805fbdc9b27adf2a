"""A player who comes late: what it would bring, and the act."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ladder import answering, tournament_page
from ladder.services.tournaments import late as service
from ladder.tournament_page import of_director
from ladder.views import acts
from vrhcaby.errors import DomainError, Refused

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from ladder.selectors.tournaments.pages import Viewer


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@of_director
def late(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show what the late entry of ?member= or of the guest ?name= would bring; a post does it."""
    back = reverse("ladder:console_entries", kwargs={"slug": viewer.tournament.slug})
    given = request.POST if request.method == "POST" else request.GET
    who = _who(given)
    if isinstance(who, Refused):
        return answering.respond(request, who, back=back, done="")
    if request.method == "POST":
        return _act(request, viewer, who, back=back)
    try:
        preview = service.preview(tournament=viewer.tournament, **who)
    except DomainError as refusal:
        refused = Refused(refusal.code, refusal.details)
        return answering.respond(request, refused, back=back, done="")
    context = tournament_page.context(
        viewer,
        "console",
        preview=preview,
        member=given.get("member", ""),
        name=given.get("name", ""),
    )
    return render(request, "ladder/tournaments/console/late.html", context)


def _act(request: HttpRequest, viewer: Viewer, who: Any, *, back: str) -> HttpResponse:
    answer = service.late_entry(
        slug=viewer.tournament.slug,
        by_id=viewer.user.pk,
        redraw=request.POST.get("redraw") == "yes",
        version=acts.whole(request, "version"),
        why=request.POST.get("why", ""),
        **who,
    )
    return answering.respond(request, answer, back=back, done=_("The player is in."))


def _who(given: Any) -> dict[str, Any] | Refused:
    if not given.get("member", "").strip():
        return {"name": given.get("name", "")}
    member = acts.member_called(given["member"])
    return member if isinstance(member, Refused) else {"member_id": member}
