"""The small boards of the rules pages, by name; positions are given point by point."""

from collections.abc import Mapping

from games import picture

Counts = Mapping[int, int]


def _counts(points: Counts) -> list[int]:
    return [points.get(point, 0) for point in range(picture.BOARD_SLOTS)]


def _draw(
    own: Counts,
    their: Counts,
    *,
    dice: tuple[int, ...] = (),
    left: tuple[int, ...] | None = None,
    arrows: tuple[tuple[int, int], ...] = (),
) -> picture.Picture:
    return picture.draw(own=_counts(own), their=_counts(their), dice=dice, left=left, arrows=arrows)


START = {24: 2, 13: 5, 8: 3, 6: 5}
NACKGAMMON = {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}

PICTURES: Mapping[str, picture.Picture] = {
    "start": _draw(START, START),
    "step": _draw(START, START, dice=(3, 1), arrows=((8, 5), (6, 5))),
    "hit": _draw(
        {24: 2, 13: 4, 8: 4, 6: 5},
        {24: 1, 21: 1, 13: 5, 8: 3, 6: 5},
        dice=(4, 2),
        arrows=((8, 4), (6, 4)),
    ),
    "enter": _draw(
        {25: 1, 24: 1, 13: 5, 8: 3, 6: 5},
        {24: 2, 13: 5, 8: 2, 6: 3, 5: 2, 3: 1},
        dice=(5, 3),
        arrows=((25, 22),),
    ),
    "free_order": _draw({12: 1, 0: 14}, {24: 2, 23: 2, 0: 11}, dice=(6, 5), arrows=((12, 6),)),
    "bear_off": _draw(
        {4: 1, 2: 2, 1: 1, 0: 11}, {1: 2, 2: 2, 0: 11}, dice=(6, 4), arrows=((4, 0),)
    ),
    "prime": _draw(
        {9: 2, 8: 2, 7: 2, 6: 3, 5: 2, 4: 2, 13: 2},
        {22: 2, 13: 4, 8: 3, 6: 4, 5: 2},
    ),
    "higher_die": _draw({12: 1, 0: 14}, {24: 2, 0: 13}, dice=(6, 5), arrows=((12, 6),)),
    "closed_out": _draw({25: 1, 6: 4, 5: 4, 4: 4, 3: 2}, {6: 3, 5: 3, 4: 2, 3: 3, 2: 2, 1: 2}),
    "blocked_off": _draw({5: 3, 4: 2, 0: 10}, {23: 2, 24: 2, 0: 11}, dice=(3, 3), left=()),
    "nackgammon": _draw(NACKGAMMON, NACKGAMMON),
    "hypergammon": _draw({24: 1, 23: 1, 22: 1}, {24: 1, 23: 1, 22: 1}),
    "full_point": _draw(
        {12: 1, 6: 5, 4: 2, 1: 1, 0: 6}, {24: 1, 0: 14}, dice=(6, 5), left=(5,), arrows=((12, 7),)
    ),
    "hand": _draw({0: 15}, {0: 15}, dice=(5, 2)),
    "placed": _draw({20: 3, 23: 2, 22: 1, 0: 9}, {24: 1, 21: 2, 19: 3, 0: 9}, dice=(5, 2), left=()),
    "any_off": _draw({6: 2, 2: 3, 1: 2, 0: 8}, {0: 15}, dice=(5, 3), arrows=((2, 0), (1, 0))),
}
"""Positions in the numbers of the reader, who has the light checkers."""
