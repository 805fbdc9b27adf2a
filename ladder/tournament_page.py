"""What the pages of one tournament have in common: who looks, by which clocks, which tabs."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games import match_terms, ruleset_names
from games.terms import Terms
from ladder.enums import TournamentState
from ladder.models import Tournament
from ladder.selectors.tournaments import pages
from ladder.selectors.tournaments.pages import Viewer

Params = ParamSpec("Params")
View = Callable[Concatenate[HttpRequest, Viewer, Params], HttpResponse]
Page = Callable[Concatenate[HttpRequest, str, Params], HttpResponse]

PLAYED = (TournamentState.RUNNING, TournamentState.FINISHED, TournamentState.ARCHIVED)


@dataclass(frozen=True, slots=True)
class Tab:
    """A page of the tournament, as the row of tabs names it."""

    key: str
    title: Any
    url: str


def of_tournament(view: View[Params]) -> Page[Params]:
    """Let a view take who looks at the tournament instead of its slug; 404 when he may not.

    Members see times by their own clocks, guests by the tournament's.
    """

    @wraps(view)
    def page(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        viewer = pages.find(slug, request.user)
        if viewer is None:
            raise Http404
        if request.user.is_authenticated:
            return view(request, viewer, *args, **kwargs)
        with timezone.override(viewer.tournament.zone):
            return view(request, viewer, *args, **kwargs)

    return page


def of_director(view: View[Params]) -> Page[Params]:
    """Like `of_tournament`, for directors alone; others learn that there is no such page."""

    def directed(
        request: HttpRequest, viewer: Viewer, /, *args: Params.args, **kwargs: Params.kwargs
    ) -> HttpResponse:
        if not viewer.directs:
            raise Http404
        return view(request, viewer, *args, **kwargs)

    return of_tournament(wraps(view)(directed))


def of_official(view: View[Params]) -> Page[Params]:
    """Like `of_director`, for assistants as well."""

    def entered(
        request: HttpRequest, viewer: Viewer, /, *args: Params.args, **kwargs: Params.kwargs
    ) -> HttpResponse:
        if not viewer.enters_results:
            raise Http404
        return view(request, viewer, *args, **kwargs)

    return of_tournament(wraps(view)(entered))


def context(viewer: Viewer, tab: str, **more: Any) -> dict[str, Any]:
    """Return what every page of a tournament shows, and what this one shows besides."""
    tournament = viewer.tournament
    return {
        "viewer": viewer,
        "tournament": tournament,
        "terms": terms_line(tournament),
        "tabs": tabs(viewer),
        "tab": tab,
        "socket": f"/ws/turnaj/{tournament.slug}/",
        "match_pattern": reverse("games:match", kwargs={"match_id": 0}),
        "zone": timezone.get_current_timezone_name(),
        **more,
    }


def tabs(viewer: Viewer) -> list[Tab]:
    """Return the pages there are: tables once it has been drawn, the console for officials."""
    played = [
        ("standings", _("Standings"), "ladder:standings"),
        ("crosstable", _("Crosstable"), "ladder:crosstable"),
        ("schedule", _("Rounds"), "ladder:schedule"),
    ]
    named = [("overview", _("Tournament"), "ladder:tournament")]
    named += played if viewer.tournament.state in PLAYED else []
    named.append(("log", _("Official log"), "ladder:tournament_log"))
    if viewer.enters_results:
        named.append(("console", _("Console"), "ladder:console"))
    slug = {"slug": viewer.tournament.slug}
    return [Tab(key, title, reverse(name, kwargs=slug)) for key, title, name in named]


def terms_line(tournament: Tournament) -> str:
    """Return the game, the length of a match, its options and its clock in one line."""
    agreed = Terms.from_data(tournament.options)
    return " · ".join([ruleset_names.ruleset_name(tournament.ruleset), *match_terms.lines(agreed)])


def text(tournament: Tournament) -> str:
    """Return the announcement in the reader's language, or in the other one when it has none."""
    own, other = tournament.text_en, tournament.text_cs
    if get_language() == "cs":
        own, other = other, own
    return own or other
