"""A roll under a limit of checkers on a point (rules E1). See `turns`.

A checker may step onto a full point after another has left it. What that leads to differs in
nothing from the first checker passing over the full point, so where every point keeps the limit
to begin with, a turn inside the board is legal if no point it lands on ends above the limit.
"""

from games.engine.board import KEY_BYTES, PLACES
from games.engine.doubles import doubles
from games.engine.rolls import FIRST, OWN_BAR, Roll, Steps
from games.engine.rules import Rules
from games.engine.steps import HOME

_NO_LIMIT = 255
_MOST_STEPS = 4


class LimitedRoll(Roll):
    """One roll on one board where points can be full."""

    __slots__ = ("limit", "plain")

    def __init__(self, key: int, rules: Rules) -> None:
        super().__init__(key, rules)
        self.limit = rules.point_limit or _NO_LIMIT
        most = max(self.counts[FIRST:OWN_BAR])
        self.plain = self.full and most <= self.limit >= _MOST_STEPS

    def two_dice(self, high: int, low: int) -> set[int]:
        if not self.plain:
            return self._one_after_other(high, low)
        return super().two_dice(high, low)

    def _steps(self, die: int) -> Steps:
        counts, first = self.counts, PLACES - die
        return {p: s for p, s in super()._steps(die).items() if counts[first + p] < self.limit}

    def _entry(self, die: int) -> Steps:
        return super()._entry(die) if self.counts[OWN_BAR - die] < self.limit else {}

    def _pairs(self, some: Steps, others: Steps, die: int, other_die: int) -> set[int]:
        results = super()._pairs(some, others, die, other_die)
        for point in self.occupied:
            if self.counts[PLACES + point] == self.limit - 1:
                step, other = some.get(point + die), others.get(point + other_die)
                if step is not None and other is not None:
                    results.discard(self.key + step + other)
        return results

    def _onward(self, steps: Steps, die: int, next_die: int) -> list[int]:
        counts, first = self.counts, PLACES - die - next_die
        passing = steps if counts[OWN_BAR] else super()._steps(die)
        ending = {p: s for p, s in passing.items() if counts[first + p] < self.limit}
        return super()._onward(ending, die, next_die)

    def _unlimited(self, counts: bytes, origins: list[int], die: int) -> list[int]:
        first = PLACES - die
        return [p for p in origins if p <= die or counts[first + p] < self.limit]

    def double(self, die: int, count: int) -> set[int]:
        near = sum(self.counts[PLACES + HOME + 1 : OWN_BAR]) <= _MOST_STEPS
        if near or not self.plain or self.counts[OWN_BAR]:
            return self._by_levels(die, count)
        return doubles(
            self.key, self.counts, die, count, any_larger=self.any_larger, fits=self._fits
        )

    def _fits(self, key: int) -> bool:
        return max(key.to_bytes(KEY_BYTES, "big")[FIRST:OWN_BAR]) <= self.limit

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
