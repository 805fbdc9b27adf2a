"""Pages of seasons: the list, the tables they left, and an official's opening and closing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import permissions
from games.ruleset_names import ruleset_name
from ladder import phrases, spreadsheets
from ladder.forms import CloseSeasonForm, OpenSeasonForm, PageForm
from ladder.models import Pool, Season
from ladder.selectors import seasons as reading
from ladder.services import seasons
from vrhcaby.errors import DomainError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest, HttpResponse


@require_safe
def listed(request: HttpRequest) -> HttpResponse:
    """Show the seasons there were, and the one that runs."""
    return _list(request)


@login_required
@require_POST
def opened(request: HttpRequest) -> HttpResponse:
    """Open a season."""
    _require_official(request)
    form = OpenSeasonForm(request.POST)
    if form.is_valid():
        try:
            season = seasons.open_season(by_id=_reader(request), name=form.cleaned_data["name"])
        except DomainError as refusal:
            form.add_error("name", phrases.sentence(refusal.code, refusal.details))
        else:
            messages.success(request, _("The season %(name)s has begun.") % {"name": season.name})
            return redirect("ladder:seasons")
    return _list(request, opening=form)


@login_required
@require_POST
def closed(request: HttpRequest) -> HttpResponse:
    """Close the season that runs."""
    _require_official(request)
    form = CloseSeasonForm(request.POST)
    if form.is_valid():
        try:
            season = seasons.close_season(by_id=_reader(request), keep=form.kept)
        except DomainError as refusal:
            messages.error(request, phrases.sentence(refusal.code, refusal.details))
            return redirect("ladder:seasons")
        messages.success(request, _("The season %(name)s is over.") % {"name": season.name})
        return redirect(season)
    return _list(request, closing=form)


@require_safe
def archived(request: HttpRequest, season_id: int) -> HttpResponse:
    """Show the table that a season left in a pool; ?pool=, ?page=."""
    season = get_object_or_404(Season.objects.closed(), pk=season_id)
    pools = reading.pools_of(season)
    pool = _chosen(pools, request.GET.get("pool", ""))
    number = PageForm(request.GET).number()
    context = {
        "season": season,
        "table": reading.archive(season, pool, number=number) if pool else None,
        "resets": list(season.resets.select_related("pool")),
        "pools": [
            {"key": one.ruleset, "name": ruleset_name(one.ruleset), "chosen": one == pool}
            for one in pools
        ],
    }
    return render(request, "ladder/season.html", context)


@require_safe
def sheet(request: HttpRequest, season_id: int) -> HttpResponse:
    """Hand out the table that a season left in a pool as CSV; ?pool=."""
    season = get_object_or_404(Season.objects.closed(), pk=season_id)
    pool = _chosen(reading.pools_of(season), request.GET.get("pool", ""))
    if pool is None:
        raise Http404
    head = [
        *(_("Place"), _("Member"), _("Rating"), _("Experience")),
        *(_("Won"), _("Drawn"), _("Lost"), _("Gained"), _("Bot")),
    ]
    lines = (
        [
            *(line.place, line.member.username, line.rating, line.experience),
            *(line.won, line.drawn, line.lost, line.gained),
            spreadsheets.mark(line.member.is_bot),
        ]
        for line in reading.ordered(season, pool)
    )
    return spreadsheets.response([head, *lines], name=f"{season.name} {pool.ruleset}.csv")


def _list(request: HttpRequest, **forms: Any) -> HttpResponse:
    context = {
        "seasons": reading.seasons(),
        "official": permissions.is_official(request.user),
        "opening": OpenSeasonForm(),
        "closing": CloseSeasonForm(),
        **forms,
    }
    return render(request, "ladder/seasons.html", context)


def _chosen(pools: Sequence[Pool], key: str) -> Pool | None:
    return next((pool for pool in pools if pool.ruleset == key), pools[0] if pools else None)


def _reader(request: HttpRequest) -> int:
    """Return the member behind a view that lets in members only."""
    return request.user.pk or 0


def _require_official(request: HttpRequest) -> None:
    permissions.require_second_factor(request.user)
    if not permissions.is_official(request.user):
        raise PermissionDenied
