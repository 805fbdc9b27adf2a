"""What a score is worth, and what a cube decision needs there (rules Q4)."""

from dataclasses import dataclass

from games.engine import kazaross
from games.engine.match_errors import BadCube, CrawfordGame

MOST = len(kazaross.PRE_CRAWFORD)


def equity(
    *, win: float, gammon: float, backgammon: float, lose: tuple[float, float, float]
) -> float:
    """The expected points of a game; each chance includes the dearer ones (Q4).

    `lose` are the chances to lose at all, a gammon at least, a backgammon.
    """
    return win + gammon + backgammon - sum(lose)


def janowski(leader_needs: int, trailer_needs: int) -> float:
    """Janowski's formula, bare: it may leave 0 … 1. Raises ValueError for a leader behind."""
    lead = trailer_needs - leader_needs
    if lead < 0 or leader_needs < 1:
        raise ValueError(leader_needs, trailer_needs)
    return 0.5 + 0.85 * lead / (trailer_needs + 6)


def winning(needs: int, opponent_needs: int, *, post_crawford: bool = False) -> float:
    """The chance to win a match, by Kazaross-XG2; a need of 0 or less has won.

    Where one needs 1 the game is Crawford's, unless `post_crawford`. Raises ValueError for more
    than 25 points.
    """
    if needs <= 0 or opponent_needs <= 0:
        return float(needs <= 0)
    if max(needs, opponent_needs) > MOST:
        raise ValueError(needs, opponent_needs)
    if post_crawford and opponent_needs == 1:
        return kazaross.POST_CRAWFORD[needs - 1]
    if post_crawford and needs == 1:
        return 1 - kazaross.POST_CRAWFORD[opponent_needs - 1]
    return kazaross.PRE_CRAWFORD[needs - 1][opponent_needs - 1]


def is_crawford(needs: int, opponent_needs: int, *, post_crawford: bool = False) -> bool:
    """Tell whether a score is that of the Crawford game, which has no cube (rules C4)."""
    return not post_crawford and (needs == 1) != (opponent_needs == 1)


@dataclass(frozen=True, slots=True)
class CubeDecision:
    """Chances in the match of who is doubled: after a drop, a lost take, a won take.

    `take_point`: the least chance to win the game that makes a take right, gammons and further
    turns of the cube aside; None where it does not matter.
    """

    drop: float
    lose: float
    win: float
    take_point: float | None


def cube_decision(
    needs: int, doubler_needs: int, *, cube: int = 1, post_crawford: bool = False
) -> CubeDecision:
    """What one doubled from `cube` to twice that must weigh.

    Raises CrawfordGame where there is no cube, BadCube for one of no such value, and ValueError as
    `winning`.
    """
    if cube < 1 or cube & (cube - 1):
        raise BadCube(cube=cube)
    if is_crawford(needs, doubler_needs, post_crawford=post_crawford):
        raise CrawfordGame
    crawford_is_over = 1 in (needs, doubler_needs)

    def after(won: int, lost: int) -> float:
        mine, his = needs - won, doubler_needs - lost
        return winning(mine, his, post_crawford=crawford_is_over)

    drop, lose, win = after(0, cube), after(0, 2 * cube), after(2 * cube, 0)
    point = None if win == lose else (drop - lose) / (win - lose)
    return CubeDecision(drop, lose, win, point)
