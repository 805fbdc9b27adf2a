"""Ratings as lines of an SVG: pure arithmetic, no markup."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled line of the grid: a rating and its height on the picture."""

    value: float
    y: float


@dataclass(frozen=True, slots=True)
class Curve:
    """A line in a box of `width` × `height`, y downwards; `points` as the attribute wants it."""

    width: int
    height: int
    points: str
    ticks: tuple[Tick, ...] = ()
    last: Point = (0.0, 0.0)
    left: int = 0

    @property
    def label_x(self) -> int:
        """Return where the labels of the grid end."""
        return self.left - 8


def sparkline(values: Sequence[float], *, width: int = 96, height: int = 24) -> Curve | None:
    """Return a small line without a grid, or None for fewer than two values."""
    if len(values) < 2:
        return None
    placed = _placed(values, (min(values), max(values)), box=(2, 2, width - 2, height - 2))
    return Curve(width, height, _attribute(placed), last=placed[-1])


def graph(
    values: Sequence[float], *, width: int = 480, height: int = 190, margin: int = 48
) -> Curve | None:
    """Return a line with a grid of round ratings, or None for fewer than two values.

    The margin on the left is for labels; the line uses the rest.
    """
    if len(values) < 2:
        return None
    step = _round_step((max(values) - min(values)) / 4)
    low = floor(min(values) / step) * step
    high = max(ceil(max(values) / step) * step, low + step)
    box = (margin, 10, width - 8, height - 10)
    placed = _placed(values, (low, high), box=box)
    count = round((high - low) / step)
    rungs = [low + step * index for index in range(count + 1)]
    ticks = tuple(Tick(value, _height(value, (low, high), box)) for value in rungs)
    return Curve(width, height, _attribute(placed), ticks, placed[-1], left=margin)


def thinned(values: Sequence[float], *, most: int) -> list[float]:
    """Return at most `most` values, evenly chosen, the first and the last among them."""
    if len(values) <= most:
        return list(values)
    stride = (len(values) - 1) / (most - 1)
    return [values[round(index * stride)] for index in range(most)]


def _placed(
    values: Sequence[float], span: tuple[float, float], *, box: tuple[int, int, int, int]
) -> list[Point]:
    left, _, right, _ = box
    stride = (right - left) / (len(values) - 1)
    return [
        (round(left + index * stride, 1), _height(value, span, box))
        for index, value in enumerate(values)
    ]


def _height(value: float, span: tuple[float, float], box: tuple[int, int, int, int]) -> float:
    low, high = span
    _, top, _, bottom = box
    share = (value - low) / (high - low) if high > low else 0.5
    return round(bottom - share * (bottom - top), 1)


def _round_step(raw: float) -> float:
    """Return the smallest of 1, 2, 5, 10, 20, 50 … that is not below `raw`."""
    if raw <= 1:
        return 1.0
    power = 10.0 ** floor(log10(raw))
    return next(power * digit for digit in (1, 2, 5, 10) if power * digit >= raw)


def _attribute(points: Sequence[Point]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
