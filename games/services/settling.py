"""What the clock has decided at a table by now: the first thing that happens to it."""

from games.engine import settle as engine
from games.engine.decide import start
from games.engine.events import Cause
from games.engine.state import Phase
from games.models import Outage
from games.services import presence
from games.services.table import Table


def settle(table: Table, presence_at: engine.PresenceAt | None = None) -> None:
    """Let happen what the clock has decided by `table.at`; the caller holds the match's lock.

    Outages not yet credited come first. Nothing is decided while the clocks are paused, or while
    the caller's `presence_at` does not know yet. Without one, presence is read from the database.
    """
    _credit_outages(table)
    if table.paused:
        return
    known = presence_at or presence.judge(table)
    try:
        judged = engine.settle(table.state, at=table.at, presence=known)
    except presence.NotKnownYet:
        return
    table.happen(judged)
    if table.state.phase is Phase.WAITING:
        table.happen(start(table.state, at=table.at, dice=table.dice))


def _credit_outages(table: Table) -> None:
    """Give back every outage since the last one credited to this match (rules V23)."""
    last = table.last_outage_id
    if table.outage_id == last:
        return
    for outage in Outage.objects.filter(pk__gt=last or 0).order_by("pk"):
        events = engine.credit(table.state, since=outage.since, at=outage.until, cause=Cause.OUTAGE)
        table.happen(events)
