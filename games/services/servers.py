"""Which server instances lived when: whether somebody lost from sight could return (rules V23)."""

from dataclasses import dataclass
from functools import cached_property

from games import limits
from games.models import Instance, Outage

_LOOK_BACK_MS = limits.LOST_MOST_MS + 2 * limits.RETURN_MS
"""Whoever died before is asked for no more, nor who stood beside him a minute earlier."""


@dataclass(frozen=True, slots=True)
class Life:
    """A server instance lived without a break from `started`, and was last seen at `renewed`."""

    started: int
    renewed: int

    def had_stood(self, moment: int) -> bool:
        """Whether it was there at a moment, and for a minute before.

        One that had just begun is not missed later: it was started to replace another.
        """
        seen = self.renewed >= moment - limits.SILENT_AFTER_MS
        return seen and self.started <= moment - limits.RETURN_MS


@dataclass(frozen=True)
class Servers:
    """The server instances of the last minutes as of `now`, read when they are first asked for."""

    now: int

    @cached_property
    def lives(self) -> tuple[Life, ...]:
        """Those that lived within the time anybody is waited for."""
        recent = Instance.objects.filter(renewed__gt=self.now - _LOOK_BACK_MS)
        return tuple(Life(*row) for row in recent.values_list("started", "renewed"))

    def let_return(self, *, heard: int, died: int | None, moment: int) -> bool:
        """Whether a member last heard of at `heard` could have come back before `moment`.

        He could when servers were there all the time since, or for a minute without a break: one
        of them; where his own `died`, for some minutes as many as had stood when it did, since
        fewer may not be able to take in everybody. No site keeps anybody waiting for ever: who
        was not heard for `limits.LOST_MOST_MS`, outages apart, is judged.
        """
        since = max(heard if died is None else died, moment - limits.RETURN_MS)
        there = [one for one in self.lives if one.started <= since]
        stayed = [one for one in there if one.renewed > moment - limits.SILENT_AFTER_MS]
        if len(stayed) >= self._needed(died, moment):
            return True
        return moment - max(heard, self._last_outage_end) >= limits.LOST_MOST_MS

    @cached_property
    def _last_outage_end(self) -> int:
        return Outage.objects.order_by("-pk").values_list("until", flat=True).first() or 0

    def _needed(self, died: int | None, moment: int) -> int:
        if died is None:
            # Where no server instance is known at all, none is missing.
            return 1 if self.lives else 0
        if moment - died >= limits.WHOLE_MOST_MS:
            return 1
        return max(1, sum(one.had_stood(died) for one in self.lives))


def owed_since(*, heard: int, died: int, back_at: int) -> int:
    """Return from when a player whose server died gets his time back, now that he has returned.

    It is since he was last `heard`; but from when a server was there for him he has
    `limits.LOST_MOST_MS`: longer absences are his own.
    """
    others = Instance.objects.filter(renewed__gt=died + limits.DEAD_AFTER_MS)
    begun = others.order_by("started").values_list("started", flat=True).first()
    could = back_at if begun is None else max(died, begun)
    return heard + max(0, back_at - could - limits.LOST_MOST_MS)
