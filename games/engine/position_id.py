"""GNU Backgammon's position id: 14 characters for where the checkers are.

Ten bytes, least significant bit first: for the opponent and then for the player on roll, for
each of his points 1 … 24 and his bar as many ones as he has checkers there, and a zero; in
base 64. Checkers that are missing have been borne off; a hand cannot be told.
"""

import base64
import binascii

from games.engine import errors
from games.engine.board import BAR, HAND, PLACES, Board
from games.engine.rules import MAX_CHECKERS

LENGTH = 14
_BYTES = 10
_PADDING = "=="
_PLACES_TOLD = BAR


def encode(board: Board) -> str:
    """The id of a board; raises BadPosition when checkers are in a hand."""
    counts = board.counts
    if counts[HAND] or counts[PLACES + HAND]:
        raise errors.BadPosition(hand=counts[HAND] + counts[PLACES + HAND])
    told = counts[PLACES + 1 : PLACES + HAND] + counts[1:HAND]
    bits = "".join(["1" * count + "0" for count in told])
    packed = int(bits[::-1], 2).to_bytes(_BYTES, "little")
    return base64.b64encode(packed).decode("ascii").removesuffix(_PADDING)


def decode(text: str, *, checkers: int = MAX_CHECKERS) -> Board:
    """The board of an id in a game of so many checkers a side; raises BadPosition."""
    runs = _bits(text).split("0", 2 * _PLACES_TOLD)
    if len(runs) <= 2 * _PLACES_TOLD or "1" in runs[-1]:
        raise errors.BadPosition
    theirs, own = runs[:_PLACES_TOLD], runs[_PLACES_TOLD:-1]
    return Board.of(_side(own), _side(theirs), checkers=checkers)


def _bits(text: str) -> str:
    """The 80 bits, first one first."""
    if len(text) != LENGTH or not text.isascii():
        raise errors.BadPosition
    try:
        packed = base64.b64decode(text + _PADDING, validate=True)
    except binascii.Error as wrong:
        raise errors.BadPosition from wrong
    if base64.b64encode(packed).decode("ascii") != text + _PADDING:
        raise errors.BadPosition
    return f"{int.from_bytes(packed, 'little'):0{8 * _BYTES}b}"[::-1]


def _side(runs: list[str]) -> dict[int, int]:
    return {point: len(run) for point, run in enumerate(runs, 1) if run}
