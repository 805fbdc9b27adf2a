"""Times of the referee, in milliseconds, and what follows from them (rules V16, V23)."""

from games.engine.clock import UNKNOWN_MS

PAUSE_AFTER_MS = 5_000
"""Clocks stand still while the last sweep is older than this."""

LEASE_MS = 15_000
"""A lease lives so long from its last heartbeat."""

DEAD_AFTER_MS = 6_000
"""A server instance that has not renewed itself for longer is dead."""

SILENT_AFTER_MS = 3_000
"""One that has not for longer may be dead: nobody is judged by what it knew last."""

RETURN_MS = UNKNOWN_MS
"""So long at least servers have been there before a player whom one lost is judged absent."""

WHOLE_MOST_MS = 180_000
"""So long after a server's death as many are wanted as before, as in a rolling restart."""

LOST_MOST_MS = 600_000
"""Whoever was not heard for so long is judged, however the servers fare."""


def paused(swept_at: int | None, *, now: int) -> bool:
    """Whether nothing may be lost or claimed now, because no clock is enforced."""
    return swept_at is None or now - swept_at > PAUSE_AFTER_MS
