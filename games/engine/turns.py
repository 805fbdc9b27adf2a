"""Every position a roll can lead to, fast: the inner loop of the engine.

The boards here are keys as the opponent will see them, so that no result has to be turned
round: in the bytes of such a key the opponent's places come first and the mover's start at
`PLACES`. A step is the addition of a constant; whether a point is open is read off the
opponent's counts. Two dice are played by adding each step of one to each of the other; four of
a double by moving the furthest checker first, which reaches every result exactly once.
Both take it that one step never spoils another of a different checker: `order_matters` tells
the rulesets where that is not so, which `graph.TurnGraph` plays by the plain definition.
"""

from itertools import compress

from games.engine.board import BAR, KEY_BYTES, PLACES, turned_key
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
    """A step can spoil another checker's: the plain definition is needed."""
    chooses_die = rules.exact_die_first and rules.bear_off_larger is BearOffLarger.ANY
    return rules.point_limit is not None or chooses_die


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

    __slots__ = ("any_larger", "counts", "full", "key", "occupied", "wall")

    def __init__(self, key: int, rules: Rules) -> None:
        counts = key.to_bytes(KEY_BYTES, "big")
        self.key = key
        self.counts = counts
        # The opponent's checkers on the mover's point p stand at 25 - p; no point lies below 1.
        self.wall = counts[:BAR] + _WALL
        self.occupied = list(compress(_POINTS, counts[_FIRST:_OWN_BAR]))
        self.any_larger = rules.bear_off_larger is BearOffLarger.ANY
        self.full = rules.full_use is not FullUse.NONE

    def two_dice(self, high: int, low: int) -> set[int]:
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
        """Two dice where the first step may begin the bearing off."""
        key = self.key
        both, alone = set(), {}
        for die, other in ((high, low), (low, high)):
            alone[die] = [key + step for step in self._near_steps(self.counts, die)]
            for after in alone[die]:
                counts = after.to_bytes(KEY_BYTES, "big")
                steps = self._near_steps(counts, other)
                both.update([after + step for step in steps] if steps or self.full else [after])
        return both or set(alone[high] or alone[low]) or {key}

    def _near_steps(self, counts: bytes, die: int) -> list[int]:
        """Steps of a die, bearing off too, none being on the bar."""
        wall, rows, first = counts[:BAR] + _WALL, MOVES[die], 25 + die
        occupied = list(compress(_POINTS, counts[_FIRST:_OWN_BAR]))
        steps = [rows[n][p] for p in occupied if (n := wall[first - p]) < 2]
        if not occupied or occupied[-1] > HOME:
            return steps
        if self.any_larger:
            steps += [rows[0][p] for p in occupied if p <= die]
        elif occupied[-1] <= die:
            steps.append(rows[0][occupied[-1]])
        elif counts[PLACES + die]:
            steps.append(rows[0][die])
        return steps

    def double(self, die: int, count: int) -> set[int]:
        own = list(self.counts[PLACES:])
        key = self.key
        waiting = own[BAR]
        if waiting:
            n = self.wall[die]
            if n > 1:
                return {key}
            entering = min(waiting, count)
            key += MOVES[die][n][BAR] + (entering - 1) * MOVES[die][0][BAR]
            own[BAR] -= entering
            own[BAR - die] += entering
            count -= entering
            if own[BAR] or not count:
                return {key}
        tree = _Doubles(die, own, self.wall, self.any_larger)
        for steps in range(count, 0, -1):
            tree.grow(key, 0, steps)
            if tree.results:
                return set(tree.results)
        return {key}


class _Doubles:
    """All ways to play some steps of one die, the furthest checker always first."""

    __slots__ = ("any_larger", "die", "inside", "moves", "near", "origins", "own", "results")

    def __init__(self, die: int, own: list[int], wall: bytes, any_larger: bool) -> None:
        self.die = die
        self.own = own
        self.any_larger = any_larger
        self.results: list[int] = []
        # What a step from an origin adds now: a hit is made once, by the first to arrive.
        self.moves = [0] * BAR
        self.origins: list[int] = []
        reached = [count > 0 for count in own]
        for p in range(BAR - 1, die, -1):
            n = wall[25 + die - p]
            if n < 2 and reached[p]:
                reached[p - die] = True
                self.origins.append(p)
                self.moves[p] = MOVES[die][n and not own[p - die]][p]
        self.inside = len(self.origins)
        # Bearing off is in reach when four steps can bring everything home.
        self.near = sum(own[HOME + 1 : BAR]) <= 4
        if self.near:
            offs = [p for p in range(die, 0, -1) if reached[p]]
            self.origins += offs
            for p in offs:
                self.moves[p] = MOVES[die][0][p]

    def grow(self, key: int, start: int, left: int) -> None:
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
            self.grow(key + step, at, left - 1)
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
