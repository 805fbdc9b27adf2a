"""The position, seen by the player to move.

A board is one number, its `key`: the checkers of the mover and then of the opponent, one byte
for each place a checker can be in, each player's places in his own numbering (off 0, points
1 … 24, bar 25, hand 26). A step is then the addition of a constant, and turning the board
round is swapping the halves; whoever needs the counts reads them as bytes.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Any, NamedTuple

from games.engine import errors
from games.engine.rules import MAX_CHECKERS, Rules

OFF = 0
BAR = 25
HAND = 26
PLACES = 27
KEY_BYTES = 2 * PLACES
HALF_BITS = 8 * PLACES
_HALF = (1 << HALF_BITS) - 1


def own_unit(place: int) -> int:
    """What one checker of the mover on a place of his adds to the key."""
    return 1 << 8 * (KEY_BYTES - 1 - place)


def their_unit(place: int) -> int:
    """What one checker of the opponent adds, on a place in the opponent's numbering."""
    return 1 << 8 * (PLACES - 1 - place)


def turned_key(key: int) -> int:
    """The key as the other player sees the board."""
    return key >> HALF_BITS | (key & _HALF) << HALF_BITS


class Board(NamedTuple):
    """A position. Equal boards have equal keys; make one with `start`, `of` or `from_data`.

    A named tuple, not a dataclass: boards are made and hashed by the thousand, and a tuple
    does both without a call into Python (a third of the time of a whole roll).
    """

    key: int

    @classmethod
    def start(cls, rules: Rules) -> "Board":
        """The position a game of these rules begins in."""
        return _start(rules)

    @classmethod
    def of(
        cls,
        own: Mapping[int, int],
        theirs: Mapping[int, int],
        *,
        checkers: int = MAX_CHECKERS,
        in_hand: tuple[int, int] = (0, 0),
    ) -> "Board":
        """Place checkers, each player's by his own numbering (bar 25); the missing are off.

        Raises BadPosition.
        """
        halves = [
            _half(side, checkers=checkers, hand=hand)
            for side, hand in zip((own, theirs), in_hand, strict=True)
        ]
        board = cls(int.from_bytes(b"".join(halves), "big"))
        board.require_one_colour_a_point()
        return board

    @property
    def counts(self) -> bytes:
        """Checkers in every place: 27 of the mover, then 27 of the opponent in his numbering."""
        return self.key.to_bytes(KEY_BYTES, "big")

    def turned(self) -> "Board":
        """The same position from the other chair."""
        return Board(turned_key(self.key))

    def own(self, point: int) -> int:
        """The mover's checkers on a point of his (25 = bar)."""
        return self.counts[point]

    def theirs(self, point: int) -> int:
        """The opponent's checkers on a point as the mover numbers it (25 = the opponent's bar)."""
        counts = self.counts
        return counts[PLACES + BAR] if point == BAR else counts[PLACES + 25 - point]

    @property
    def points(self) -> tuple[int, ...]:
        """26 numbers by the mover's numbering: own positive, theirs negative; 25 and 0 the bars."""
        counts = self.counts
        theirs = counts[PLACES + BAR : PLACES : -1]
        return (-theirs[0], *map(int.__sub__, counts[1:BAR], theirs[1:]), counts[BAR])

    @property
    def off(self) -> int:
        """The mover's checkers borne off."""
        return self.counts[OFF]

    @property
    def their_off(self) -> int:
        """The opponent's checkers borne off."""
        return self.counts[PLACES + OFF]

    @property
    def hand(self) -> int:
        """The mover's checkers not placed yet."""
        return self.counts[HAND]

    @property
    def their_hand(self) -> int:
        """The opponent's checkers not placed yet."""
        return self.counts[PLACES + HAND]

    def pips(self) -> int:
        """What the mover has to go; a checker in hand counts as one on the bar."""
        return _pips(self.counts[:PLACES])

    def their_pips(self) -> int:
        """What the opponent has to go."""
        return _pips(self.counts[PLACES:])

    @property
    def won(self) -> bool:
        """The mover has borne off everything."""
        return not any(self.counts[1:PLACES])

    @property
    def lost(self) -> bool:
        """The opponent has borne off everything."""
        return not any(self.counts[PLACES + 1 :])

    @property
    def over(self) -> bool:
        """Either player has."""
        counts = self.counts
        return not (any(counts[1:PLACES]) and any(counts[PLACES + 1 :]))

    def to_data(self) -> dict[str, list[int]]:
        """Plain JSON values, 27 counts a player as he numbers them: off, 1 … 24, bar, hand."""
        counts = self.counts
        return {"own": list(counts[:PLACES]), "theirs": list(counts[PLACES:])}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Board":
        """Read `to_data` back; raises BadPosition."""
        try:
            counts = bytes(_side_from_data(data["own"]) + _side_from_data(data["theirs"]))
        except (KeyError, TypeError, ValueError) as wrong:
            raise errors.BadPosition from wrong
        board = cls(int.from_bytes(counts, "big"))
        if sum(counts[:PLACES]) != sum(counts[PLACES:]) or sum(counts) > 2 * MAX_CHECKERS:
            raise errors.BadPosition(checkers=sum(counts))
        board.require_one_colour_a_point()
        return board

    def require_one_colour_a_point(self) -> None:
        """Raise BadPosition when both players stand on one point (rules G4)."""
        counts = self.counts
        for point in range(1, 25):
            if counts[point] and counts[PLACES + 25 - point]:
                raise errors.BadPosition(point=point)


def boards(keys: Iterable[int]) -> Iterator[Board]:
    """The boards of many keys."""
    return map(partial(tuple.__new__, Board), zip(keys))


@cache
def _start(rules: Rules) -> Board:
    in_hand = rules.checkers if rules.placing else 0
    side = dict(rules.start)
    return Board.of(side, side, checkers=rules.checkers, in_hand=(in_hand, in_hand))


def _side_from_data(counts: Any) -> list[int]:
    if len(counts) != PLACES or any(type(count) is not int for count in counts):
        raise TypeError(counts)
    return list(counts)


def _half(side: Mapping[int, int], *, checkers: int, hand: int) -> bytes:
    counts = [0] * PLACES
    for place, count in side.items():
        if not 1 <= place <= BAR or count < 0:
            raise errors.BadPosition(point=place)
        counts[place] = count
    counts[HAND] = hand
    counts[OFF] = checkers - sum(counts)
    if hand < 0 or counts[OFF] < 0:
        raise errors.BadPosition(checkers=sum(counts[1:]))
    return bytes(counts)


def _pips(half: Iterable[int]) -> int:
    return sum(min(place, BAR) * count for place, count in enumerate(half))
