"""One roll on one board: all its results at once. `turns` tells how, and what a key is here."""

from itertools import compress

from games.engine.board import BAR, KEY_BYTES, PLACES
from games.engine.doubles import doubles
from games.engine.rules import BearOffLarger, FullUse, Rules
from games.engine.steps import HOME
from games.engine.steps import TURNED_DELTAS as MOVES

FIRST = PLACES + 1
OWN_BAR = PLACES + BAR
POINTS = tuple(range(1, BAR))
WALL = b"\xff" * (HOME + 1)
BLOT = b"\x01"

Steps = dict[int, int]


class Roll:
    """One roll on one board."""

    __slots__ = ("any_larger", "counts", "full", "key", "occupied", "wall")

    def __init__(self, key: int, rules: Rules) -> None:
        counts = key.to_bytes(KEY_BYTES, "big")
        self.key = key
        self.counts = counts
        # The opponent's checkers on the mover's point p stand at 25 - p; no point lies below 1.
        self.wall = counts[:BAR] + WALL
        self.occupied = list(compress(POINTS, counts[FIRST:OWN_BAR]))
        self.any_larger = rules.bear_off_larger is BearOffLarger.ANY
        self.full = rules.full_use is not FullUse.NONE

    def two_dice(self, high: int, low: int) -> set[int]:
        """The keys in which a turn with two different dice can end."""
        if self.counts[OWN_BAR]:
            return self._entering(high, low)
        if self._nearly_home():
            return self._one_after_other(high, low)
        highs, lows = self._steps(high), self._steps(low)
        both = self._pairs(highs, lows, high, low)
        both.update(self._onward(highs, high, low), self._onward(lows, low, high))
        if self.full:
            return both or self._singles(highs, lows)
        if len(highs) < 2 or len(lows) < 2:
            both |= self._dead_ends(highs, lows, high, low)
            both |= self._dead_ends(lows, highs, low, high)
        return both or {self.key}

    def _nearly_home(self) -> bool:
        """One step can bring the last checker home, or has no need to."""
        occupied = self.occupied
        furthest = occupied[-1]
        if furthest <= HOME:
            return True
        alone = len(occupied) == 1 or occupied[-2] <= HOME
        return alone and self.counts[PLACES + furthest] == 1

    def _steps(self, die: int) -> Steps:
        """Steps of a die inside the board, by origin, none being on the bar."""
        wall, rows, first = self.wall, MOVES[die], 25 + die
        return {p: rows[n][p] for p in self.occupied if (n := wall[first - p]) < 2}

    def _pairs(self, some: Steps, others: Steps, die: int, other_die: int) -> set[int]:
        """Results of a step of one die and another of the other, of two checkers."""
        key, counts = self.key, self.counts
        starts = [key + step for step in some.values()]
        results = {start + step for start in starts for step in others.values()}
        for p, step in some.items():
            if counts[PLACES + p] == 1 and p in others:
                results.discard(key + step + others[p])
        blot = self.wall.find(BLOT, 1, BAR)
        while blot > 0:
            # Both steps to one blot: only the first of them hits.
            target = 25 - blot
            arriving, other = some.get(target + die), others.get(target + other_die)
            if arriving is not None and other is not None:
                results.discard(key + arriving + other)
                results.add(key + arriving + MOVES[other_die][0][target + other_die])
            blot = self.wall.find(BLOT, blot + 1, BAR)
        return results

    def _onward(self, steps: Steps, die: int, next_die: int) -> list[int]:
        """Results of one checker moved by both dice."""
        key, wall, rows, first = self.key, self.wall, MOVES[next_die], 25 + die + next_die
        return [
            key + step + rows[n][p - die] for p, step in steps.items() if (n := wall[first - p]) < 2
        ]

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

    def _entry(self, die: int) -> Steps:
        n = self.wall[die]
        return {BAR: MOVES[die][n][BAR]} if n < 2 else {}

    def _entering(self, high: int, low: int) -> set[int]:
        enter_high, enter_low = self._entry(high), self._entry(low)
        if self.counts[OWN_BAR] > 1:
            if enter_high and enter_low:
                return {self.key + enter_high[BAR] + enter_low[BAR]}
            return self._singles(enter_high, enter_low)
        highs, lows = self._steps(high), self._steps(low)
        both = self._pairs(enter_high, lows, high, low)
        both |= self._pairs(enter_low, highs, low, high)
        both.update(self._onward(enter_high, high, low), self._onward(enter_low, low, high))
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
        wall, rows, first = counts[:BAR] + WALL, MOVES[die], 25 + die
        occupied = list(compress(POINTS, counts[FIRST:OWN_BAR]))
        origins = self._unlimited(counts, [BAR] if counts[OWN_BAR] else occupied, die)
        ends = [key + rows[n][p] for p in origins if (n := wall[first - p]) < 2]
        if occupied and occupied[-1] <= HOME and not counts[OWN_BAR]:
            ends += [key + rows[0][p] for p in self._offs(occupied, die)]
        return ends

    def _unlimited(self, counts: bytes, origins: list[int], die: int) -> list[int]:
        """Those origins whose target has room."""
        return origins

    def _offs(self, occupied: list[int], die: int) -> list[int]:
        """The points, all home, that a die bears off from."""
        if self.any_larger:
            return [p for p in occupied if p <= die]
        furthest = occupied[-1]
        if furthest <= die:
            return [furthest]
        return [die] if die in occupied else []

    def double(self, die: int, count: int) -> set[int]:
        """The keys in which a turn with so many equal dice can end."""
        return doubles(self.key, self.counts, die, count, any_larger=self.any_larger)
