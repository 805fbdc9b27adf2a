"""Every position a roll can lead to, fast: the inner loop of the engine.

The boards here are keys as the opponent will see them, so that no result has to be turned
round: in the bytes of such a key the opponent's places come first and the mover's start at
`PLACES`. A step is the addition of a constant; whether a point is open is read off the
opponent's counts. Two dice are played by adding each step of one to each of the other; four of
a double (`doubles`) by moving the furthest checker first, which reaches every result once.
Both take it that a step never spoils one of another checker. Near home and under a limit on
points, where it can, the steps are made one after the other. `order_matters` tells the one
combination of options that is left to `graph.TurnGraph`, the plain definition.
"""

from itertools import compress

from games.engine.board import BAR, KEY_BYTES, PLACES, turned_key
from games.engine.doubles import doubles
from games.engine.rules import BearOffLarger, FullUse, Rules
from games.engine.steps import HOME
from games.engine.steps import TURNED_DELTAS as MOVES

_POINTS = tuple(range(1, BAR))
_FIRST = PLACES + 1
_OWN_BAR = PLACES + BAR
_WALL = b"\xff" * (HOME + 1)
_BLOT = b"\x01"

Steps = dict[int, int]


def order_matters(rules: Rules) -> bool:
    """Which die a checker is borne off with depends on the dice left: ask the plain definition."""
    return rules.exact_die_first and rules.bear_off_larger is BearOffLarger.ANY


def end_keys(key: int, dice: tuple[int, ...], rules: Rules) -> set[int]:
    """The keys, opponent on roll, in which a turn can end; `dice` two (higher first) or four.

    The board is not won by either, and not `order_matters(rules)`.
    """
    play = _Roll(turned_key(key), rules)
    if dice[0] == dice[-1]:
        return play.double(dice[0], len(dice))
    return play.two_dice(*dice)


