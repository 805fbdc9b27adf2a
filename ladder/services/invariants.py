"""What must always hold on the whole site, and the nightly look at it.

Each application tells its part by a source.
"""

import datetime
import itertools
import logging
from collections.abc import Callable, Iterator

from django.core.mail import mail_admins
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.services import audit as games_audit
from ladder.services import audit as ladder_audit
from ladder.services.tournaments import audit as tournaments_audit
from vrhcaby import clock, release
from vrhcaby.models import AuditRun

logger = logging.getLogger(__name__)

Source = Callable[[datetime.datetime | None], Iterator[str]]

LINES_KEPT = 100
NIGHT = range(2, 6)
"""Local hours in which a night's look may begin; a site that slept then looks when it wakes."""

OVERDUE = datetime.timedelta(hours=30)
MARGIN = datetime.timedelta(days=2)
"""Matches that ended so long before the last sound look are looked at again."""

WHOLE_ON_DAY = 1
"""On this day of each month everything is looked at, however old."""


def _of_games(since: datetime.datetime | None) -> Iterator[str]:
    return map(str, games_audit.check(since=since))


def _of_ladder(since: datetime.datetime | None) -> Iterator[str]:
    """A ledger is judged by a replay from its beginning, whatever is new."""
    return ladder_audit.check()


def _of_tournaments(since: datetime.datetime | None) -> Iterator[str]:
    """Tables and brackets are judged whole."""
    return tournaments_audit.check()


SOURCES: list[Source] = [_of_games, _of_ladder, _of_tournaments]


def violations(*, since: datetime.datetime | None = None) -> Iterator[str]:
    """Yield one line for each thing that must hold and does not."""
    return itertools.chain.from_iterable(source(since) for source in SOURCES)


def nightly() -> AuditRun | None:
    """Look at all once a night, keep what was found and tell the administrators; entry service.

    Returns None when it is not the time, or another process has begun this night's look.
    """
    now = timezone.localtime(_now())
    run = _begin(now) if _is_time(now) else None
    if run is None:
        return None
    found = list(violations(since=run.since))
    run.ended, run.violations = max(_now(), run.began), len(found)
    run.lines = "\n".join(found[:LINES_KEPT])
    run.save()
    _report(run)
    return run


def _now() -> datetime.datetime:
    return datetime.datetime.fromtimestamp(clock.now() / 1000, datetime.UTC)


def _is_time(now: datetime.datetime) -> bool:
    last = AuditRun.objects.order_by("-began").values_list("began", flat=True).first()
    return now.hour in NIGHT or last is None or now - last > OVERDUE


def _begin(now: datetime.datetime) -> AuditRun | None:
    """Take this night's look; the database lets one process have it."""
    since = None if now.day == WHOLE_ON_DAY else _last_sound()
    try:
        with transaction.atomic(durable=True):
            return AuditRun.objects.create(night=now.date(), since=since, began=now)
    except IntegrityError:
        return None


def _last_sound() -> datetime.datetime | None:
    sound = AuditRun.objects.filter(ended__isnull=False, violations=0).order_by("-began").first()
    return None if sound is None else sound.began - MARGIN


def _report(run: AuditRun) -> None:
    if not run.violations:
        logger.info("the audit of %s is silent", run.night)
        return
    logger.error("the audit of %s found %s violations:\n%s", run.night, run.violations, run.lines)
    subject = f"{run.violations} violations of invariants"
    text = f"Release {release.name()}, {run.began:%Y-%m-%d %H:%M} UTC.\n\n{run.lines}\n"
    try:
        mail_admins(subject, text)
    except OSError as error:
        logger.warning("the administrators could not be told by mail: %s", error)
