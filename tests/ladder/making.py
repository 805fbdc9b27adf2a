"""Finished matches as rows, for tests that need results but no play."""

import datetime
import itertools

from django.contrib.auth import get_user_model
from django.db import transaction

from games.enums import EndReason, MatchSource, MatchStatus
from games.models import DiceSeed, Match, Result, Seat
from games.signals import Finished, games_finished

START = datetime.datetime(2026, 3, 1, 18, 0, tzinfo=datetime.UTC)
_numbers = itertools.count(1)


def member(name, **fields):
    return get_user_model().objects.create_user(
        username=name, email=f"m{next(_numbers)}@example.org", **fields
    )


def finished(
    first,
    second,
    *,
    winner=0,
    at=START,
    rated=True,
    reason=EndReason.BORNE_OFF,
    source=MatchSource.CHALLENGE,
    length=1,
    ruleset="vrhcaby",
):
    """Write a finished match and its result, and do not tell anybody."""
    seed = DiceSeed.objects.create(
        secret="sealed", commitment=f"{next(_numbers):064x}", created_at=0
    )
    match = Match.objects.create(
        ruleset=ruleset,
        options={"length": length},
        rules_version=1,
        rated=rated,
        source=source,
        status=MatchStatus.FINISHED,
        state="{}",
        last_at=int(at.timestamp() * 1000),
        dice=seed,
        started_at=at - datetime.timedelta(minutes=20),
        finished_at=at,
        winner=winner,
        reason=reason,
    )
    for side, player in enumerate((first, second)):
        Seat.objects.create(match=match, side=side, member=player)
    return Result.objects.create(
        match=match,
        winner=winner,
        reason=reason,
        rated=rated and reason != EndReason.ANNULLED,
        finished_at=at,
    )


def played(first, second, **how):
    """Write a finished match, rated as the games app would have it rated."""
    with transaction.atomic():
        result = finished(first, second, **how)
        rate(result)
    return result


def rate(result):
    """Tell the ladder of a result; enter the ratings at the seats, as the games app does."""
    match = result.match
    lines = []
    one = Finished(match, result, tuple(match.seats.order_by("side", "place")))
    for _, answer in games_finished.send(sender=Match, finished=[one]):
        lines += answer or ()
    for line in lines:
        Seat.objects.filter(match=match, member=line.member_id).update(
            rating_before=line.before, rating_after=line.after
        )
    return lines
