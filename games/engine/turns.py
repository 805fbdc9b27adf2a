"""Every position a roll can lead to, fast: the inner loop of the engine.

The boards here are keys as the opponent will see them, so that no result has to be turned
round: in the bytes of such a key the opponent's places come first and the mover's start at
`PLACES`. A step is the addition of a constant; whether a point is open is read off the
opponent's counts. Two dice are played by adding each step of one to each of the other; four of
a double (`doubles`) by moving the furthest checker first, which reaches every result once.
Both take it that a step never spoils one of another checker. Near home, where it can, the steps
are made one after the other (`rolls`), and a limit on points is minded apart (`limited`).
`order_matters` tells the one case that is left to `graph.TurnGraph`, the plain definition, with
which the tests compare all this.
"""

from games.engine.board import BAR, KEY_BYTES, turned_key
from games.engine.limited import LimitedRoll
from games.engine.rolls import Roll
from games.engine.rules import BearOffLarger, Rules
from games.engine.steps import HOME


def order_matters(key: int, dice: tuple[int, ...], rules: Rules) -> bool:
    """Which die a checker is borne off with depends on the dice left: ask the plain definition.

    So it is when both dice may bear off a nearer checker and the exact one goes first (V12, P4).
    """
    if not (rules.exact_die_first and rules.bear_off_larger is BearOffLarger.ANY):
        return False
    outside = sum(key.to_bytes(KEY_BYTES, "big")[HOME + 1 : BAR + 1])
    return dice[0] != dice[-1] and outside <= 1


def end_keys(key: int, dice: tuple[int, ...], rules: Rules) -> set[int]:
    """The keys, opponent on roll, in which a turn can end; `dice` two (higher first) or four.

    The board is not won by either, and not `order_matters`.
    """
    roll = Roll if rules.point_limit is None else LimitedRoll
    play = roll(turned_key(key), rules)
    if dice[0] == dice[-1]:
        return play.double(dice[0], len(dice))
    return play.two_dice(*dice)
