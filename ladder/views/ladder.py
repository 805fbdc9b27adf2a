"""Pages of the ladder: the table, a member, and how a change was computed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts import permissions
from games.ruleset_names import ruleset_name
from games.selectors.member_dice import luck
from ladder.forms import PageForm, ResultsFilterForm
from ladder.models import PROVISIONAL_BELOW, Pool, Rating
from ladder.selectors import explain, played
from ladder.selectors import player as players
from ladder.selectors import table as tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest, HttpResponse

    from ladder.selectors.explain import Explanation

DEFAULT_POOL = "vrhcaby"


@dataclass(frozen=True, slots=True)
class PoolChoice:
    """A pool as the filter shows it."""

    key: str
    name: str
    chosen: bool


@require_safe
def ladder(request: HttpRequest) -> HttpResponse:
    """Show the table of a pool; ?pool=, ?show=season or all, ?provisional=1, ?page=."""
    pools = tables.pools()
    pool = _chosen(pools, request.GET.get("pool", DEFAULT_POOL))
    wanted = _wanted(request, pool)
    shown = None
    if pool is not None:
        number = PageForm(request.GET).number()
        shown = tables.table(pool, wanted, now=timezone.now(), number=number)
    context = {
        "table": shown,
        "pool": pool,
        "pools": _choices([pool.ruleset for pool in pools], pool),
        "show": _shown(request, pool),
        "wanted": wanted,
        "provisional_below": PROVISIONAL_BELOW,
    }
    return render(request, "ladder/ladder.html", context)


def _shown(request: HttpRequest, pool: Pool | None) -> str:
    """Return which filter is chosen: active, season or all."""
    asked = request.GET.get("show", "active")
    if asked == "season" and pool is not None and getattr(pool, "season", None):
        return "season"
    return "all" if asked == "all" else "active"


def _wanted(request: HttpRequest, pool: Pool | None) -> tables.Wanted:
    since = {
        "active": timezone.now() - tables.ACTIVE,
        "season": getattr(pool, "season_since", None),
        "all": None,
    }
    return tables.Wanted(since[_shown(request, pool)], bool(request.GET.get("provisional")))


@require_safe
def player(request: HttpRequest, username: str) -> HttpResponse:
    """Show a member; another spelling of the name leads to the right address."""
    # No name holds a NUL, and PostgreSQL refuses to be asked for one.
    reader = request.user if request.user.is_authenticated else None
    member = None if "\0" in username else players.named(username, reader)
    if member is None or not member.is_active:
        raise Http404
    if member.username != username:
        return redirect("ladder:player", username=member.username)
    now, asked = timezone.now(), request.GET.get("pool", DEFAULT_POOL)
    ratings = players.ratings_with_place(member, shown=asked, now=now)
    rating = _chosen_rating(ratings, asked)
    filters = ResultsFilterForm(request.GET)
    number = PageForm(request.GET).number()
    is_other = reader is not None and reader.pk != member.pk
    context = {
        "member": member,
        "rating": rating,
        "place": tables.place_of(rating, now=now) if rating else None,
        "pools": _choices([one.pool.ruleset for one in ratings], rating.pool if rating else None),
        "career": players.career(member, rating.pool) if rating else None,
        "against_me": players.record_of(getattr(member, "met", None)) if is_other else None,
        "luck": luck(member),
        "filters": filters,
        "results": played.results(member, filters.wanted(), reader=request.user, number=number),
        "can_challenge": is_other,
        "blocks_member": getattr(member, "is_blocked", False),
    }
    return render(request, "ladder/player.html", context)


@require_safe
def change(request: HttpRequest, result_id: int) -> HttpResponse:
    """Show how a result changed both ratings, or why it did not."""
    return _explained(request, explain.of_match_result(result_id))


@require_safe
def result(request: HttpRequest, ladder_result_id: int) -> HttpResponse:
    """Show a result of the ledger: both sums, and what officials did to it."""
    return _explained(request, explain.of_ladder_result(ladder_result_id))


def _explained(request: HttpRequest, explanation: Explanation | None) -> HttpResponse:
    if explanation is None:
        raise Http404
    correctable = explanation.entry is not None and permissions.is_official(request.user)
    context = {"explanation": explanation, "correctable": correctable}
    return render(request, "ladder/change.html", context)


def _chosen(pools: Sequence[Pool], key: str) -> Pool | None:
    """Return the pool asked for, else the first; None when there is none yet."""
    return next((pool for pool in pools if pool.ruleset == key), pools[0] if pools else None)


def _chosen_rating(ratings: Sequence[Rating], key: str) -> Rating | None:
    first = ratings[0] if ratings else None
    return next((rating for rating in ratings if rating.pool.ruleset == key), first)


def _choices(keys: Sequence[str], chosen: Pool | None) -> list[PoolChoice]:
    current = chosen.ruleset if chosen else ""
    return [PoolChoice(key, ruleset_name(key), key == current) for key in keys]
