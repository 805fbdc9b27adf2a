"""Where everything on a drawn board stands: numbers for the SVG templates, no markup.

The drawing has one coordinate system whatever the page shows: 748 x 600 units, own home at the
lower right. Style sheets turn the whole drawing for tall screens or the other direction, and
`static/games/js/board/geometry.js` holds the same numbers for the browser.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 748, 600
PITCH, RADIUS, DEPTH = 50, 24, 48
TOP, BOTTOM = 24, 576
REACH = 244
LEFT_HALF, RIGHT_HALF = 14, 366
BAR_X, TRAY_X = 340, 705
MIDDLE = 300
SLAB = 15
SHOWN_STACK = 5
BAR, OFF = 25, 0
OWN, THEIR = "own", "their"
BOARD_SLOTS = 26


@dataclass(frozen=True, slots=True)
class Point:
    """One triangle with its column, which is what a finger meets."""

    number: int
    x: int
    top: bool
    tone: str
    polygon: str
    column_y: int
    label_y: int


@dataclass(frozen=True, slots=True)
class Checker:
    """One drawn checker; `count` is written on the last one of a tall stack."""

    side: str
    tone: str
    point: int
    x: float
    y: float
    lying: bool
    hidden: bool
    count: int | None


@dataclass(frozen=True, slots=True)
class Die:
    """One die with its pips as offsets from its centre."""

    value: int
    x: int
    y: int
    used: bool
    pips: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Arrow:
    """The way of one step, bent a little towards the middle of the board."""

    path: str


@dataclass(frozen=True, slots=True)
class Picture:
    """All that `templates/games/_board.html` draws."""

    points: tuple[Point, ...]
    checkers: tuple[Checker, ...]
    dice: tuple[Die, ...]
    arrows: tuple[Arrow, ...]
    width: int = WIDTH
    height: int = HEIGHT


PIP = 11
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-PIP, -PIP), (PIP, PIP)),
    3: ((-PIP, -PIP), (0, 0), (PIP, PIP)),
    4: ((-PIP, -PIP), (PIP, -PIP), (-PIP, PIP), (PIP, PIP)),
    5: ((-PIP, -PIP), (PIP, -PIP), (0, 0), (-PIP, PIP), (PIP, PIP)),
    6: ((-PIP, -PIP), (PIP, -PIP), (-PIP, 0), (PIP, 0), (-PIP, PIP), (PIP, PIP)),
}
EMPTY = (0,) * BOARD_SLOTS


def column(point: int) -> int:
    """Return the x of the middle of a point, 1 … 24 in the viewer's numbers."""
    place = 12 - point if point <= 12 else point - 13
    half = LEFT_HALF if place < 6 else RIGHT_HALF
    return half + PITCH // 2 + (place % 6) * PITCH


def _point(number: int) -> Point:
    x, top = column(number), number > 12
    edge, tip = (TOP, TOP + REACH) if top else (BOTTOM, BOTTOM - REACH)
    left, right = x - PITCH // 2 + 1, x + PITCH // 2 - 1
    return Point(
        number=number,
        x=x,
        top=top,
        tone="a" if number % 2 else "b",
        polygon=f"{left},{edge} {right},{edge} {x},{tip}",
        column_y=TOP if top else MIDDLE,
        label_y=12 if top else HEIGHT - 12,
    )


POINTS = tuple(_point(number) for number in range(24, 0, -1))


def place(*, side: str, point: int, index: int) -> tuple[float, float]:
    """Return the centre of the `index`-th checker of a stack; `point` is its owner's number."""
    own = side == OWN
    if point == OFF:
        depth = 10 + index * SLAB
        return TRAY_X, BOTTOM - depth if own else TOP + depth
    level = min(index, SHOWN_STACK - 1)
    if point == BAR:
        away = 58 + level * DEPTH * 0.94
        return BAR_X, MIDDLE - away if own else MIDDLE + away
    number = point if own else BAR - point
    depth = RADIUS + 1 + level * DEPTH
    return column(number), TOP + depth if number > 12 else BOTTOM - depth


def _stack(*, side: str, tone: str, point: int, count: int) -> Iterable[Checker]:
    for index in range(count):
        x, y = place(side=side, point=point, index=index)
        last = index == count - 1
        tall = point != OFF and count > SHOWN_STACK
        yield Checker(
            side=side,
            tone=tone,
            point=point,
            x=x,
            y=y,
            lying=point == OFF,
            hidden=tall and SHOWN_STACK - 1 <= index < count - 1,
            count=count if tall and last else None,
        )


def _checkers(side: str, tone: str, counts: Sequence[int]) -> Iterable[Checker]:
    for point, count in enumerate(counts):
        yield from _stack(side=side, tone=tone, point=point, count=count)


def dice_places(count: int, *, own: bool) -> tuple[int, ...]:
    """Return the x of each die: own dice lie in the right half, the opponent's in the left."""
    centre = 516 if own else 164
    return tuple(centre + 28 * (2 * index - count + 1) for index in range(count))


def _dice(values: Sequence[int], left: Sequence[int], *, own: bool) -> Iterable[Die]:
    remaining = list(left)
    for value, x in zip(values, dice_places(len(values), own=own), strict=True):
        used = value not in remaining
        if not used:
            remaining.remove(value)
        yield Die(value=value, x=x, y=MIDDLE, used=used, pips=PIPS[value])


def thrown(dice: Sequence[int]) -> tuple[int, ...]:
    """Return the dice as they lie on the board: a double counts four times (rules V3)."""
    double = len(dice) == 2 and dice[0] == dice[1]
    return tuple(dice) * 2 if double else tuple(dice)


def _arrow(origin: int, target: int, own: Sequence[int]) -> Arrow:
    x1, y1 = place(side=OWN, point=origin, index=max(0, own[origin] - 1))
    x2, y2 = place(side=OWN, point=target, index=own[target])
    height = (y1 + y2) / 2
    rise = min(abs(MIDDLE - height), abs(x2 - x1) * 0.45 + 12)
    bend = height + (rise if height < MIDDLE else -rise)
    return Arrow(path=f"M{x1:g} {y1:g} Q{(x1 + x2) / 2:g} {bend:g} {x2:g} {y2:g}")


def draw(
    *,
    own: Sequence[int] = EMPTY,
    their: Sequence[int] = EMPTY,
    own_tone: str = "light",
    dice: Sequence[int] = (),
    left: Sequence[int] | None = None,
    own_dice: bool = True,
    arrows: Iterable[tuple[int, int]] = (),
) -> Picture:
    """Lay out a board.

    `own` and `their` are 26 counts each in their owner's view (0 off, 1 … 24, 25 bar);
    `arrows` are (origin, target) in own numbers; `dice` as thrown, `left` those still to play.
    """
    their_tone = "dark" if own_tone == "light" else "light"
    lying = thrown(dice)
    return Picture(
        points=POINTS,
        checkers=(*_checkers(OWN, own_tone, own), *_checkers(THEIR, their_tone, their)),
        dice=tuple(_dice(lying, lying if left is None else left, own=own_dice)),
        arrows=tuple(_arrow(*arrow, own) for arrow in arrows),
    )
