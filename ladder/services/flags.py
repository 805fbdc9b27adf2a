"""Looking for patterns of rating abuse, and what officials decide about them.

Nothing here touches a rating, a result or a member: a flag is a question to an official.
"""

from __future__ import annotations

import datetime
import logging
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from accounts import permissions as accounts
from games import selectors as games
from games.enums import EndReason
from ladder.enums import FlagStatus
from ladder.models import RatingChange, RatingFlag
from ladder.rules import suspicion
from vrhcaby.errors import DomainError

if TYPE_CHECKING:
    from collections.abc import Iterable

logger = logging.getLogger(__name__)

PLAYED_OUT = {EndReason.BORNE_OFF}


class FlagDecided(DomainError):
    """Somebody has decided about this flag before."""

    code = "flag_decided"


def look() -> int:
    """Look at the latest results, write what is found; return how many flags are new.

    Entry service, run by beat; each flag in a transaction of its own.
    """
    now = timezone.now()
    won = list(_won(since=now - datetime.timedelta(milliseconds=suspicion.WINDOW_MS)))
    members = {one.loser for one in won}
    joined = get_user_model().objects.filter(pk__in=members).values_list("pk", "date_joined")
    came = {pk: int(at.timestamp() * 1000) for pk, at in joined}
    return sum(_keep(one, now) for one in suspicion.find(won, joined=came))


@transaction.atomic(durable=True)
def decide(*, flag_id: int, official: Any, confirmed: bool, note: str) -> RatingFlag:
    """Keep what an official makes of a flag; nothing follows by itself. Entry service.

    Raises SecondFactorMissing, NotAnOfficial, FlagDecided and RatingFlag.DoesNotExist.
    """
    accounts.require_second_factor(official)
    if not may_decide(official):
        raise accounts.NotAnOfficial
    flag = RatingFlag.objects.select_for_update().get(pk=flag_id)
    if flag.status != FlagStatus.OPEN:
        raise FlagDecided
    flag.status = FlagStatus.CONFIRMED if confirmed else FlagStatus.CLEARED
    flag.decided_by, flag.decided_at, flag.note = official, timezone.now(), note.strip()
    flag.save(update_fields=["status", "decided_by", "decided_at", "note"])
    logger.info("flag %s %s by %s", flag_id, flag.status, official.pk)
    return flag


def may_decide(user: Any) -> bool:
    """Whether somebody may decide about flags."""
    return accounts.has_powers(user) and user.is_staff and user.has_perm("ladder.change_ratingflag")


def _won(*, since: datetime.datetime) -> Iterable[suspicion.Won]:
    """Give the rated results with a winner as the rules look at them."""
    # Of a result from the board nobody knows how it was played.
    lines = RatingChange.objects.filter(
        correction=0, score=1, at__gte=since, ladder_result__result__isnull=False
    ).values_list("ladder_result__result", "member", "opponent", "at", "before", "after")
    courses = games.courses([result for result, *_ in lines])
    for result, winner, loser, at, before, after in lines:
        course = courses[result]
        yield suspicion.Won(
            result=result,
            winner=winner,
            loser=loser,
            at=int(at.timestamp() * 1000),
            gain=after - before,
            steps=course.steps,
            given_up=course.reason not in PLAYED_OUT,
        )


def _keep(found: suspicion.Suspicion, now: datetime.datetime) -> bool:
    pair = {"pattern": found.pattern, "gainer_id": found.gainer, "giver_id": found.giver}
    evidence = {"results": list(found.results), "figures": dict(found.figures)}
    with transaction.atomic(durable=True):
        flags = RatingFlag.objects.select_for_update().filter(**pair).order_by("-id")
        last = flags.first()
        if last is None or (last.status != FlagStatus.OPEN and _has_grown(last, found)):
            RatingFlag.objects.create(**pair, **evidence, found_at=now)
            logger.info("rating flag: %s by %s from %s", *pair.values())
            return True
        if last.status == FlagStatus.OPEN:
            last.results, last.figures = evidence["results"], evidence["figures"]
            last.save(update_fields=["results", "figures"])
        return False


def _has_grown(last: RatingFlag, found: suspicion.Suspicion) -> bool:
    """Tell whether there is evidence that the decision did not know."""
    return bool(set(found.results) - set(last.results))
