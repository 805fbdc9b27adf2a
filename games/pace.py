"""How often one and the same may come in, act, and have the whole of a table or a lobby read.

A frame costs little, but `hello` and `chat` read and write all that there is to see. One socket may
send twenty frames a second, and one person may open many sockets; so those of one member, and those
of guests at one address, share a pace, in each process. A club room that comes back at once is let
in at once.
"""

import asyncio
import time
from dataclasses import dataclass, field

MOST_REMEMBERED = 10_000
LONGEST_S = 5.0
"""Less than a lease lasts, so that nobody counts as gone while he waits."""


@dataclass(slots=True)
class Pace:
    """So many turns at once for a key, then so many a second, in the order of asking."""

    at_once: int
    per_s: float
    longest_s: float = LONGEST_S
    _free_at: dict[str, float] = field(default_factory=dict)

    async def turn(self, key: str) -> bool:
        """Wait until it is this key's turn; False at once where that would take too long."""
        seconds = self.take(key, time.monotonic())
        if seconds is None:
            return False
        await asyncio.sleep(seconds)
        return True

    def take(self, key: str, now: float) -> float | None:
        """Take a key's next turn and return in how many seconds it comes.

        None, and no turn is taken, where that is more than `longest_s`: otherwise whoever asks and
        goes away again would let those who come after him wait for ever longer.
        """
        if len(self._free_at) > MOST_REMEMBERED:
            self._forget(now)
        earliest = now - (self.at_once - 1) / self.per_s
        begins = max(self._free_at.get(key, earliest), earliest)
        if begins - now > self.longest_s:
            return None
        self._free_at[key] = begins + 1 / self.per_s
        return max(0.0, begins - now)

    def is_spent(self, key: str, now: float) -> bool:
        """Whether a key's next turn would not come at once; none is taken."""
        return self._free_at.get(key, now) > now

    def forget(self) -> None:
        """Let everybody begin anew."""
        self._free_at.clear()

    def _forget(self, now: float) -> None:
        oldest = now - self.at_once / self.per_s
        self._free_at = {key: at for key, at in self._free_at.items() if at > oldest}


GUESTS = Pace(at_once=150, per_s=10.0)
"""Of one address."""

MEMBERS = Pace(at_once=150, per_s=10.0)
"""Of one member: a program may sit at many tables, and come back to all of them at once."""

ENTRANCES = Pace(at_once=300, per_s=20.0, longest_s=3.0)
"""Handshakes, of one member or of the guests of one address; browsers wait a few seconds."""

FRAMES = Pace(at_once=200, per_s=60.0, longest_s=0.0)
"""Of one member, by all his sockets together: what may ask the database for something."""

BAD_TOKENS = Pace(at_once=50, per_s=5.0)
"""Of one address, at the sockets."""
