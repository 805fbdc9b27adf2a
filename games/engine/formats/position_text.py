"""A file that holds one position: the text BGBlitz and eXtreme Gammon copy, or ids alone."""

import re

from games.engine.formats import fibs, gnubg_ids, xgid
from games.engine.formats.building import Builder
from games.engine.formats.failures import FormatError, Place, Trouble
from games.engine.formats.imported import Imported
from games.engine.formats.record import Action, ActionKind
from games.engine.formats.situation import Situation
from games.engine.rules import MatchOptions

_XGID = re.compile(r"XGID=\S{1,120}")
_GNUBG = re.compile(r"Position[ -]ID[ \t]*:[ \t]*(\S{14})\s+Match[ -]ID[ \t]*:[ \t]*(\S{12})")
_FIBS = re.compile(r"board:[^\r\n]{50,400}")
# Nothing but a pair, as GNU Backgammon and its users pass it on. A title may stand before it.
_PAIR = re.compile(
    r"(?:gnu ?bg ?id\s*[:=]\s*)?([\w+/]{14})(?:\s*:\s*|\s+)([\w+/]{12})", re.ASCII | re.IGNORECASE
)
_NAME = re.compile(r"-\+[ \t]+([OX]):[ \t]*(\S[^\r\n]{0,60}?)[ \t]+\d{1,3}[ \t]*$", re.MULTILINE)
_LOOKED_AT = 20_000
_BOTTOM = 1


def looks_like_position(text: str) -> bool:
    """Whether a text has an id in it."""
    return _found(text[:_LOOKED_AT]) is not None


def read_position(text: str) -> Imported:
    """A record of one game that has not begun, in the position of the first id in the text.

    Seat 0 is the bottom player. Raises FormatError with the place of a bad id.
    """
    start = text[:_LOOKED_AT]
    situation, place = _situation(start)
    names = dict(_NAME.findall(start))
    money = not situation.length
    builder = Builder(
        players=(names.get("X", ""), names.get("O", "")),
        ruleset="standard",
        options=MatchOptions(
            length=situation.length or None,
            crawford=not money,
            jacoby=situation.jacoby,
            beavers=int(situation.beavers and money),
        ),
    )
    builder.note(Trouble.POSITION_ONLY, place)
    builder.begin(place, situation.score_of(_BOTTOM), crawford_told=situation.crawford)
    _set(builder, situation, place)
    builder.close()
    return builder.imported()


def _set(builder: Builder, situation: Situation, place: Place) -> None:
    board = situation.board if situation.on_roll == _BOTTOM else situation.board.turned()
    seat = _BOTTOM - situation.on_roll
    owner = None if situation.owner is None else _BOTTOM - situation.owner
    game = builder.playing(place)
    game.set_position(board, cube=situation.cube, owner=owner)
    if situation.dice is not None:
        game.act(Action(ActionKind.ROLL, seat, situation.dice))
    elif situation.doubled:
        game.act(Action(ActionKind.DOUBLE, seat))


def _situation(text: str) -> tuple[Situation, Place]:
    found = _found(text)
    if found is None:
        raise FormatError(Trouble.NO_ID)
    before = text[: found.start()]
    place = Place(before.count("\n") + 1, found.start() - before.rfind("\n"))
    try:
        return _decoded(found), place
    except FormatError as wrong:
        character = place.character + int(wrong.details["character"]) - 1
        code = Trouble(wrong.code)
        raise FormatError(code, line=place.line, character=character) from wrong


def _found(text: str) -> re.Match[str] | None:
    anywhere = _XGID.search(text) or _GNUBG.search(text) or _FIBS.search(text)
    begin = len(text) - len(text.lstrip())
    return anywhere or _PAIR.fullmatch(text, begin, len(text.rstrip()))


def _decoded(found: re.Match[str]) -> Situation:
    if found.re is _XGID:
        return xgid.decode(found[0])
    if found.re in (_GNUBG, _PAIR):
        return gnubg_ids.decode(found[1], found[2])
    return fibs.decode(found[0].strip())
