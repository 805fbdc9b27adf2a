"""What the dice of real matches were, beside what fair dice may give (rules on fairness)."""

from collections import Counter
from dataclasses import dataclass
from math import sqrt

from games.models import DiceCount, DiceTally

Z_99 = 2.5758293035489004
"""Of fair dice 99 of 100 such counts lie within so many standard deviations."""

PAIRS = 36
CRITICAL_99 = 57.342
"""Chi-square with 35 degrees of freedom that fair dice exceed once in a hundred times."""


@dataclass(frozen=True, slots=True)
class Count:
    """How often something came, how often it should, and between which counts 99 % lie."""

    shown: str
    count: int
    expected: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class RealDice:
    """The dice of all counted matches."""

    matches: int
    rolls: int
    faces: list[Count]
    rolls_by_pair: list[Count]
    doubles: Count
    chi_square: float
    counted_at: int


def real_dice(ruleset: str | None = None) -> RealDice:
    """Return the statistics of the dice, of all matches or of one ruleset's."""
    tallies = DiceTally.objects.all()
    if ruleset is not None:
        tallies = tallies.filter(ruleset=ruleset)
    pairs: Counter[tuple[int, int]] = Counter()
    for first, second, times in tallies.values_list("first", "second", "count"):
        pairs[first, second] += times
    done = DiceCount.objects.filter(id=1).first() or DiceCount()
    total = sum(pairs.values())
    return RealDice(
        matches=done.matches,
        rolls=total,
        faces=_faces(pairs, total),
        rolls_by_pair=_unordered(pairs, total),
        doubles=_count("doubles", sum(pairs[n, n] for n in range(1, 7)), total, 1 / 6),
        chi_square=_chi_square(pairs, total),
        counted_at=done.counted_at,
    )


def _faces(pairs: Counter[tuple[int, int]], total: int) -> list[Count]:
    faces: Counter[int] = Counter()
    for (first, second), times in pairs.items():
        faces[first] += times
        faces[second] += times
    return [_count(str(face), faces[face], 2 * total, 1 / 6) for face in range(1, 7)]


def _unordered(pairs: Counter[tuple[int, int]], total: int) -> list[Count]:
    return [
        _count(
            f"{high}-{low}",
            pairs[high, low] + (pairs[low, high] if high != low else 0),
            total,
            (1 if high == low else 2) / PAIRS,
        )
        for high in range(1, 7)
        for low in range(1, high + 1)
    ]


def _count(shown: str, count: int, trials: int, chance: float) -> Count:
    expected = trials * chance
    width = Z_99 * sqrt(trials * chance * (1 - chance))
    return Count(shown, count, expected, max(0.0, expected - width), expected + width)


def _chi_square(pairs: Counter[tuple[int, int]], total: int) -> float:
    expected = total / PAIRS
    if not total:
        return 0.0
    dice = range(1, 7)
    return sum((pairs[a, b] - expected) ** 2 / expected for a in dice for b in dice)
