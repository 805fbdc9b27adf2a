"""The home page: the top of the ladder beside the lobby."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ladder.models import Pool
from ladder.selectors import table

if TYPE_CHECKING:
    import datetime

    from ladder.selectors.table import Row

TOP = 5


def top(*, ruleset: str, now: datetime.datetime) -> tuple[Row, ...]:
    """Return the first lines of a pool's ladder; empty when nobody has a place yet."""
    pool = Pool.objects.filter(ruleset=ruleset).first()
    return table.top(pool, now=now, most=TOP) if pool else ()
