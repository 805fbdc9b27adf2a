"""GNU Backgammon's match id, and its pair of ids for a situation.

The match id is 66 bits and one more, least significant first, in twelve characters of base
64: cube (log 2), its owner (3 = nobody), the player on roll, Crawford, phase of the game, who
decides, cube offered, resignation offered, two dice, match length, score of each seat, and a
last bit that is set when the Jacoby rule is *not* in use.
"""

import base64
import binascii
import string

from games.engine import errors, position_id
from games.engine.board import Board
from games.engine.formats.failures import FormatError, Trouble
from games.engine.formats.situation import (
    GamePhase,
    Situation,
    impossible_board,
    require_possible,
)
from games.engine.rules import MAX_CHECKERS

LENGTH = 12
MAX_CUBE_LOG = 15
_BYTES = 9
_FIELDS = (
    ("cube", 4),
    ("owner", 2),
    ("on_roll", 1),
    ("crawford", 1),
    ("phase", 3),
    ("decides", 1),
    ("doubled", 1),
    ("resigned", 2),
    ("die", 3),
    ("other_die", 3),
    ("length", 15),
    ("first_score", 15),
    ("second_score", 15),
    ("no_jacoby", 1),
    ("nothing", 5),
)
_NOBODY = 3
_ALPHABET = string.ascii_letters + string.digits + "+/"
_HIGHEST_DIE = 6


def encode(situation: Situation) -> tuple[str, str]:
    """Position id and match id; the higher die first. Raises FormatError for what has none."""
    try:
        position = position_id.encode(situation.board)
    except errors.BadPosition as wrong:
        raise FormatError(Trouble.CHECKERS_IN_HAND) from wrong
    return position, match_id(situation)


def match_id(situation: Situation) -> str:
    """The match id alone."""
    values = _values(situation)
    packed, at = 0, 0
    for name, width in _FIELDS:
        packed |= (values.get(name, 0) & ((1 << width) - 1)) << at
        at += width
    return base64.b64encode(packed.to_bytes(_BYTES, "little")).decode("ascii")


def _values(situation: Situation) -> dict[str, int]:
    high, low = sorted(situation.dice or (0, 0), reverse=True)
    return {
        "cube": situation.cube.bit_length() - 1,
        "owner": _NOBODY if situation.owner is None else situation.owner,
        "on_roll": situation.on_roll,
        "crawford": situation.crawford,
        "phase": situation.phase,
        "decides": situation.decides,
        "doubled": situation.doubled,
        "resigned": situation.resigned,
        "die": high,
        "other_die": low,
        "length": situation.length,
        "first_score": situation.score[0],
        "second_score": situation.score[1],
        "no_jacoby": not situation.jacoby,
    }


def decode(position: str, match: str, *, checkers: int = MAX_CHECKERS) -> Situation:
    """The situation of a pair of ids; raises FormatError."""
    board = _board(position, checkers)
    values = _unpacked(match)
    dice = values["die"], values["other_die"]
    return require_possible(
        Situation(
            board=board,
            on_roll=values["on_roll"],
            length=values["length"],
            score=(values["first_score"], values["second_score"]),
            dice=dice if all(dice) else None,
            cube=1 << values["cube"],
            owner=None if values["owner"] == _NOBODY else values["owner"],
            doubled=bool(values["doubled"]),
            resigned=values["resigned"],
            crawford=bool(values["crawford"]),
            # In a match the bit means nothing.
            jacoby=not values["no_jacoby"] and not values["length"],
            phase=GamePhase(values["phase"]),
            checkers=checkers,
        )
    )


def decode_board(position: str, *, checkers: int = MAX_CHECKERS) -> Board:
    """The board of a position id alone; raises FormatError as `decode` does."""
    board = _board(position, checkers)
    return require_possible(Situation(board=board, checkers=checkers)).board


def _board(position: str, checkers: int) -> Board:
    try:
        return position_id.decode(position, checkers=checkers)
    except errors.BadPosition as wrong:
        refused = impossible_board(wrong, Trouble.BAD_POSITION_ID)
        if refused.code != Trouble.BAD_POSITION_ID:
            raise refused from wrong
        character = _first_wrong(position)
        raise FormatError(Trouble.BAD_POSITION_ID, character=character) from wrong


def _first_wrong(position: str) -> int:
    """The character, from 1, where a text stops being a position id; 1 where all fit the form."""
    whole = len(position) == position_id.LENGTH
    end = 1 if whole else min(len(position), position_id.LENGTH) + 1
    signs = enumerate(position[: position_id.LENGTH], 1)
    return next((at for at, sign in signs if sign not in _ALPHABET), end)


def _unpacked(match: str) -> dict[str, int]:
    try:
        raw = base64.b64decode(match, validate=True) if match.isascii() else b""
    except binascii.Error:
        raw = b""
    if len(raw) != _BYTES or len(match) != LENGTH:
        raise FormatError(Trouble.BAD_MATCH_ID)
    packed = int.from_bytes(raw, "little")
    values = {}
    for name, width in _FIELDS:
        values[name] = packed & ((1 << width) - 1)
        packed >>= width
    _require_sense(values)
    return values


def _require_sense(values: dict[str, int]) -> None:
    dice = values["die"], values["other_die"]
    senseless = (
        max(dice) > _HIGHEST_DIE
        or (0 in dice and any(dice))
        or values["owner"] == _NOBODY - 1
        or values["phase"] > max(GamePhase)
        or values["nothing"]
    )
    if senseless:
        raise FormatError(Trouble.BAD_MATCH_ID)
