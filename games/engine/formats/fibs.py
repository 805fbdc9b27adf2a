"""The board string of FIBS: one situation as the player called *You* sees it.

53 fields between colons: `board`, two names, length (9999 = money), both scores, 26 places,
whose turn, two dice of each, cube, whether each may double, whether You were just doubled,
colour and direction of You, the places of home and bar, checkers borne off and on the bar of
each, and four more. The string has no field for the Crawford game itself: the last but one is
set *after* it, so the Crawford game is the one with a single player one point away in which
that field is not set.
"""

import re
from dataclasses import dataclass

from games.engine.board import BAR, PLACES
from games.engine.formats.failures import FormatError, Trouble
from games.engine.formats.situation import Situation, board_of, require_possible
from games.engine.rules import MAX_CHECKERS, preset

MONEY = 9999
_FIELDS = 53
_NAMES = 3
_PLACES_AT = 3
_YOU, _THEM = 1, 0
_NUMBER = re.compile(r"[+-]?\d{1,6}", re.ASCII)
_DIE_HIGHEST = 6
_FEWEST = preset("hypergammon").checkers


def encode(situation: Situation) -> str:
    """The string as the player who has to act sees it."""
    you = situation.decides
    board = situation.board if you == situation.on_roll else situation.board.turned()
    dice = situation.dice or (0, 0)
    own, other = situation.score_of(you)
    counts = board.counts
    fields = (
        *("board", "You", "Opp", situation.length or MONEY, own, other),
        *board.points[:BAR],
        board.points[BAR],
        1 if you == situation.on_roll else -1,
        *dice,
        *(0, 0, situation.cube),
        *(int(_may_double(situation, seat)) for seat in (you, 1 - you)),
        int(situation.doubled),
        *(1, -1, 0, BAR),
        *(counts[0], counts[PLACES], counts[BAR], counts[PLACES + BAR]),
        *(0, 0, int(situation.post_crawford), 0),
    )
    return ":".join(map(str, fields))


def _may_double(situation: Situation, seat: int) -> bool:
    return not situation.crawford and situation.owner in (None, seat)


@dataclass(frozen=True, slots=True)
class _Told:
    """The numbers of a string by what they mean."""

    length: int
    scores: tuple[int, int]
    places: tuple[int, ...]
    turn: int
    dice: tuple[int, int, int, int]
    cube: int
    may_double: tuple[int, int]
    was_doubled: int
    colour: int
    direction: int
    home: int
    bar: int
    off: tuple[int, int]
    after_crawford: int


def decode(text: str) -> Situation:
    """The situation of a board string, You at seat 1; raises FormatError.

    Jacoby and beavers cannot be told; three checkers a side make it hypergammon.
    """
    told = _told(text)
    own, theirs = _halves(told)
    checkers = _checkers(told, own, theirs)
    on_roll = _YOU if told.turn == told.colour else _THEM
    sides = (own, theirs) if on_roll == _YOU else (theirs, own)
    dice = told.dice[:2] if any(told.dice[:2]) else told.dice[2:]
    length = 0 if told.length == MONEY else told.length
    situation = Situation(
        board=board_of(*sides, checkers=checkers),
        on_roll=on_roll,
        length=length,
        score=(told.scores[1], told.scores[0]),
        dice=(dice[0], dice[1]) if all(dice) else None,
        cube=told.cube,
        owner=_owner(told.may_double),
        doubled=bool(told.was_doubled),
        crawford=_crawford(told, length),
        checkers=checkers,
    )
    return require_possible(situation)


def _crawford(told: _Told, length: int) -> bool:
    one_away = [length > 0 and length - score == 1 for score in told.scores]
    return one_away[0] != one_away[1] and not told.after_crawford


def _owner(may_double: tuple[int, int]) -> int | None:
    return {(1, 0): _YOU, (0, 1): _THEM}.get(may_double)


def _told(text: str) -> _Told:
    fields = text.split(":", _FIELDS)
    if len(fields) != _FIELDS or fields[0] != "board":
        raise FormatError(Trouble.BAD_FIBS)
    numbers = []
    for at, field in enumerate(fields[_NAMES:], _NAMES):
        if _NUMBER.fullmatch(field) is None:
            raise FormatError(Trouble.BAD_FIBS, character=len(":".join(fields[:at])) + 2)
        numbers.append(int(field))
    told = _named(numbers)
    _require_sense(told)
    return told


def _named(numbers: list[int]) -> _Told:
    after = numbers[_PLACES_AT + BAR + 1 :]
    return _Told(
        length=numbers[0],
        scores=(numbers[1], numbers[2]),
        places=tuple(numbers[_PLACES_AT : _PLACES_AT + BAR + 1]),
        turn=after[0],
        dice=(after[1], after[2], after[3], after[4]),
        cube=after[5],
        may_double=(after[6], after[7]),
        was_doubled=after[8],
        colour=after[9],
        direction=after[10],
        home=after[11],
        bar=after[12],
        off=(after[13], after[14]),
        after_crawford=after[19],
    )


def _require_sense(told: _Told) -> None:
    flags = {*told.may_double, told.was_doubled, told.after_crawford}
    sides = {told.turn, told.colour, told.direction}
    good = (
        flags <= {0, 1}
        and sides <= {1, -1}
        and (told.home, told.bar) == ((0, BAR) if told.direction < 0 else (BAR, 0))
        and all(0 <= die <= _DIE_HIGHEST for die in told.dice)
        and told.cube > 0
        and told.cube & (told.cube - 1) == 0
        and told.cube.bit_length() <= MAX_CHECKERS + 1
        and told.length > 0
        and min(told.scores) >= 0
    )
    if not good:
        raise FormatError(Trouble.BAD_FIBS)


def _halves(told: _Told) -> tuple[dict[int, int], dict[int, int]]:
    """Checkers of You and of the other, each by his own numbering."""
    own: dict[int, int] = {}
    theirs: dict[int, int] = {}
    for at, signed in enumerate(told.places):
        point = at if told.direction < 0 else BAR - at
        count = signed * told.colour
        if count > 0:
            own[point] = count
        elif count < 0:
            theirs[BAR - point] = -count
    if 0 in own or 0 in theirs:
        raise FormatError(Trouble.BAD_FIBS)
    return own, theirs


def _checkers(told: _Told, own: dict[int, int], theirs: dict[int, int]) -> int:
    totals = sum(own.values()) + told.off[0], sum(theirs.values()) + told.off[1]
    if max(totals) > MAX_CHECKERS or min(told.off) < 0:
        raise FormatError(Trouble.TOO_MANY_CHECKERS, checkers=max(totals))
    return _FEWEST if totals == (_FEWEST, _FEWEST) else MAX_CHECKERS
