"""How long members were here in a stretch of time, as their leases and the outages tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from games import limits
from games.models import Heartbeat, Lease, Outage
from vrhcaby import clock


@dataclass(frozen=True, slots=True)
class Attendance:
    """Milliseconds a member was here in the stretch, and when last (None: not at all)."""

    here_ms: int = 0
    last_at: int | None = None


def attendance(member_ids: Collection[int], *, since: int, until: int) -> Mapping[int, Attendance]:
    """Return the attendance of each member in [since, until); one statement.

    Having the lobby or any game open is being here. Leases of the lobby are kept for an hour:
    a stretch longer ago says too little.
    """
    rows = Lease.objects.filter(member__in=member_ids, since__lt=until, expires__gt=since)
    spans: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for member_id, begin, end in rows.order_by("since").values_list("member", "since", "expires"):
        spans[member_id].append((max(begin, since), min(end, until)))
    return {member_id: _joined(spans[member_id]) for member_id in member_ids}


def outage_ms(*, since: int, until: int) -> int:
    """Return how many milliseconds of [since, until) the service was away; two statements.

    An outage from which it has just come back is counted before the first sweep has recorded it.
    """
    rows = Outage.objects.filter(since__lt=until, until__gt=since)
    spans = list(rows.values_list("since", "until"))
    now = clock.now()
    swept_at = Heartbeat.objects.values_list("swept_at", flat=True).first()
    if swept_at is not None and limits.paused(swept_at, now=now):
        spans.append((swept_at, now))
    within = ((max(begin, since), min(end, until)) for begin, end in sorted(spans))
    return _joined((begin, end) for begin, end in within if begin < end).here_ms


def _joined(spans: Iterable[tuple[int, int]]) -> Attendance:
    """Add up spans in order of their beginning, what overlaps once."""
    total, reached = 0, None
    for begin, end in spans:
        total += max(0, end - max(begin, reached or begin))
        reached = max(end, reached or end)
    return Attendance(total, reached)
