"""A slow second opinion: all turns of a roll, written from the rules alone.

It shares nothing with the engine: a side is a dictionary from place to checkers, every order
of the dice is tried, and what may be kept is decided at the end by looking at all of it.
Points are the mover's throughout, the opponent's checkers too; 25 is the mover's bar, 0 his
checkers off, and the opponent's bar and off are called "bar" and "off".
"""

from dataclasses import dataclass
from itertools import permutations


@dataclass(frozen=True)
class Law:
    """What rulesets differ in when it comes to moving."""

    must_use_all: bool = True
    any_larger_bears_off: bool = False
    most_on_a_point: int = 99
    exact_first: bool = False


LAWS = {
    "vrhcaby": Law(must_use_all=False, exact_first=True),
    "standard": Law(),
    "nackgammon": Law(),
    "hypergammon": Law(),
    "egyptian": Law(most_on_a_point=5),
    "nasazovani": Law(any_larger_bears_off=True),
}

Side = tuple[tuple[object, int], ...]
Position = tuple[Side, Side]


def _side(places):
    return tuple(sorted(((p, n) for p, n in places.items() if n), key=str))


def position(mine, theirs):
    """A position out of two dictionaries."""
    return _side(mine), _side(theirs)


def moves(pos, die, dice_left, law):
    """(origin, target, hit) of each legal move of one die, full use aside."""
    mine, theirs = dict(pos[0]), dict(pos[1])
    origins = [25] if 25 in mine else [p for p in mine if 1 <= p <= 24]
    legal = []
    for origin in origins:
        target = origin - die
        if target >= 1:
            if theirs.get(target, 0) >= 2 or mine.get(target, 0) >= law.most_on_a_point:
                continue
            legal.append((origin, target, theirs.get(target, 0) == 1))
        elif _bears_off(mine, origin, die, dice_left, law):
            legal.append((origin, 0, False))
    return legal


def _bears_off(mine, origin, die, dice_left, law):
    if any(p > 6 for p in mine):
        return False
    if law.exact_first and any(origin <= other < die for other in dice_left):
        return False
    if origin == die or law.any_larger_bears_off:
        return True
    return max(p for p in mine if p > 0) == origin


def moved(pos, move):
    """The position after a move."""
    origin, target, hit = move
    mine, theirs = dict(pos[0]), dict(pos[1])
    mine[origin] -= 1
    mine[target] = mine.get(target, 0) + 1
    if hit:
        del theirs[target]
        theirs["bar"] = theirs.get("bar", 0) + 1
    return position(mine, theirs)


def sequences(pos, dice, law):
    """Every (position, dice used) that some order of dice can come to a stop at."""
    orders = set(permutations(dice)) if dice[0] != dice[1] else {(dice[0],) * 4}
    stops = set()
    for order in orders:
        front = {(pos, 0)}
        while front:
            ahead = set()
            for here, used in front:
                left = order[used:]
                options = moves(here, left[0], left, law) if left else []
                ahead |= {(moved(here, move), used + 1) for move in options}
                # This order stops here; whether the turn does is for the others to say too.
                if not options:
                    stops.add((here, order[:used], left))
            front = ahead
    return stops


def ends(pos, dice, law):
    """The set of positions in which the turn can end."""
    stops = sequences(pos, dice, law)
    if not law.must_use_all:
        return {
            here for here, _, left in stops if not any(moves(here, die, left, law) for die in left)
        }
    most = max(len(used) for _, used, _ in stops)
    full = {(here, used) for here, used, _ in stops if len(used) == most}
    if most == 1:
        highest = max(used[0] for _, used in full)
        full = {(here, used) for here, used in full if used[0] == highest}
    return {here for here, _ in full}
