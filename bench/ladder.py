"""How fast the arithmetic of ladder and tournaments is, beside naive code in the same run.

    python -m bench.ladder

Every line is the best of several runs, and the ratio to a floor: the least code that does the same
sum without checks, explanations or any care. Ratios can be compared between machines, times
cannot. Exit code 1 when a ratio is above its limit.
"""

import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from ladder.rules.pairings import MOST_PLAYERS, round_robin
from ladder.rules.results import DRAW, LOSS, WIN, Game, Record
from ladder.rules.standings import rank, standings

RUNS = 7
TABLES = 25
"""Tables of 200 players; as many games as one of 1000 (497,500 of 499,500)."""


@dataclass(frozen=True)
class Measure:
    """One line: what is measured, the code, its floor, and the ratio it may have at most."""

    name: str
    ours: Callable[[], object]
    floor: Callable[[], object]
    limit: float


def best_of(contestants: list[Callable[[], object]]) -> list[float]:
    """Return each one's shortest processor time in seconds; they take turns."""
    best = [float("inf")] * len(contestants)
    for _ in range(RUNS):
        for at, code in enumerate(contestants):
            started = time.process_time()
            code()
            best[at] = min(best[at], time.process_time() - started)
    return best


def circle(players: int) -> list[list[tuple[int, int]]]:
    """Pair by the circle method: one list that turns, no sides looked after."""
    seats = list(range(1, players + 1))
    rounds = []
    for _ in range(players - 1):
        rounds.append([(seats[i], seats[-1 - i]) for i in range(players // 2)])
        seats.insert(1, seats.pop())
    return rounds


def season() -> list[Game]:
    """Return the games of a round robin of 200 players with any results."""
    chance = random.Random(2013)
    outcomes = ((WIN, LOSS), (LOSS, WIN), (DRAW, DRAW))
    return [
        Game(first, second, *chance.choice(outcomes), number, False, chance.randint(-7, 7))
        for number, pairs in enumerate(round_robin(MOST_PLAYERS).rounds, 1)
        for first, second in pairs
    ]


def naive_points(games: list[Game]) -> list[tuple[int, int]]:
    """Add up points and sort."""
    points: dict[int, int] = {}
    for first, second, own, other, *_ in games:
        points[first] = points.get(first, 0) + own
        points[second] = points.get(second, 0) + other
    return sorted(points.items(), key=lambda item: -item[1])


def naive_chain(games: list[Game]) -> list[int]:
    """Sort by points, wins, points within the tied, Sonneborn-Berger, score difference."""
    points = dict(naive_points(games))
    wins, mutual, berger, difference = (dict.fromkeys(points, 0) for _ in range(4))
    for first, second, own, other, _, _, margin in games:
        wins[first] += own == 2
        wins[second] += other == 2
        if points[first] == points[second]:
            mutual[first] += own
            mutual[second] += other
        berger[first] += own * points[second]
        berger[second] += other * points[first]
        difference[first] += margin
        difference[second] -= margin
    columns = (points, wins, mutual, berger, difference)
    return sorted(points, key=lambda seat: [-column[seat] for column in columns])


def measures() -> list[Measure]:
    """Return everything to be measured."""
    games = season()
    seats = range(1, MOST_PLAYERS + 1)

    def points_only() -> object:
        return rank(Record(seats, games), chain=())

    return [
        Measure(
            "pairings, 25 tables of 200 players",
            lambda: [round_robin(MOST_PLAYERS) for _ in range(TABLES)],
            lambda: [circle(MOST_PLAYERS) for _ in range(TABLES)],
            1.5,
        ),
        Measure("points of 200 players", points_only, lambda: naive_points(games), 1.5),
        Measure(
            "standings of 200 players, usual chain",
            lambda: standings(seats=seats, games=games),
            lambda: naive_chain(games),
            6.0,
        ),
    ]


def main() -> int:
    """Measure, print a table, tell whether every ratio is within its limit."""
    print(f"{'':<42}{'floor ms':>10}{'ours ms':>10}{'ratio':>8}{'limit':>8}")
    missed = False
    for measure in measures():
        floor, ours = best_of([measure.floor, measure.ours])
        ratio = ours / floor
        missed = missed or ratio > measure.limit
        print(
            f"{measure.name:<42}{floor * 1000:>10.2f}{ours * 1000:>10.2f}"
            f"{ratio:>8.2f}{measure.limit:>8.2f}"
        )
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
