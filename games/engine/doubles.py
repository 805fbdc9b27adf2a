"""Four equal dice, fast: see `turns`, whose representation this shares."""

from games.engine.board import BAR, PLACES
from games.engine.rules import MAX_CHECKERS
from games.engine.steps import HOME
from games.engine.steps import TURNED_DELTAS as MOVES

_MOST_OUTSIDE = 3


def doubles(key: int, counts: bytes, die: int, left: int, *, any_larger: bool) -> set[int]:
    """The turned keys that up to `left` steps of a die lead to, as many as can be made."""
    key, own, left = entered(key, counts, die, left)
    if own[BAR]:
        return {key}
    tree = Tree(counts, own, die, left, any_larger=any_larger)
    for steps in range(left, 0, -1):
        results = tree.after(key, steps)
        if results:
            return set(results)
    return {key}


def entered(
    key: int, counts: bytes, die: int, left: int, *, limit: int = MAX_CHECKERS
) -> tuple[int, list[int], int]:
    """The key, the mover's counts and the steps left once all that can have come in."""
    own = list(counts[PLACES:])
    enemies = counts[die]
    entering = min(own[BAR], left, limit - own[BAR - die])
    if entering <= 0 or enemies > 1:
        return key, own, left
    key += MOVES[die][enemies][BAR] + (entering - 1) * MOVES[die][0][BAR]
    own[BAR] -= entering
    own[BAR - die] += entering
    return key, own, left - entering


def off_in_reach(own: list[int], die: int, left: int) -> bool:
    """Fewer than `left` steps can bring everything home, so that one may bear off."""
    if sum(own[HOME + 1 : BAR]) > _MOST_OUTSIDE:
        return False
    steps = sum(own[p] * -((HOME - p) // die) for p in range(HOME + 1, BAR) if own[p])
    return steps < left


class Tree:
    """All ways to play some steps of one die, the furthest checker always first."""

    __slots__ = ("any_larger", "die", "inside", "moves", "near", "origins", "own", "results")

    def __init__(
        self, counts: bytes, own: list[int], die: int, left: int, *, any_larger: bool
    ) -> None:
        self.die = die
        self.own = own
        self.any_larger = any_larger
        self.results: list[int] = []
        # What a step from an origin adds now: a hit is made once, by the first to arrive.
        self.moves = [0] * BAR
        self.origins: list[int] = []
        reached = [count > 0 for count in own]
        for p in range(BAR - 1, die, -1):
            n = counts[25 + die - p]
            if n < 2 and reached[p]:
                reached[p - die] = True
                self.origins.append(p)
                self.moves[p] = MOVES[die][n and not own[p - die]][p]
        self.inside = len(self.origins)
        self.near = off_in_reach(own, die, left)
        if self.near:
            offs = [p for p in range(die, 0, -1) if reached[p]]
            self.origins += offs
            for p in offs:
                self.moves[p] = MOVES[die][0][p]

    def after(self, key: int, steps: int) -> list[int]:
        """The keys after so many steps, some of them more than once."""
        self.results = []
        self._grow(key, 0, steps)
        return self.results

    def _grow(self, key: int, start: int, left: int) -> None:
        """Collect the results of `left` more steps, none from before `origins[start]`."""
        own, moves, die = self.own, self.moves, self.die
        if left == 1:
            self._last(key, start)
            return
        if left == 2 and not self.near:
            self._last_two(key, start)
            return
        for at, p in enumerate(self.origins[start:], start):
            if not own[p] or (at >= self.inside and not self._bears_off(p)):
                continue
            target = p - die if p > die else 0
            step = moves[p]
            own[p] -= 1
            own[target] += 1
            moves[p] = MOVES[die][0][p]
            self._grow(key + step, at, left - 1)
            own[p] += 1
            own[target] -= 1
            moves[p] = step

    def _last(self, key: int, start: int) -> None:
        own, moves = self.own, self.moves
        self.results += [key + moves[p] for p in self.origins[start : self.inside] if own[p]]
        if self.near:
            offs = self.origins[max(start, self.inside) :]
            self.results += [key + moves[p] for p in offs if own[p] and self._bears_off(p)]

    def _last_two(self, key: int, start: int) -> None:
        """The last two steps together, none of them bearing off."""
        own, moves, die, results = self.own, self.moves, self.die, self.results
        movable = [p for p in self.origins[start:] if own[p]]
        steps = [moves[p] for p in movable]
        for at, p in enumerate(movable, 1):
            after = key + moves[p]
            results += [after + step for step in steps[at:]]
            if own[p] > 1:
                results.append(after + MOVES[die][0][p])
            if not own[p - die] and moves[p - die]:
                results.append(after + moves[p - die])

    def _bears_off(self, p: int) -> bool:
        own = self.own
        if any(own[HOME + 1 : BAR]):
            return False
        return p == self.die or self.any_larger or not any(own[p + 1 : HOME + 1])