class _Roll:
    """One roll on one board."""

    __slots__ = ("any_larger", "counts", "full", "key", "limit", "occupied", "wall")

    def __init__(self, key: int, rules: Rules) -> None:
        counts = key.to_bytes(KEY_BYTES, "big")
        self.key = key
        self.counts = counts
        # The opponent's checkers on the mover's point p stand at 25 - p; no point lies below 1.
        self.wall = counts[:BAR] + _WALL
        self.occupied = list(compress(_POINTS, counts[_FIRST:_OWN_BAR]))
        self.any_larger = rules.bear_off_larger is BearOffLarger.ANY
        self.full = rules.full_use is not FullUse.NONE
        self.limit = rules.point_limit

    def two_dice(self, high: int, low: int) -> set[int]:
        if self.limit is not None:
            return self._one_after_other(high, low)
        if self.counts[_OWN_BAR]:
            return self._entering(high, low)
        *_, second, furthest = (0, *self.occupied)
        if furthest <= HOME or (second <= HOME and self.counts[PLACES + furthest] == 1):
            return self._one_after_other(high, low)
        highs, lows = self._steps(high), self._steps(low)
        both = self._pairs(highs, lows, high, low)
        both |= self._onward(highs, high, low)
        both |= self._onward(lows, low, high)
        if self.full:
            return both or self._singles(highs, lows)
        if len(highs) < 2 or len(lows) < 2:
            both |= self._dead_ends(highs, lows, high, low)
            both |= self._dead_ends(lows, highs, low, high)
        return both or {self.key}

    def _steps(self, die: int) -> Steps:
        """Steps of a die inside the board, by origin, none being on the bar."""
        wall, rows, first = self.wall, MOVES[die], 25 + die
        return {p: rows[n][p] for p in self.occupied if (n := wall[first - p]) < 2}

    def _pairs(self, some: Steps, others: Steps, die: int, other_die: int) -> set[int]:
        """Results of a step of one die and another of the other, of two checkers."""
        key, counts = self.key, self.counts
        starts = [key + step for step in some.values()]
        results = {start + step for start in starts for step in others.values()}
        for p in some.keys() & others.keys():
            if counts[PLACES + p] == 1:
                results.discard(key + some[p] + others[p])
        blot = self.wall.find(_BLOT, 1, BAR)
        while blot > 0:
            # Both steps to one blot: only the first of them hits.
            target = 25 - blot
            step, other = some.get(target + die), others.get(target + other_die)
            if step is not None and other is not None:
                results.discard(key + step + other)
                results.add(key + step + MOVES[other_die][0][target + other_die])
            blot = self.wall.find(_BLOT, blot + 1, BAR)
        return results

    def _onward(self, steps: Steps, die: int, next_die: int) -> set[int]:
        """Results of one checker moved by both dice."""
        key, wall, rows, first = self.key, self.wall, MOVES[next_die], 25 + die + next_die
        return {
            key + step + rows[n][p - die] for p, step in steps.items() if (n := wall[first - p]) < 2
        }

    def _dead_ends(self, steps: Steps, others: Steps, die: int, other_die: int) -> set[int]:
        """Results of a step of one die after which the other is dead."""
        wall, counts = self.wall, self.counts
        return {
            self.key + step
            for p, step in steps.items()
            if wall[25 - p + die + other_die] > 1
            and not any(q != p or counts[PLACES + p] > 1 for q in others)
        }

    def _singles(self, highs: Steps, lows: Steps) -> set[int]:
        """Results of one die alone, the higher if it can be played (rules S3)."""
        key = self.key
        return {key + step for step in (highs or lows).values()} or {key}

    def _entering(self, high: int, low: int) -> set[int]:
        entries = []
        for die in (high, low):
            n = self.wall[die]
            entries.append({BAR: MOVES[die][n][BAR]} if n < 2 else {})
        enter_high, enter_low = entries
        if self.counts[_OWN_BAR] > 1:
            if enter_high and enter_low:
                return {self.key + enter_high[BAR] + enter_low[BAR]}
            return self._singles(enter_high, enter_low)
        highs, lows = self._steps(high), self._steps(low)
        both = self._pairs(enter_high, lows, high, low)
        both |= self._onward(enter_high, high, low)
        both |= self._pairs(enter_low, highs, low, high)
        both |= self._onward(enter_low, low, high)
        if self.full:
            return both or self._singles(enter_high, enter_low)
        both |= self._dead_ends(enter_high, lows, high, low)
        both |= self._dead_ends(enter_low, highs, low, high)
        return both or {self.key}

    def _one_after_other(self, high: int, low: int) -> set[int]:
        """Two dice where the first step may open or close what the second can do."""
        key = self.key
        both: set[int] = set()
        alone = {}
        for die, other in ((high, low), (low, high)):
            alone[die] = self._after(key, die)
            for after in alone[die]:
                ends = self._after(after, other)
                both.update(ends if ends or self.full else (after,))
        return both or set(alone[high] or alone[low]) or {key}

    def _after(self, key: int, die: int) -> list[int]:
        """The keys that any one step of a die leads to (rules V4–V6, V10, V11, P4, E1)."""
        counts = key.to_bytes(KEY_BYTES, "big")
        wall, rows, first = counts[:BAR] + _WALL, MOVES[die], 25 + die
        occupied = list(compress(_POINTS, counts[_FIRST:_OWN_BAR]))
        origins = [BAR] if counts[_OWN_BAR] else occupied
        if self.limit is not None:
            full = PLACES - die
            origins = [p for p in origins if p <= die or counts[full + p] < self.limit]
        ends = [key + rows[n][p] for p in origins if (n := wall[first - p]) < 2]
        if occupied and occupied[-1] <= HOME and not counts[_OWN_BAR]:
            ends += [key + rows[0][p] for p in self._offs(occupied, die)]
        return ends

    def _offs(self, occupied: list[int], die: int) -> list[int]:
        """The points, all home, that a die bears off from."""
        if self.any_larger:
            return [p for p in occupied if p <= die]
        furthest = occupied[-1]
        if furthest <= die:
            return [furthest]
        return [die] if die in occupied else []

    def double(self, die: int, count: int) -> set[int]:
        if self.limit is not None:
            return self._by_levels(die, count)
        return doubles(self.key, self.counts, die, count, any_larger=self.any_larger)

    def _by_levels(self, die: int, count: int) -> set[int]:
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
