"""What forms of tournaments have in common: numbers, times, members, and where to go back to."""

from __future__ import annotations

import datetime
import re
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from vrhcaby import moments
from vrhcaby.errors import Refused

if TYPE_CHECKING:
    from django.http import HttpRequest, QueryDict

    from ladder.selectors.tournaments.pages import Viewer

WHOLE = re.compile(r"\d{1,9}", re.ASCII)
HERE = re.compile(r"(\d{1,4})/(\d{1,4})", re.ASCII)
SCORE = re.compile(r"(\d{1,3}):(\d{1,3})", re.ASCII)


def whole(request: HttpRequest, name: str) -> int | None:
    """Return a whole number of a form, None when it is missing or nonsense."""
    given = request.POST.get(name, "").strip()
    return int(given) if WHOLE.fullmatch(given) else None


def score(request: HttpRequest) -> tuple[int, int] | Refused:
    """Return the points of both players, or the refusal `bad_score`."""
    return score_in(request.POST)


def score_in(given: QueryDict) -> tuple[int, int] | Refused:
    """Return the points of both players in a form or an address, or the refusal `bad_score`."""
    together = SCORE.fullmatch(given.get("score", "").strip())
    if together:
        return int(together[1]), int(together[2])
    parts = [given.get(name, "").strip() for name in ("first_score", "second_score")]
    if not all(WHOLE.fullmatch(part) for part in parts):
        return Refused("bad_score")
    return int(parts[0]), int(parts[1])


def moment(request: HttpRequest, name: str) -> datetime.datetime | Refused | None:
    """Return a time of a form by the reader's clocks, None when it is empty."""
    given = request.POST.get(name, "").strip()
    if not given:
        return None
    try:
        read = parse_datetime(given)
        if read is None:
            return Refused("bad_moment")
        at = read if timezone.is_aware(read) else timezone.make_aware(read)
        return at if moments.is_possible(at) else Refused("bad_moment")
    except (ValueError, OverflowError):
        return Refused("bad_moment")


def member_named(request: HttpRequest, name: str = "member") -> int | Refused:
    """Return the member whose name a form gives, or the refusal `no_such_member`."""
    return member_called(request.POST.get(name, ""))


def member_called(name: str) -> int | Refused:
    """Return the member of a name, or the refusal `no_such_member`."""
    given = name.strip()
    member = None if "\0" in given else get_user_model().objects.named(given).first()
    return Refused("no_such_member") if member is None else int(member.pk)


def console(viewer: Viewer, here: str = "", *, board: int | None = None) -> str:
    """Return the console's page that a form was on, at a board when one is named."""
    slug = viewer.tournament.slug
    place = HERE.fullmatch(here)
    anchor = f"#board-{board}" if board else ""
    if place is None:
        return reverse("ladder:console", kwargs={"slug": slug}) + anchor
    kwargs = {"slug": slug, "stage": int(place[1]), "number": int(place[2])}
    return reverse("ladder:console_round", kwargs=kwargs) + anchor
