"""How fast the arithmetic of ladder and tournaments is, beside naive code in the same run.

    python -m bench.ladder
    python -m bench.ladder --replay 100000    # and a correction on PostgreSQL, see bench.replay

Every line is the best of several runs, and the ratio to a floor: the least code that does the same
sum without checks, explanations or any care. Ratios can be compared between machines, times
cannot. Exit code 1 when a ratio is above its limit.
"""

import argparse
import random
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import sqrt

from bench import replay as replay_bench
from ladder.rules import RatedResult, replay
from ladder.rules.pairings import MOST_PLAYERS, round_robin
from ladder.rules.results import DRAW, LOSS, WIN, Game, Record
from ladder.rules.standings import rank, standings

RUNS = 7
RESULTS, PLAYERS = 50_000, 500
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


def many_results() -> list[RatedResult[int]]:
    """Return results of a club that plays a lot."""
    chance = random.Random(1500)
    return [
        RatedResult(*chance.sample(range(PLAYERS), 2), chance.choice((0.0, 0.5, 1.0)), length)
        for length in chance.choices((1, 3, 5, 7), k=RESULTS)
    ]


def naive_ratings(results: list[RatedResult[int]]) -> Iterator[tuple[float, ...]]:
    """The formula and nothing else; a tuple for each player and result."""
    ratings = dict.fromkeys(range(PLAYERS), 1500.0)
    experiences = dict.fromkeys(range(PLAYERS), 0)
    for result in results:
        first, second, score, length = result.first, result.second, result.score, result.length
        before, other_before = ratings[first], ratings[second]
        experience, other_experience = experiences[first], experiences[second]
        difference = before - other_before
        root = sqrt(length)
        expected = 1 / (10 ** (-difference * root / 2000) + 1)
        k = max(1.0, 5 - experience / 100)
        other_k = max(1.0, 5 - other_experience / 100)
        after = before + 4 * k * root * (score - expected)
        other = other_before - 4 * other_k * root * (score - expected)
        ratings[first], ratings[second] = after, other
        experiences[first], experiences[second] = experience + length, other_experience + length
        yield difference, length, k, expected, score, before, after, experience
        yield (
            -difference,
            length,
            other_k,
            1 - expected,
            1 - score,
            other_before,
            other,
            other_experience,
        )


def drain(lines: Iterable[object]) -> None:
    """Take everything and keep nothing: a ledger goes to a file or a database line by line."""
    deque(lines, maxlen=0)


def measures() -> list[Measure]:
    """Return everything to be measured."""
    results = many_results()
    games = season()
    seats = range(1, MOST_PLAYERS + 1)

    def points_only() -> object:
        return rank(Record(seats, games), chain=())

    return [
        Measure(
            f"ratings, a ledger of {RESULTS} results",
            lambda: drain(replay(results)),
            lambda: drain(naive_ratings(results)),
            1.5,
        ),
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
            4.0,
        ),
    ]


def main() -> int:
    """Measure, print a table, tell whether everything is within its limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replay", type=int, help="results in the ledger that is corrected")
    wanted = parser.parse_args().replay
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
    replayed = wanted is None or replay_bench.measure(wanted)
    return int(missed or not replayed)


if __name__ == "__main__":
    sys.exit(main())
