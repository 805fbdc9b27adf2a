"""Parts of a tournament's pages that are dear to make, written once while nothing changes.

The tables of 200 players take a second of processor time: nobody shall be able to slow down the
games of a process by asking for them again and again.
"""

import gc
import zlib
from collections.abc import Callable
from threading import Lock
from typing import Any

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from ladder import tournament_page
from ladder.models import Tournament
from ladder.selectors.tournaments import freshness
from ladder.selectors.tournaments.pages import Viewer

KEPT_S = 60
"""So long a member's new name may be missing; results are seen at once."""

FASTEST = 1
"""Level of compression: a table of two megabytes shrinks to a twentieth in 10 ms."""

_WRITING = tuple(Lock() for _ in range(16))


def kept(tournament: Tournament, name: str, write: Callable[[], str]) -> str:
    """Return a text about a tournament, written anew when it may have changed since.

    `name` tells it from the other texts in this language and time zone. What `write` raises is
    raised, and nothing kept.
    """
    key = _key(tournament, name)
    parts = caches["parts"]
    packed = parts.get(key)
    if packed is None:
        # Those who ask for it meanwhile wait and do not write it too.
        with _WRITING[hash(key) % len(_WRITING)]:
            packed = parts.get(key)
            if packed is None:
                packed = zlib.compress(_written(write).encode(), FASTEST)
                parts.set(key, packed, KEPT_S)
    return zlib.decompress(packed).decode()


def page(
    request: HttpRequest,
    viewer: Viewer,
    part: str,
    made: Callable[[], dict[str, Any]],
    *,
    about: str = "",
    frame: str = "part",
    **framed: Any,
) -> HttpResponse:
    """Show a dear part of a tournament in its frame, which shows `framed` besides.

    `made` gives what the part's template shows and may raise Http404; `about` tells which of
    several parts with the same template it is. The part is written without the request, so that
    nothing of its reader gets into it but the mark at the line of who has entered: his is kept
    under his entry.
    """

    def written() -> str:
        context = tournament_page.context(viewer, part, **made())
        return render_to_string(f"ladder/tournaments/{part}.html", context)

    whose = "" if viewer.entry is None else viewer.entry.pk
    body = kept(viewer.tournament, f"{part} {about} {whose}", written)
    framed["body"] = mark_safe(body)  # noqa: S308  (written by a template, which has escaped it)
    context = tournament_page.context(viewer, framed.pop("tab", part), **framed)
    return render(request, f"ladder/tournaments/{frame}.html", context)


def _written(write: Callable[[], str]) -> str:
    """Write without the collector of cycles.

    Of the 200,000 objects behind a table none is garbage before its end, and a thousand are in a
    cycle: to look through them all again and again takes two fifths of the time. Who finds the
    collector at rest leaves that to the one who has put it there.
    """
    if not gc.isenabled():
        return write()
    gc.disable()
    try:
        return write()
    finally:
        gc.enable()


def _key(tournament: Tournament, name: str) -> str:
    zone = timezone.get_current_timezone_name()
    told = [freshness.stamp(tournament), get_language() or "", zone, name]
    return f"{tournament.pk}:" + urlencode({"of": ":".join(told)})
