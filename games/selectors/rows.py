"""Rows of matches and challenges for lists of any length, in a fixed number of statements.

Matches are rows of their own, not models: to make models of members and results, most columns of
which nobody has read, takes longer than all the rest.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from django.db.models import F, Q, QuerySet

from games.enums import ChallengeStatus
from games.models import Challenge, Match, Seat
from games.models.matches import MatchQuerySet

_SHOWN = (
    *("pk", "ruleset", "rated", "source", "status", "version", "started_at", "finished_at"),
    *("winner", "reason", "result__id", "length"),
)
_OF_SEAT = (
    *("match_id", "side", "points", "rating_before", "rating_after"),
    *("member_id", "member__username", "member__is_bot"),
)


def matches() -> MatchQuerySet:
    """Return all matches as rows of what a list shows of them; `chairs` stand beside."""
    told: MatchQuerySet = _matches().all()
    return told


def match(match_id: int) -> Any:
    """Return one of `matches`. Raises Match.DoesNotExist."""
    return matches().get(pk=match_id)


def chairs(listed: Iterable[Any]) -> Mapping[int, list[Any]]:
    """Return the seats of these rows of matches by the numbers of the matches, side 0 first."""
    found: dict[int, list[Any]] = {row.pk: [] for row in listed}
    for seat in _seats().filter(match__in=list(found)):
        found[seat.match_id].append(seat)
    return found


# Query sets are immutable: what all lists ask for is put together once.
@cache
def _matches() -> Any:
    told = Match.objects.annotate(length=F("options__length"))
    return told.values_list(*_SHOWN, named=True)


@cache
def _seats() -> Any:
    return Seat.objects.order_by("side", "place").values_list(*_OF_SEAT, named=True)


def challenges(member_id: int | None) -> "QuerySet[Challenge]":
    """Return the challenges that somebody may see: open ones to all, and his own."""
    visible = Q(opponent=None, status=ChallengeStatus.OPEN)
    if member_id is not None:
        visible |= Q(challenger=member_id) | Q(opponent=member_id) | Q(taker=member_id)
        visible |= Q(match__seats__member=member_id)
    told = Challenge.objects.filter(visible).select_related("challenger", "opponent", "dice")
    return told.distinct()


def events(match_id: int, *, since: int) -> Any:
    """Return the events of a match after a version, in their order."""
    match = Match.objects.only("pk").get(pk=match_id)
    return match.events.filter(seq__gt=since).order_by("seq")
