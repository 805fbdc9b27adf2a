"""A player leaves a running tournament: the table before and after, the act, its undoing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ladder import answering, consequences_page, tournament_page
from ladder.enums import WithdrawalPolicy
from ladder.services.tournaments import withdrawals
from ladder.tournament_page import of_director
from ladder.views import acts
from vrhcaby.bidi import isolated
from vrhcaby.errors import DomainError

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from ladder.models import Entry
    from ladder.selectors.tournaments.pages import Viewer


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@of_director
def withdrawal(request: HttpRequest, viewer: Viewer, entry_id: int) -> HttpResponse:
    """Show what each policy would bring, ?policy= the chosen one; a post does it."""
    entry = viewer.tournament.entries.select_related("member").filter(pk=entry_id).first()
    if entry is None:
        raise Http404
    if request.method == "POST":
        return _act(request, viewer, entry)
    context = tournament_page.context(
        viewer,
        "console",
        entry=entry,
        policies=WithdrawalPolicy.choices,
        **_preview(request, viewer, entry),
    )
    return render(request, "ladder/tournaments/console/withdrawal.html", context)


def _preview(request: HttpRequest, viewer: Viewer, entry: Entry) -> dict[str, Any]:
    """Return the tables before and after; nothing where there is no table to compare."""
    asked = request.GET.get("policy", "")
    policy = asked if asked in WithdrawalPolicy.values else viewer.tournament.withdrawal_policy
    shown: dict[str, Any] = {"policy": policy}
    try:
        preview = withdrawals.preview(entry_id=entry.pk, policy=policy)
    except DomainError:
        return shown
    tables = preview.tables
    moves = consequences_page.moves_of(preview.entries, tables.before, tables.after)
    return shown | {"preview": preview, "moves": moves}


def _act(request: HttpRequest, viewer: Viewer, entry: Entry) -> HttpResponse:
    common = {
        "slug": viewer.tournament.slug,
        "by_id": viewer.user.pk,
        "entry_id": entry.pk,
        "version": acts.whole(request, "version"),
        "why": request.POST.get("why", ""),
    }
    if request.POST.get("act") == "undo":
        answer: Any = withdrawals.undo_withdrawal(**common)
        done = _("%(name)s is back in the tournament.") % {"name": isolated(entry.shown_name)}
    else:
        answer = withdrawals.withdraw(policy=request.POST.get("policy", ""), **common)
        done = _("%(name)s has left the tournament.") % {"name": isolated(entry.shown_name)}
    back = reverse("ladder:console_entries", kwargs={"slug": viewer.tournament.slug})
    return answering.respond(request, answer, back=back, done=done)
