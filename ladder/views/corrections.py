"""An official's pages about one result: what a correction would do, and doing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import permissions
from ladder import phrases
from ladder.forms import CorrectionForm
from ladder.rules import RatingError
from ladder.selectors import explain
from ladder.services import corrections
from vrhcaby.errors import DomainError

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from ladder.models import LadderResult

SHOWN = 20
"""How many members a preview names; it counts the others."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, ladder_result_id: int) -> HttpResponse:
    """Ask what is to become of a result, show whom it moves, and do it when it is confirmed."""
    permissions.require_second_factor(request.user)
    if not permissions.is_official(request.user):
        raise PermissionDenied
    explanation = explain.of_ladder_result(ladder_result_id)
    if explanation is None or explanation.entry is None:
        raise Http404
    form = CorrectionForm(
        request.POST if request.method == "POST" else None,
        explanation=explanation,
        undoable=corrections.in_force(explanation.entry) is not None,
    )
    context: dict[str, Any] = {"explanation": explanation, "form": form}
    if request.method == "POST" and form.is_valid():
        # What is confirmed is what was shown: another choice made since is shown first.
        confirmed = request.POST.get("confirm") == form.cleaned_data["to"]
        if confirmed and _done(request, explanation.entry, form):
            return redirect(explanation.entry)
        if not confirmed:
            context |= _previewed(request, explanation.entry, form)
    return render(request, "ladder/correct.html", context)


def _done(request: HttpRequest, entry: LadderResult, form: CorrectionForm) -> bool:
    """Do it; or tell why not."""
    how: dict[str, Any] = {
        "ladder_result_id": entry.pk,
        "by_id": request.user.pk,
        "why": form.cleaned_data["why"],
        "known": form.cleaned_data["known"],
    }
    try:
        if form.undoes:
            corrections.undo(**how)
        else:
            corrections.correct(score=form.score, **how)
    except (DomainError, RatingError) as refusal:
        _refuse(request, refusal)
        return False
    messages.success(request, _("Corrected. Everything that came after it was computed anew."))
    return True


def _previewed(request: HttpRequest, entry: LadderResult, form: CorrectionForm) -> dict[str, Any]:
    """Return what the page shows of the consequences; nothing when it cannot be done."""
    try:
        score = corrections.score_before(entry) if form.undoes else form.score
        preview = corrections.preview(ladder_result=entry, score=score)
    except (DomainError, RatingError) as refusal:
        _refuse(request, refusal)
        return {}
    shown = preview.effects[:SHOWN]
    return {"preview": preview, "effects": shown, "more": len(preview.effects) - len(shown)}


def _refuse(request: HttpRequest, refusal: DomainError | RatingError) -> None:
    details = getattr(refusal, "details", {})
    messages.error(request, phrases.sentence(refusal.code, details))
