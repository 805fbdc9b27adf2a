"""The ladder for other programs: files, the data to check it by, and a table to be framed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from csp.decorators import csp_replace
from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import condition, require_safe

from games.ruleset_names import NAMES, ruleset_name
from ladder import phrases, spreadsheets
from ladder.models import Pool
from ladder.selectors import exports
from ladder.selectors import table as tables
from vrhcaby.errors import DomainError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django.http import HttpRequest

FRESH_S = 60
LARGEST_ENTRY = 10**15


def _pool(request: HttpRequest) -> Pool:
    """Return the pool of ?pool=. Raises Http404."""
    pool = Pool.objects.filter(ruleset=request.GET.get("pool", "vrhcaby").replace("\0", "")).first()
    if pool is None:
        raise Http404
    return pool


def _state(request: HttpRequest) -> str | None:
    """Return the tag of the ledger: it changes with each result, reset and correction."""
    rows = Pool.objects.filter(ruleset=request.GET.get("pool", "vrhcaby").replace("\0", ""))
    found = rows.values_list("pk", "last_sequence", "last_correction").first()
    if found is None:
        return None
    part = request.GET.get("from", "")[:20].encode("ascii", "ignore").hex()
    return '"{}-{}-{}-{}"'.format(*found, part)


@require_safe
def table_csv(request: HttpRequest) -> HttpResponse:
    """Hand out the ladder as CSV; ?show=all with members long away."""
    pool = _pool(request)
    head = [_("Place"), _("Member"), _("Rating"), _("Experience"), _("Last game"), _("Bot")]
    rows = [
        (*row[:4], row[4].isoformat() if row[4] else None, spreadsheets.mark(row[5]))
        for row in exports.ladder(pool, since=_since(request))
    ]
    name = pgettext("file name", "ladder")
    return spreadsheets.response([head, *rows], name=f"{name}-{pool.ruleset}.csv")


@require_safe
def table_json(request: HttpRequest) -> HttpResponse:
    """Hand out the ladder as JSON; ?show=all with members long away."""
    pool = _pool(request)
    rows = exports.ladder(pool, since=_since(request))
    return _json(
        {
            "pool": pool.ruleset,
            "ladder": [dict(zip(exports.LADDER, row, strict=True)) for row in rows],
        }
    )


@require_safe
@condition(etag_func=_state)
def ledger_csv(request: HttpRequest) -> HttpResponse:
    """Hand out the changes of all ratings as CSV; ?from= the entry to begin with."""
    pool = _pool(request)
    part = exports.changes(pool, since=_from(request))
    rows = ([line[0], line[1].isoformat(), *line[2:]] for line in part.lines)
    name = pgettext("file name", "changes")
    answer = spreadsheets.response([exports.CHANGES, *rows], name=f"{name}-{pool.ruleset}.csv")
    return _linked(answer, request, part.next, name="ladder:ledger_csv")


@require_safe
@condition(etag_func=_state)
def ledger_json(request: HttpRequest) -> HttpResponse:
    """Hand out the changes of all ratings as JSON; ?from= the entry to begin with."""
    pool = _pool(request)
    part = exports.changes(pool, since=_from(request))
    lines = [dict(zip(exports.CHANGES, line, strict=True)) for line in part.lines]
    answer = _json({"pool": pool.ruleset, "changes": lines, "next": part.next})
    return _linked(answer, request, part.next, name="ladder:ledger_json")


@require_safe
@condition(etag_func=_state)
def recomputation(request: HttpRequest) -> HttpResponse:
    """Hand out all results and ratings of a pool, as `python -m ladder.rules rating` reads them."""
    try:
        return _json(exports.recomputation(_pool(request)))
    except DomainError as refusal:
        answer = _json({"error": {"code": refusal.code, "text": phrases.sentence(refusal.code)}})
        answer.status_code = 503
        return answer


@require_safe
def check(request: HttpRequest) -> HttpResponse:
    """Show the formula, and how anybody can compute all ratings anew."""
    pool = _pool(request)
    context = {"pool": pool, "name": ruleset_name(pool.ruleset), "site": settings.SITE_URL}
    return render(request, "ladder/check.html", context)


@require_safe
@xframe_options_exempt
# Its types know only views whose address has no arguments.
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]
@cache_control(public=True, max_age=FRESH_S)
def embedded(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Show the ladder for a frame in another site: nothing that belongs to its reader.

    ?lang=cs or en, ?theme=light or dark, ?rows=. A game that is known has a page before its first
    rated result.
    """
    if ruleset not in NAMES:
        raise Http404
    theme = request.GET.get("theme", "auto")
    context = {
        "ruleset": ruleset,
        "name": ruleset_name(ruleset),
        "rows": _head(ruleset)[: _rows(request)],
        "theme": theme if theme in ("light", "dark") else "auto",
    }
    language = request.GET.get("lang", settings.LANGUAGE_CODE)
    known = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    with translation.override(known), timezone.override(timezone.get_default_timezone()):
        return render(request, "ladder/embed.html", context)


def _head(ruleset: str) -> Sequence[tables.Row]:
    """Return the first page of a ladder, of which there may be nothing yet."""
    pool = Pool.objects.filter(ruleset=ruleset).first()
    if pool is None:
        return ()
    now = timezone.now()
    return tables.table(pool, tables.Wanted(since=now - tables.ACTIVE), now=now).rows


def _rows(request: HttpRequest) -> int | None:
    """Return how many rows are asked for, None for a whole page of the ladder."""
    asked = request.GET.get("rows", "")
    return int(asked) if asked.isascii() and asked.isdecimal() and 0 < len(asked) < 4 else None


def _since(request: HttpRequest) -> Any:
    return None if request.GET.get("show") == "all" else timezone.now() - tables.ACTIVE


def _from(request: HttpRequest) -> int:
    """Return the entry to begin with. Raises BadRequest for what is no number of one."""
    asked = request.GET.get("from") or "1"
    if not (asked.isascii() and asked.isdecimal() and len(asked) < 16):
        raise BadRequest
    return max(1, int(asked))


def _json(content: Mapping[str, Any]) -> HttpResponse:
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, default=_written)
    answer = HttpResponse(text, content_type="application/json; charset=utf-8")
    # Public data: a page of anybody may read it.
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


def _written(value: Any) -> str:
    return str(value.isoformat())


def _linked(
    answer: HttpResponse, request: HttpRequest, following: int | None, *, name: str
) -> HttpResponse:
    """Tell where the ledger goes on."""
    if following is not None:
        query = urlencode({"pool": request.GET.get("pool", "vrhcaby"), "from": following})
        address = request.build_absolute_uri(f"{reverse(name)}?{query}")
        answer["Link"] = f'<{address}>; rel="next"'
    return answer
