"""How lucky a member's dice have been, beside what fair dice may give him."""

from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from statistics import fmean, pvariance

from accounts.models import Member
from games.models import MemberDice
from games.selectors.real_dice import Z_99

FACES = range(1, 7)

JUDGED_FROM = 30
"""Of fewer rolls less than five doubles are expected, and the normal curve is no measure yet."""


def pips(first: int, second: int) -> int:
    """Return the pips of a roll; a double counts four times its face."""
    return (first + second) * (2 if first == second else 1)


_OUTCOMES = [pips(first, second) for first in FACES for second in FACES]
MEAN_PIPS = fmean(_OUTCOMES)
PIPS_VARIANCE = pvariance(_OUTCOMES)
DOUBLES_SHARE = 1 / 6


class Verdict(StrEnum):
    """Where a figure lies beside the band of fair dice."""

    TOO_FEW = "too_few"
    BELOW = "below"
    WITHIN = "within"
    ABOVE = "above"


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean over rolls, the expected one, and between which means 99 % of fair dice lie."""

    value: float
    expected: float
    low: float
    high: float
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Luck:
    """A member's rolls; `pips` a roll, and the share of `doubles` from 0 to 1."""

    rolls: int
    pips: Figure
    doubles: Figure

    @property
    def doubles_percent(self) -> dict[str, float]:
        """Return the figures of the doubles in percent."""
        names = ("value", "expected", "low", "high")
        return {name: 100 * getattr(self.doubles, name) for name in names}


def luck(member: Member) -> Luck | None:
    """Return a member's luck, None before any of his rolls is counted.

    No statement if `dice` has been joined to the member.
    """
    row: MemberDice | None = getattr(member, "dice", None)
    if row is None or not row.rolls:
        return None
    share_variance = DOUBLES_SHARE * (1 - DOUBLES_SHARE)
    return Luck(
        rolls=row.rolls,
        pips=_figure(row.pips, row.rolls, MEAN_PIPS, PIPS_VARIANCE, (3, 24)),
        doubles=_figure(row.doubles, row.rolls, DOUBLES_SHARE, share_variance, (0, 1)),
    )


def _figure(
    total: int, rolls: int, expected: float, variance: float, limits: tuple[float, float]
) -> Figure:
    """Compare a mean with the band; nothing lies outside the limits, so the band does not."""
    value, width = total / rolls, Z_99 * sqrt(variance / rolls)
    low, high = max(limits[0], expected - width), min(limits[1], expected + width)
    return Figure(value, expected, low, high, _verdict(value, low, high, rolls))


def _verdict(value: float, low: float, high: float, rolls: int) -> Verdict:
    if rolls < JUDGED_FROM:
        return Verdict.TOO_FEW
    if value < low:
        return Verdict.BELOW
    return Verdict.ABOVE if value > high else Verdict.WITHIN
