"""What members do before a tournament begins: enter, leave, answer what they are invited to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth.decorators import login_required
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ladder import answering
from ladder.enums import EntryState
from ladder.models import Entry
from ladder.services.tournaments import entries, roles
from ladder.services.tournaments.acting import Changed
from ladder.tournament_page import of_tournament

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from ladder.selectors.tournaments.pages import Viewer


@login_required
@require_POST
@of_tournament
def enter(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Enter, or take a place on the waiting list."""
    answer = entries.enter(slug=viewer.tournament.slug, by_id=viewer.user.pk)
    return answering.respond(request, answer, back=_back(viewer), done=_where(answer))


@login_required
@require_POST
@of_tournament
def leave(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Take one's own entry back."""
    answer = entries.withdraw_entry(slug=viewer.tournament.slug, by_id=viewer.user.pk)
    done = _("Your entry is withdrawn.")
    return answering.respond(request, answer, back=_back(viewer), done=done)


@login_required
@require_POST
@of_tournament
def answer_invitation(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Accept or decline an invitation to play."""
    accept = request.POST.get("accept") == "yes"
    slug = viewer.tournament.slug
    answer = entries.answer_invitation(slug=slug, by_id=viewer.user.pk, accept=accept)
    done = _where(answer) if accept else _("You have declined.")
    return answering.respond(request, answer, back=_back(viewer), done=done)


@login_required
@require_POST
@of_tournament
def answer_role(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Accept or decline an invitation to work at the tournament."""
    accept = request.POST.get("accept") == "yes"
    slug = viewer.tournament.slug
    answer = roles.answer(slug=slug, by_id=viewer.user.pk, accept=accept)
    done = _("You have accepted.") if accept else _("You have declined.")
    return answering.respond(request, answer, back=_back(viewer), done=done)


def _back(viewer: Viewer) -> str:
    return viewer.tournament.get_absolute_url()


def _where(answer: object) -> str:
    """Return in words where an entry came."""
    if not isinstance(answer, Changed):
        return ""
    state = Entry.objects.filter(pk=answer.id).values_list("state", flat=True).first()
    if state == EntryState.WAITING:
        return _("All places are taken: you are on the waiting list.")
    return _("You have entered.")
