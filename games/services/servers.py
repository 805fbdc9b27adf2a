"""Which web processes lived when: whether somebody lost from sight could return (rules V23)."""

from dataclasses import dataclass
from functools import cached_property

from games import limits
from games.models import Instance

_LOOK_BACK_MS = limits.LOST_MOST_MS + 2 * limits.RETURN_MS


@dataclass(frozen=True, slots=True)
class Life:
    """A web process lived from `started`, and was last seen alive at `renewed`."""

    started: int
    renewed: int

    def had_stood(self, moment: int) -> bool:
        """Whether it was there at a moment, and for a while before."""
        seen = self.renewed >= moment - limits.SILENT_AFTER_MS
        return seen and self.started <= moment - limits.RETURN_MS


@dataclass(frozen=True)
class Servers:
    """The web processes of the last minutes as of `now`, read when they are first asked for."""

    now: int

    @cached_property
    def lives(self) -> tuple[Life, ...]:
        """Those that lived within the time anybody is waited for."""
        recent = Instance.objects.filter(renewed__gt=self.now - _LOOK_BACK_MS)
        return tuple(Life(*row) for row in recent.values_list("started", "renewed"))

    def let_return(self, *, heard: int, died: int | None, moment: int) -> bool:
        """Whether a member last heard of at `heard` could have come back before `moment`.

        He could when web processes were there all the time since, or for a minute without a
        break: one of them, or, where his own `died`, as many as had stood when it did. A site
        that never comes back to itself keeps nobody waiting longer than `limits.LOST_MOST_MS`.
        """
        if moment - heard >= limits.LOST_MOST_MS:
            return True
        since = max(heard if died is None else died, moment - limits.RETURN_MS)
        there = [one for one in self.lives if one.started <= since]
        stayed = [one for one in there if one.renewed > moment - limits.DEAD_AFTER_MS]
        return len(stayed) >= self._needed(died)

    def _needed(self, died: int | None) -> int:
        if died is None:
            # A site whose web processes are not known misses none.
            return min(1, len(self.lives))
        return max(1, sum(one.had_stood(died) for one in self.lives))
