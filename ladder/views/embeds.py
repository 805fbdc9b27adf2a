"""Tables of a tournament for other sites: pages of their own, which any site may frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from ladder import kept_parts, tournament_page
from ladder.enums import StageKind
from ladder.selectors.tournaments import field as fields
from ladder.selectors.tournaments import final_order, pages, sheets, tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest

    from ladder.selectors.tournaments.field import Field
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
    viewer = _found(slug)

    def shown() -> dict[str, Any]:
        drawn = _drawn(viewer)
        ranked = [tables.table(group) for group in _groups(drawn)]
        return {"final": final_order.of(drawn), "tables": ranked}

    return _framed(request, viewer, "embed", shown)


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]
@cache_control(public=True, max_age=FRESH_S)
def crosstable(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who scored what against whom, as `tournament` shows the standings."""
    viewer = _found(slug)

    def shown() -> dict[str, Any]:
        standings = [(group, tables.table(group)) for group in _groups(_drawn(viewer))]
        crossed = [
            sheets.Crossed(table, tables.crosstable(group, table)) for group, table in standings
        ]
        return {"crosstables": crossed}

    return _framed(request, viewer, "embed_cross", shown)


def _found(slug: str) -> Viewer:
    """Return a tournament as everybody sees it. Raises Http404."""
    viewer = pages.find(slug, AnonymousUser())
    if viewer is None:
        raise Http404
    return viewer


def _drawn(viewer: Viewer) -> list[Field]:
    return fields.of_all(pages.stages(viewer.tournament))


def _groups(drawn: list[Field]) -> list[Field]:
    return [one for one in drawn if one.stage.kind == StageKind.ROUND_ROBIN]


def _framed(
    request: HttpRequest, viewer: Viewer, template: str, shown: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """Show a page in the language and the colours that its address asks for."""
    language = request.GET.get("lang", settings.LANGUAGE_CODE)
    known = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    asked = request.GET.get("theme", "auto")
    theme = asked if asked in ("light", "dark") else "auto"

    def written() -> str:
        context = {
            "tournament": viewer.tournament,
            "terms": tournament_page.terms_line(viewer.tournament),
            "theme": theme,
            "plain": True,
        }
        return render_to_string(f"ladder/tournaments/{template}.html", context | shown())

    with timezone.override(viewer.tournament.zone), translation.override(known):
        return HttpResponse(kept_parts.kept(viewer.tournament, f"{template} {theme}", written))
