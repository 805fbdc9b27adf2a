"""How many players can reach what they need from the games still open, all at once.

Each pair of open games has a supply of units which its two players share. A player is content
when he holds as many units as he needs. Which sets can be content together is a flow; the largest
such set is found by branch and bound, and where the effort allowed runs out, by a bound from
above.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ladder.rules.results import Seat

COPIED_PER_LOOK = 32
"""Copying so many numbers costs about as much as one look."""


class Supply(NamedTuple):
    """What the open games of two players have to give: in all, and to one of them at most."""

    first: Seat
    second: Seat
    total: int
    side: int


@dataclass(frozen=True, slots=True)
class Most:
    """The largest number of content players; `exact` is False for a bound from above."""

    count: int
    exact: bool


def most_content(supplies: Sequence[Supply], needs: Mapping[Seat, int], *, effort: int) -> Most:
    """Return how many of these players can be content at once.

    `needs` are whole units, 0 or less for who needs nothing. `effort` limits the work, in looks
    at one supply from one player's side.
    """
    most: dict[Seat, int] = dict.fromkeys(needs, 0)
    for supply in supplies:
        most[supply.first] += supply.side
        most[supply.second] += supply.side
    content = sum(need <= 0 for need in needs.values())
    wishing = sorted(
        (seat for seat, need in needs.items() if 0 < need <= most[seat]),
        key=lambda seat: (needs[seat], most[seat]),
    )
    if not wishing:
        return Most(content, True)
    bound = _bound(sum(supply.total for supply in supplies), [needs[seat] for seat in wishing])
    if effort < len(supplies):
        return Most(content + bound, False)
    found = _Search(supplies, needs, wishing, bound, effort).run()
    return Most(content + found.count, found.exact)


def _bound(supply: int, needs: Sequence[int]) -> int:
    """Return how many of the smallest needs fit into the whole supply."""
    for count, need in enumerate(needs):
        supply -= need
        if supply < 0:
            return count
    return len(needs)


class _SpentEffort(Exception):
    """The work allowed is done."""


class _Link(NamedTuple):
    """Who takes a unit, from which supply, and on which side of it he is."""

    taker: Seat
    at: int
    side: int


class _Search:
    """One search for the largest content set, with the units handed out so far."""

    def __init__(
        self,
        supplies: Sequence[Supply],
        needs: Mapping[Seat, int],
        wishing: Sequence[Seat],
        bound: int,
        effort: int,
    ) -> None:
        self.needs = needs
        self.wishing = wishing
        self.effort = effort
        self.left = [supply.total for supply in supplies]
        self.side = [supply.side for supply in supplies]
        self.held = [[0] * len(supplies), [0] * len(supplies)]
        self.own: dict[Seat, list[tuple[int, int, Seat]]] = {seat: [] for seat in wishing}
        for at, (first, second, _, _) in enumerate(supplies):
            if first in self.own:
                self.own[first].append((at, 0, second))
            if second in self.own:
                self.own[second].append((at, 1, first))
        self.best = 0
        self.bound = bound

    def run(self) -> Most:
        try:
            self._branch(0, 0)
        except _SpentEffort:
            return Most(self.bound, False)
        return Most(self.best, True)

    def _branch(self, at: int, content: int) -> None:
        """Decide about the player at this place and those behind him: with him, then without."""
        self.best = max(self.best, content)
        if self.best == self.bound or content + len(self.wishing) - at <= self.best:
            return
        seat = self.wishing[at]
        before = list(self.left), [list(held) for held in self.held]
        self._spend(len(self.left) // COPIED_PER_LOOK)
        if self._serve(seat):
            self._branch(at + 1, content + 1)
        self.left, self.held = before
        self._branch(at + 1, content)

    def _serve(self, seat: Seat) -> bool:
        """Hand the player all he needs, taking from others who can be served elsewhere."""
        need = self.needs[seat]
        for at, side, _ in self.own[seat]:
            take = min(need, self.left[at], self.side[at] - self.held[side][at])
            self.left[at] -= take
            self.held[side][at] += take
            need -= take
        self._spend(len(self.own[seat]))
        return all(self._hand_over(seat) for _ in range(need))

    def _hand_over(self, seat: Seat) -> bool:
        """Hand the player one unit along the shortest chain of players who pass one on."""
        came: dict[Seat, _Link | None] = {seat: None}
        waiting = deque([seat])
        while waiting:
            taker = waiting.popleft()
            self._spend(len(self.own[taker]))
            for at, side, other in self.own[taker]:
                if self.held[side][at] == self.side[at]:
                    continue
                if self.left[at]:
                    self.left[at] -= 1
                    self.held[side][at] += 1
                    self._pass_on(taker, came)
                    return True
                if other not in came and self.held[1 - side][at]:
                    came[other] = _Link(taker, at, side)
                    waiting.append(other)
        return False

    def _pass_on(self, giver: Seat, came: Mapping[Seat, _Link | None]) -> None:
        """Move a unit from each player of the chain to the one before him."""
        while (link := came[giver]) is not None:
            self.held[1 - link.side][link.at] -= 1
            self.held[link.side][link.at] += 1
            giver = link.taker

    def _spend(self, looks: int) -> None:
        self.effort -= looks + 1
        if self.effort < 0:
            raise _SpentEffort
