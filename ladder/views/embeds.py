"""The table of a tournament for other sites: a page of its own, which any site may frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.shortcuts import render
from django.utils import timezone, translation
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from ladder import tournament_page
from ladder.enums import StageKind
from ladder.selectors.tournaments import field as fields
from ladder.selectors.tournaments import final_order, pages, tables

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from ladder.selectors.tournaments.pages import Viewer

FRESH_S = 30


@require_safe
@xframe_options_exempt
# Its types know only views whose address has no arguments.
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]
@cache_control(public=True, max_age=FRESH_S)
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings and nothing that belongs to its reader; public tournaments alone.

    ?theme=light or dark chooses the colours, ?lang=cs or en the language.
    """
    viewer = pages.find(slug, AnonymousUser())
    if viewer is None:
        raise Http404
    language = request.GET.get("lang", settings.LANGUAGE_CODE)
    known = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    with timezone.override(viewer.tournament.zone), translation.override(known):
        return render(request, "ladder/tournaments/embed.html", _context(request, viewer))


def _context(request: HttpRequest, viewer: Viewer) -> dict[str, Any]:
    stages = pages.stages(viewer.tournament)
    drawn = fields.of_all(stages)
    groups = [one for one in drawn if one.stage.kind == StageKind.ROUND_ROBIN]
    theme = request.GET.get("theme", "auto")
    return {
        "tournament": viewer.tournament,
        "terms": tournament_page.terms_line(viewer.tournament),
        "final": final_order.of(drawn),
        "tables": [tables.table(group) for group in groups],
        "theme": theme if theme in ("light", "dark") else "auto",
        "plain": True,
    }
