"""Ratings: the formula of FIBS, an Elo with match length and a ramp for newcomers.

Source of the formula: the FIBS help text ("ratings"), as printed in the Backgammon FAQ.

    E = 1 / (10 ** (-D * sqrt(n) / scale) + 1)
    change = factor * K * sqrt(n) * (S - E)
    K = max(ramp_floor, ramp_start - experience / ramp_span)

D is the player's rating minus the opponent's, n the match length, S what he scored (1, 1/2, 0).
Each player has his own K, taken from his experience before the match; the experience of both
grows by n.

All numbers are IEEE 754 doubles and every operation is written in one order, so that a replay of
the same results gives the same bits: a ledger is compared with ``==``, not with a tolerance.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Generic, NamedTuple, TypeVar

Player = TypeVar("Player")

SCORES = (0.0, 0.5, 1.0)
LARGEST = 1e6
"""No setting, rating to begin with or length of a match goes beyond this."""


class RatingError(Exception):
    """A result that cannot be rated; `code` says why in a stable word."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Constants:
    """What a pool may set: start, width of the curve, factor, newcomers' ramp."""

    start: float = 1500.0
    scale: float = 2000.0
    factor: float = 4.0
    ramp_start: float = 5.0
    ramp_span: float = 100.0
    ramp_floor: float = 1.0

    def __post_init__(self) -> None:
        """Raise `bad_constants` for values with which the formula has no meaning."""
        values = (self.start, self.scale, self.factor, self.ramp_start, self.ramp_span)
        if not all(abs(value) <= LARGEST for value in (*values, self.ramp_floor)):
            raise RatingError("bad_constants")
        if min(self.scale, self.factor, self.ramp_span) <= 0 or self.ramp_floor < 0:
            raise RatingError("bad_constants")


FIBS = Constants()


class Standing(NamedTuple):
    """Where a player stands: rating and experience (the sum of rated match lengths)."""

    rating: float
    experience: int


class Change(NamedTuple):
    """One player's line of the ledger: everything that went into the sum, and what came out.

    A tuple, because a replay makes two of them for each result, and a frozen dataclass costs
    four times as much.
    """

    difference: float
    length: int
    k: float
    expected: float
    score: float
    before: float
    after: float
    experience_before: int

    @property
    def amount(self) -> float:
        """Points won or lost; `before + amount` may differ from `after` in the last bit."""
        return self.after - self.before

    @property
    def standing(self) -> Standing:
        """Where the player stands afterwards."""
        return Standing(self.after, self.experience_before + self.length)


@dataclass(frozen=True, slots=True)
class RatedResult(Generic[Player]):
    """A finished match between two players; `score` is the first player's: 1, 1/2 or 0."""

    first: Player
    second: Player
    score: float
    length: int = 1


def newcomer(constants: Constants = FIBS) -> Standing:
    """Where everybody begins."""
    return Standing(constants.start, 0)


def expected_score(difference: float, length: int, constants: Constants = FIBS) -> float:
    """Return E for a player `difference` points above his opponent in a match of `length`."""
    return _expected(difference * sqrt(length) / constants.scale)


def k_factor(experience: int, constants: Constants = FIBS) -> float:
    """Return K for a player with this experience before the match."""
    k = constants.ramp_start - experience / constants.ramp_span
    return k if k > constants.ramp_floor else constants.ramp_floor


def soft_reset(rating: float, *, target: float, keep: float) -> float:
    """Return the rating pulled towards `target`; `keep` is the share of the distance that stays.

    A common way to begin a season anew without throwing away what is known; experience stays.
    """
    return target + keep * (rating - target)


def rate(
    first: Standing, second: Standing, *, score: float, length: int, constants: Constants = FIBS
) -> tuple[Change, Change]:
    """Return both players' changes for one result; `score` is the first player's.

    Raises `RatingError`: `bad_score` unless it is 1, 1/2 or 0, `bad_length` for a length below 1.
    """
    _require_possible(score, length)
    return _changes(*first, *second, score, length, _formula(constants))


def replay(
    results: Iterable[RatedResult[Player]],
    *,
    constants: Constants = FIBS,
    start: Mapping[Player, Standing] | None = None,
) -> Iterator[tuple[Change, Change]]:
    """Rate results in the order given and yield the changes of each.

    `start` holds standings to begin with; who is not in it is a newcomer.
    Raises `RatingError` as `rate` does, and `same_player` for a player against himself.
    """
    standings: dict[Player, tuple[float, int]] = dict(start or {})
    formula, beginning = _formula(constants), (constants.start, 0)
    for result in results:
        first, second, score, length = result.first, result.second, result.score, result.length
        if first == second:
            raise RatingError("same_player")
        _require_possible(score, length)
        changes = _changes(
            *standings.get(first, beginning),
            *standings.get(second, beginning),
            score,
            length,
            formula,
        )
        own, other = changes
        standings[first] = (own[6], own[7] + length)
        standings[second] = (other[6], other[7] + length)
        yield changes


_Formula = tuple[float, float, float, float, float]
_new = tuple.__new__
"""Makes a named tuple in a third of the time that its own constructor takes."""


def _formula(constants: Constants) -> _Formula:
    """Return the constants in the order in which `_changes` takes them."""
    return (
        constants.scale,
        constants.factor,
        constants.ramp_start,
        constants.ramp_span,
        constants.ramp_floor,
    )


def _require_possible(score: float, length: int) -> None:
    if score not in SCORES:
        raise RatingError("bad_score")
    if length < 1:
        raise RatingError("bad_length")


def _changes(
    rating: float,
    experience: int,
    other_rating: float,
    other_experience: int,
    score: float,
    length: int,
    formula: _Formula,
) -> tuple[Change, Change]:
    """Compute both lines: the inner loop of a replay, where names are cheap and calls are not."""
    scale, factor, ramp_start, ramp_span, ramp_floor = formula
    difference = rating - other_rating
    root = sqrt(length)
    step = factor * root
    lead = difference * root / scale
    # Beyond what a double can hold the odds are 0 or 1.
    expected = 0.0 if lead < -308.0 else 1.0 / (10.0**-lead + 1.0)
    k = ramp_start - experience / ramp_span
    if k < ramp_floor:
        k = ramp_floor
    other_k = ramp_start - other_experience / ramp_span
    if other_k < ramp_floor:
        other_k = ramp_floor
    after = rating + step * k * (score - expected)
    other_after = other_rating + step * other_k * (expected - score)
    own = (difference, length, k, expected, score, rating, after, experience)
    other = (
        other_rating - rating,
        length,
        other_k,
        1.0 - expected,
        1.0 - score,
        other_rating,
        other_after,
        other_experience,
    )
    return _new(Change, own), _new(Change, other)


def _expected(lead: float) -> float:
    """Return E for a lead in units of the scale; beyond what a double can hold it is 0 or 1."""
    if lead < -308.0:
        return 0.0
    odds: float = 10.0**-lead
    return 1.0 / (odds + 1.0)
