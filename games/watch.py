"""What operators see of the games: figures of the referee, and whether it works."""

from games.enums import MatchStatus
from games.models import Heartbeat, Match
from vrhcaby import clock, metrics, probes

SWEEP_OLD_MS = 10_000
"""A site whose last sweep is older is not ready: its clocks stand still."""


def register() -> None:
    """Let probes and metrics know of the referee."""
    probes.register_check("sweep", sweep_fault)
    probes.register_reading("referee", read_gauges)


def sweep_fault() -> str | None:
    """Tell what is wrong with the referee, None when he has looked lately."""
    swept_at = Heartbeat.objects.values_list("swept_at", flat=True).first()
    if swept_at is None:
        return "never"
    return "late" if clock.now() - swept_at > SWEEP_OLD_MS else None


def read_gauges() -> None:
    """Set the gauges of the whole site."""
    swept_at = Heartbeat.objects.values_list("swept_at", flat=True).first()
    age = -1.0 if swept_at is None else (clock.now() - swept_at) / 1000
    metrics.SWEEP_AGE_SECONDS.set(age)
    metrics.LIVE_MATCHES.set(Match.objects.filter(status=MatchStatus.LIVE).count())
