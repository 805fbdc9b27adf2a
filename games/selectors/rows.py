"""Rows of matches and challenges for lists of any length, in a fixed number of statements."""

from typing import Any

from django.db.models import F, Prefetch, Q, QuerySet

from games.enums import ChallengeStatus
from games.models import Challenge, Match, Seat
from games.models.matches import MatchQuerySet

_SHOWN = (
    *("ruleset", "rated", "source", "status", "version", "started_at", "finished_at", "winner"),
    *("reason", "result__id"),
)
_OF_SEAT = (
    *("match", "side", "place", "points", "rating_before", "rating_after"),
    *("member__username", "member__is_bot"),
)


def matches() -> MatchQuerySet:
    """Return all matches with what a list shows of them, `length` and `chairs` beside.

    `chairs` are the seats as a list: a set of rows for each match would cost more than the rows.
    """
    seats = Seat.objects.select_related("member").only(*_OF_SEAT).order_by("side", "place")
    listed = Match.objects.select_related("result").only(*_SHOWN)
    listed = listed.annotate(length=F("options__length"))
    return listed.prefetch_related(Prefetch("seats", seats, to_attr="chairs"))


def match(match_id: int) -> Match:
    """Return one of `matches`. Raises Match.DoesNotExist."""
    return matches().get(pk=match_id)


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
