"""What officials are shown of the referee and of who is connected."""

import datetime
from dataclasses import dataclass

from django.db.models import Sum

from games import limits
from games.enums import MatchStatus
from games.instants import to_datetime
from games.models import Audience, Heartbeat, Instance, Lease, Match, Outage
from vrhcaby import clock

OUTAGES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Referee:
    """The referee and the sockets at this moment, over all processes."""

    enforcing_since: datetime.datetime | None
    swept_at: datetime.datetime | None
    paused: bool
    outages: list[Outage]
    live: int
    players: int
    in_lobby: int
    spectators: int
    servers: int


def referee() -> Referee:
    """Read how the referee is, and how many sockets the living servers hold by their leases."""
    now = clock.now()
    beat = Heartbeat.objects.first() or Heartbeat()
    running = Lease.objects.filter(since__lte=now, expires__gt=now, instance__isnull=False)
    servers = Instance.objects.filter(renewed__gte=now - limits.DEAD_AFTER_MS)
    watching = Audience.objects.filter(instance__in=servers).aggregate(count=Sum("count"))
    return Referee(
        enforcing_since=_moment(beat.enforcing_since),
        swept_at=_moment(beat.swept_at),
        paused=limits.paused(beat.swept_at, now=now),
        outages=list(Outage.objects.order_by("-pk")[:OUTAGES_SHOWN]),
        live=Match.objects.filter(status=MatchStatus.LIVE).count(),
        players=running.filter(match__isnull=False).count(),
        in_lobby=running.filter(match=None).count(),
        spectators=watching["count"] or 0,
        servers=servers.count(),
    )


def _moment(ms: int | None) -> datetime.datetime | None:
    return None if ms is None else to_datetime(ms)
