"""A roll under a limit of checkers on a point (rules E1). See `turns`.

A full point is to a step what a point of the opponent's is, so it is made one. A checker may step
onto it after another has left it, though; what that leads to differs in nothing from the first
checker passing over the full point. So where the order of the steps is free, a result is legal
if no point that was stepped on ends above the limit: from one that holds more to begin with the
surplus and one more have to leave before anything may come.
"""

from collections.abc import Iterable

from games.engine.board import BAR, PLACES, their_unit
from games.engine.doubles import Tree, doubles, entered, off_in_reach
from games.engine.rolls import FIRST, OWN_BAR, POINTS, Roll, Steps
from games.engine.rules import Rules

_NO_LIMIT = 255
_MOST_STEPS = 4
_CLOSED = 2
_BYTE = 255
_SIGN = 128
_UNITS = tuple(map(their_unit, range(PLACES)))
_EACH_POINT = sum(_UNITS[p] for p in POINTS)


class LimitedRoll(Roll):
    """One roll on one board where points can be full."""

    __slots__ = ("limit", "nearly_full", "plain", "wall_of_over", "worn")

    def __init__(self, key: int, rules: Rules) -> None:
        super().__init__(key, rules)
        self.limit = limit = rules.point_limit or _NO_LIMIT
        self.plain = self.full and limit >= _MOST_STEPS
        self.nearly_full: list[int] = []
        self.worn = False
        most = max(self.counts[FIRST:OWN_BAR])
        if most >= limit - 1:
            self.nearly_full = self._holding(limit - 1)
        if most >= limit:
            self._close(most)

    def _holding(self, count: int) -> list[int]:
        return [p for p in self.occupied if self.counts[PLACES + p] == count]

    def _close(self, most: int) -> None:
        over = [p for count in range(self.limit + 1, most + 1) for p in self._holding(count)]
        full = self._holding(self.limit)
        self.wall = self.wall_of_over = self._closed(over) if over else self.wall
        self.worn = bool(full)
        if full:
            self.wall = self._closed(full)

    def _closed(self, points: Iterable[int]) -> bytes:
        wall = bytearray(self.wall)
        for p in points:
            wall[BAR - p] = _CLOSED
        return bytes(wall)

    def two_dice(self, high: int, low: int) -> set[int]:
        if not self.plain:
            return self._one_after_other(high, low)
        return super().two_dice(high, low)

    def _pairs(self, some: Steps, others: Steps, die: int, other_die: int) -> set[int]:
        results = super()._pairs(some, others, die, other_die)
        for point in self.nearly_full:
            step, other = some.get(point + die), others.get(point + other_die)
            if step is not None and other is not None:
                results.discard(self.key + step + other)
        return results

    def _onward(self, steps: Steps, die: int, next_die: int) -> list[int]:
        if self.worn and not self.counts[OWN_BAR]:
            closed, self.wall = self.wall, self.wall_of_over
            steps = self._steps(die)
            self.wall = closed
        return super()._onward(steps, die, next_die)

    def _unlimited(self, counts: bytes, origins: list[int], die: int) -> list[int]:
        first = PLACES - die
        return [p for p in origins if p <= die or counts[first + p] < self.limit]

    def double(self, die: int, count: int) -> set[int]:
        if self.plain and max(self.counts[FIRST:]) + count <= self.limit:
            return doubles(self.key, self.counts, die, count, any_larger=self.any_larger)
        key, own, left = entered(self.key, self.counts, die, count, limit=self.limit)
        if self.plain and own[BAR]:
            return {key}
        if not self.plain or not self._free_order(own, die, left):
            return self._by_levels(die, count)
        tree = Tree(self.counts, own, die, left, any_larger=self.any_larger)
        for steps in range(left, 0, -1):
            results = self._fitting(tree.after(key, steps), own, die)
            if results:
                return results
        return {key}

    def _free_order(self, own: list[int], die: int, left: int) -> bool:
        """No point becomes full from which only bearing off, which comes last, would help."""
        if not off_in_reach(own, die, left):
            return True
        for p in range(1, die + 1):
            coming = min(left, sum(own[p + die : BAR : die]))
            if coming and own[p] + coming > self.limit:
                return False
        return True

    def _fitting(self, results: list[int], own: list[int], die: int) -> set[int]:
        """Those in which no point that was stepped on is above the limit."""
        limit = self.limit
        spare, signs = (_SIGN - 1 - limit) * _EACH_POINT, _SIGN * _EACH_POINT
        over = [p for p in POINTS if own[p] > limit]
        for p in over:
            signs -= _SIGN * _UNITS[p]
        fitting = {key for key in results if not key + spare & signs}
        for p in over:
            behind = own[p + die : BAR : die]
            if any(behind):
                fitting = self._not_stepped_on(fitting, p, die, sum(behind))
        return fitting

    def _not_stepped_on(self, keys: set[int], point: int, die: int, behind: int) -> set[int]:
        """Those with no more than the limit on a point, or all who could come still behind it."""
        unit, limit = _UNITS[point], self.limit
        above = _BYTE * sum(_UNITS[point + die : BAR : die])
        # The sum of a number's bytes is what it leaves when divided by 255.
        return {
            key for key in keys if (key // unit & _BYTE) <= limit or (key & above) % _BYTE == behind
        }

    def _by_levels(self, die: int, count: int) -> set[int]:
        """Step by step, all boards of a level at once."""
        level, ended = {self.key}, set()
        for _ in range(count):
            following: set[int] = set()
            for key in level:
                ends = self._after(key, die)
                following.update(ends)
                if not ends:
                    ended.add(key)
            if not following:
                break
            level = following
        return level if self.full else level | ended
