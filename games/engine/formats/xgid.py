"""eXtreme Gammon's XGID: one text for a situation, always seen from the bottom player's chair.

`XGID=` 26 places (the top player's bar, points 1 … 24 of the bottom player, his bar; capitals
are his checkers), cube (log 2), its owner (1 bottom, -1 top), who is on roll (the same), the
roll (00 before it, D for a cube offered), score of the bottom and of the top player, a flag
field, the match length (0 = money) and the highest cube (log 2). The flag field is 1 for the
Crawford game of a match; in money it adds 1 for Jacoby and 2 for beavers.
"""

import re

from games.engine.board import BAR, Board
from games.engine.formats.failures import FormatError, Trouble
from games.engine.formats.gnubg_ids import MAX_CUBE_LOG
from games.engine.formats.situation import Situation, board_of, require_possible
from games.engine.rules import MAX_CHECKERS

PREFIX = "XGID="
_BOTTOM, _TOP = 1, 0
_SIGN_OF = {_BOTTOM: "1", _TOP: "-1", None: "0"}
_SEAT_OF = {sign: seat for seat, sign in _SIGN_OF.items()}
_OFFERS = "DBR"
_JACOBY, _BEAVERS = 1, 2
_CUBE_LIMIT = 10
_TEXT = re.compile(
    r"(?:XGID=)?([-A-Oa-o]{26}):(\d{1,2}):(-?[01]):(-?1):(00|[1-6][1-6]|[DBR])"
    r":(\d{1,5}):(\d{1,5}):([0-3]):(\d{1,5}):(\d{1,2})",
    re.ASCII,
)
_PLACE = re.compile(r"[-A-Oa-o]{26}", re.ASCII)


def encode(situation: Situation) -> str:
    """The XGID; a resignation and a finished game cannot be told in it."""
    if situation.dice is not None:
        roll = "{}{}".format(*situation.dice)
    else:
        roll = _OFFERS[0] if situation.doubled else "00"
    own, other = situation.score_of(_BOTTOM)
    bottom_rolls = situation.on_roll == _BOTTOM
    money = situation.jacoby * _JACOBY + situation.beavers * _BEAVERS
    fields = (
        places_of(situation.board if bottom_rolls else situation.board.turned()),
        situation.cube.bit_length() - 1,
        _SIGN_OF[situation.owner],
        _SIGN_OF[situation.on_roll],
        roll,
        own,
        other,
        int(situation.crawford) if situation.length else money,
        situation.length,
        max(_CUBE_LIMIT, situation.cube.bit_length() - 1),
    )
    return PREFIX + ":".join(map(str, fields))


def decode(text: str, *, checkers: int = MAX_CHECKERS) -> Situation:
    """The situation of an XGID, with or without its prefix; raises FormatError."""
    matched = _TEXT.fullmatch(text)
    if matched is None:
        raise FormatError(Trouble.BAD_XGID, character=_first_wrong(text))
    places, cube, owner, turn, roll, own, other, flag, length, _ = matched.groups()
    if int(cube) > MAX_CUBE_LOG or turn == "0" or owner == "-0":
        raise FormatError(Trouble.BAD_XGID, character=matched.start(2) + 1)
    on_roll = _BOTTOM if turn == "1" else _TOP
    bottom, top = _halves(places, matched.start(1))
    sides = (bottom, top) if on_roll == _BOTTOM else (top, bottom)
    in_match = int(length) > 0
    if in_match and int(flag) > 1:
        raise FormatError(Trouble.JACOBY_IN_MATCH, character=matched.start(8) + 1)
    return require_possible(
        Situation(
            board=board_of(*sides, checkers=checkers),
            on_roll=on_roll,
            length=int(length),
            score=(int(other), int(own)),
            dice=(int(roll[0]), int(roll[1])) if roll.isdigit() and roll != "00" else None,
            cube=1 << int(cube),
            owner=_SEAT_OF[owner],
            doubled=roll in _OFFERS,
            crawford=in_match and flag == "1",
            jacoby=not in_match and bool(int(flag) & _JACOBY),
            beavers=in_match or bool(int(flag) & _BEAVERS),
            checkers=checkers,
        )
    )


def board_of_places(places: str, *, checkers: int = MAX_CHECKERS) -> Board:
    """The board of an XGID's first 26 characters, as the bottom player sees it."""
    if _PLACE.fullmatch(places) is None:
        raise FormatError(Trouble.BAD_XGID)
    return board_of(*_halves(places, 0), checkers=checkers)


def places_of(board: Board) -> str:
    """The 26 characters of a board as the bottom player sees it."""
    told = []
    for point, count in enumerate(board.points):
        mine = count > 0 and point != 0
        letter = chr(ord("A" if mine else "a") + abs(count) - 1)
        told.append(letter if count else "-")
    return "".join(told)


def _halves(places: str, start: int) -> tuple[dict[int, int], dict[int, int]]:
    """Checkers of the bottom and of the top player, each by his own numbering."""
    bottom: dict[int, int] = {}
    top: dict[int, int] = {}
    for point, letter in enumerate(places):
        if letter == "-":
            continue
        if letter.isupper() if point == 0 else letter.islower() and point == BAR:
            raise FormatError(Trouble.BAD_XGID, character=start + point + 1)
        if letter.isupper():
            bottom[point] = ord(letter) - ord("A") + 1
        else:
            top[25 - point] = ord(letter) - ord("a") + 1
    return bottom, top


def _first_wrong(text: str) -> int:
    """The character, from 1, where a text stops being an XGID: as far as fields go."""
    fields = text.split(":", 12)
    if _PLACE.fullmatch(fields[0].removeprefix(PREFIX)) is None:
        return 1
    good = [PREFIX + "-" * 26, "0", "0", "1", "00", "0", "0", "0", "0", "10"]
    for at in range(1, len(fields)):
        tried = [fields[0], *fields[1 : at + 1], *good[at + 1 :]]
        if _TEXT.fullmatch(":".join(tried)) is None:
            return len(":".join(fields[:at])) + 2
    return len(text[:1000]) + 1
