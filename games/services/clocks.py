"""The referee: what the clock decides by itself, each second and before every command."""

import logging
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

import structlog
from django.db import transaction

from games import limits
from games.engine.state import deadline
from games.models import Heartbeat, Outage
from games.services import connections, keep, presence, settling, statements
from games.services.statements import Due
from games.services.table import Table, take_due
from vrhcaby import clock, metrics
from vrhcaby.broadcast import collect
from vrhcaby.errors import database_refusal

logger = logging.getLogger(__name__)

BATCH = 50
MOST_BATCHES = 200
CREDIT_WITHIN_S = 1.0
"""So long a sweep gives outages back; thousands of matches are shared by the next sweeps.

Were all threads of a worker busy with it, no heartbeat would be written, which is an outage again,
to be given back to every match: that would never end. Who is judged before is credited first.
"""


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep did: matches credited for an outage, matches judged."""

    credited: int
    judged: int


@dataclass(frozen=True, slots=True)
class Beat:
    """The heartbeat of a sweep: this one, the one before, the outage still being credited."""

    now: int
    before: int | None
    uncredited: int | None


def sweep() -> Swept:
    """Judge every live match that is due; entry service, run each second by beat.

    Writes the heartbeat first: a gap since the last one is an outage, and is credited before
    anything is judged. May run twice at once, be killed anywhere and run again.
    """
    beat = _beat()
    with metrics.SWEEP_SECONDS.time():
        credited = _credit_all(beat.uncredited)
        if beat.before is not None:
            with collect():
                connections.credit_early_returns(since=beat.before, until=beat.now)
        judged, _all_seen = _in_batches(Due.at(beat.now))
        # Last, so that no fault of what is only shown keeps a clock from being judged.
        with collect():
            presence.announce_absent(since=beat.before, until=beat.now)
    return Swept(credited, judged)


def _beat() -> Beat:
    with transaction.atomic(durable=True):
        Heartbeat.objects.get_or_create(id=1)
        row = Heartbeat.objects.select_for_update().get(id=1)
        now, before = clock.now(), row.swept_at
        if before is None:
            row.enforcing_since = now
        elif limits.paused(before, now=now):
            row.outage = Outage.objects.create(since=before, until=now)
            row.credited = False
            row.enforcing_since = now
            logger.warning("clocks were not enforced from %s to %s", before, now)
        row.swept_at = now
        row.save()
    return Beat(now, before, None if row.credited else row.outage_id)


def _credit_all(outage_id: int | None) -> int:
    if outage_id is None:
        return 0
    until = time.monotonic() + CREDIT_WITHIN_S
    credited, all_seen = _in_batches(Due.uncredited(outage_id), until=until)
    if all_seen:
        Heartbeat.objects.filter(outage_id=outage_id).update(credited=True)
    return credited


def _in_batches(due: Due, *, until: float = math.inf) -> tuple[int, bool]:
    """Settle live matches that fulfil a condition, in transactions of some each.

    Each match is looked at once, by ascending id, so that those which cannot be judged do not
    stand in the way of the others. Returns how many were judged, and whether all were looked at:
    the next sweep goes on where there are too many, or `until`, by `time.monotonic`, has passed.
    """
    done = 0
    for _ in range(MOST_BATCHES):
        # Told batch by batch: the first must not wait until the last is judged.
        with collect():
            seen, judged = _batch(due)
        done += judged
        if len(seen) < BATCH:
            return done, True
        if time.monotonic() >= until:
            break
        due = due.beyond(seen[-1])
    return done, False


def _batch(due: Due) -> tuple[list[int], int]:
    """Settle some matches together; when that fails, each by itself, so that one fault is one.

    Returns the ids that were looked at, and how many of them were judged.
    """
    try:
        with transaction.atomic(durable=True):
            tables = take_due(due, limit=BATCH)
            _settle_and_keep(tables)
            return [table.match_id for table in tables], len(tables)
    except Exception as error:
        if database_refusal(error) is not None:
            logger.warning("the sweep gives way and tries again: %s", error)
            return [], 0
        logger.exception("a batch of matches could not be judged together")
        return _one_by_one(due)


def _one_by_one(due: Due) -> tuple[list[int], int]:
    with transaction.atomic(durable=True):
        match_ids = [row.match_id for row in statements.lock_due(due, limit=BATCH)]
    judged = 0
    for match_id in match_ids:
        try:
            with transaction.atomic(durable=True):
                tables = take_due(Due.one(match_id), limit=1)
                _settle_and_keep(tables)
                judged += len(tables)
        except Exception:
            logger.exception("match %s could not be judged", match_id)
    return match_ids, judged


def _settle_and_keep(tables: Sequence[Table]) -> None:
    present = presence.judge_all(tables) if tables else {}
    for table in tables:
        structlog.contextvars.bind_contextvars(match=table.match_id)
        due = deadline(table.state)
        settling.settle(table, present[table.match_id])
        if due is not None and table.at >= due and table.events:
            metrics.VERDICT_LAG_SECONDS.observe((table.at - due) / 1000)
    idle = [table for table in tables if not table.events]
    keep.write_all([table for table in tables if table.events])
    for table in idle:
        keep.note(table)
