"""Counts of a race: Thorp, Keith, Kleinman, Isight and the rule of 8-9-12 (rules Q5).

Counts that compare exactly are whole numbers of tenths, sevenths or sixths, never floats. Sources:
E. Thorp, Backgammon 1975; T. Keith, Cube Handling in Noncontact Positions; D. Kleinman, Vision
Laughs at Counting; A. Reichert, Improved Cube Handling in Races (Isight).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import erf, sqrt

HOME = 6
TENTHS, SEVENTHS = 10, 7
_THORP_LONG = 30
_OUTER_HOME = (4, 5, 6)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a count advises: double (or redouble) or not, and whether the opponent may take."""

    double: bool
    redouble: bool
    take: bool


@dataclass(frozen=True, slots=True)
class Count:
    """A count of the player on roll (his surcharge added) and of the other, and its advice."""

    leader: Fraction
    trailer: Fraction
    verdict: Verdict


def thorp(own: Sequence[int], theirs: Sequence[int]) -> Count:
    """Thorp's count of two sides given as counts by point, 0 off to 25 bar (Q5).

    The player on roll adds a tenth when he has more than 30; equality takes.
    """
    raw, trailer = _thorp(own), Fraction(_thorp(theirs))
    leader = Fraction(raw * (TENTHS + 1), TENTHS) if raw > _THORP_LONG else Fraction(raw)
    verdict = Verdict(leader <= trailer + 2, leader <= trailer + 1, leader >= trailer - 2)
    return Count(leader, trailer, verdict)


def _thorp(side: Sequence[int]) -> int:
    occupied = sum(1 for point in range(1, HOME + 1) if side[point])
    return pips(side) + 2 * sum(side[1:]) + side[1] - occupied


def keith(own: Sequence[int], theirs: Sequence[int]) -> Count:
    """Keith's count: waste on low points and gaps added, a seventh more for the player on roll."""
    leader = Fraction(_keith(own) * (SEVENTHS + 1), SEVENTHS)
    trailer = Fraction(_keith(theirs))
    verdict = Verdict(leader <= trailer + 4, leader <= trailer + 3, leader >= trailer + 2)
    return Count(leader, trailer, verdict)


def _keith(side: Sequence[int]) -> int:
    waste = 2 * max(0, side[1] - 1) + max(0, side[2] - 1) + max(0, side[3] - 3)
    return pips(side) + waste + sum(1 for point in _OUTER_HOME if not side[point])


def kleinman(own: Sequence[int], theirs: Sequence[int]) -> float:
    """Kleinman's chance to win the race without a cube, for the player on roll."""
    lead, total = pips(theirs) - pips(own), pips(own) + pips(theirs)
    spread = 2 * sqrt(max(1, total - 4))
    return 0.5 + 0.5 * erf((lead + 4) / spread)


@dataclass(frozen=True, slots=True)
class Isight:
    """Both counts, and the chance of the player on roll in percent."""

    leader: int
    trailer: int
    percent: Fraction


def isight(own: Sequence[int], theirs: Sequence[int]) -> Isight:
    """Reichert's count, each side adjusted by the other."""
    leader, trailer = _isight(own, theirs), _isight(theirs, own)
    return Isight(leader, trailer, 80 - Fraction(leader, 3) + 2 * (trailer - leader))


def _isight(side: Sequence[int], other: Sequence[int]) -> int:
    more = max(0, sum(side[1:]) - sum(other[1:])) + max(0, crossovers(side) - crossovers(other))
    stacked = 2 * max(0, side[1] - 2) + max(0, side[2] - 2) + max(0, side[3] - 3)
    gaps = sum(1 for point in _OUTER_HOME if other[point] and not side[point])
    return pips(side) + more + stacked + gaps


def crossovers(side: Sequence[int]) -> int:
    """How many quarters the checkers still have to leave before they are home."""
    return sum(count * ((point - 1) // HOME) for point, count in enumerate(side) if point)


def lead_percent(own: Sequence[int], theirs: Sequence[int]) -> Fraction:
    """The lead in percent of the own pips: 8 doubles, 9 redoubles, up to 12 takes."""
    mine = pips(own)
    return Fraction(100 * (pips(theirs) - mine), mine) if mine else Fraction(0)


def pips(side: Sequence[int]) -> int:
    """What a side has to go."""
    return sum(point * count for point, count in enumerate(side))
