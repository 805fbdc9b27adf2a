"""Writing .mat so that GNU Backgammon, eXtreme Gammon and this project read it back.

An automatic double shows only in what the next double and the result say, which GNU Backgammon
does not heed, a centred cube of more than 1 under a set position not at all. GNU Backgammon takes
the Jacoby rule from its own settings instead of from the file, and the Crawford rule to be in
force in every match, whatever `[Crawford "Off"]` says: SGF can tell all four.
"""

from collections.abc import Iterable, Iterator

from games.engine.board import Board
from games.engine.formats import conceded
from games.engine.formats.record import (
    VARIATION_OF,
    Action,
    ActionKind,
    Game,
    Record,
    boards_before,
    move,
)
from games.engine.formats.ways import way_text
from games.engine.formats.xgid import places_of
from games.engine.rules import BackgammonZone

_LEFT_WIDTH = 27
_RIGHT_AT = 5 + _LEFT_WIDTH + 1
_LONGEST_NAME = 31
_WRITTEN_TAGS = frozenset(
    {
        *("player 1", "player 2", "variation", "crawford", "jacoby", "beaver", "backgammonzone"),
        conceded.MARK.lower(),
    }
)
_RAISES = {
    ActionKind.DOUBLE: " Doubles => ",
    ActionKind.BEAVER: " Beavers => ",
    ActionKind.RACCOON: " Raccoons => ",
}
_ANSWERS = {ActionKind.TAKE: " Takes", ActionKind.DROP: " Drops"}


def to_mat(record: Record) -> str:
    """The match as text."""
    games, conceded_from = conceded.split(record)
    lines = [*_head(record, conceded_from), "", f" {record.length} point match"]
    for number, game in enumerate(games, 1):
        lines += ["", f" Game {number}", _score_line(record, game)]
        lines += _game(record, game)
        if game.finished:
            lines.append(_result(record, game))
    return "\n".join(lines) + "\n"


def _head(record: Record, conceded_from: int | None) -> Iterator[str]:
    options = record.options
    own: tuple[tuple[str, str], ...] = (
        ("Player 1", record.players[0]),
        ("Player 2", record.players[1]),
        ("Variation", VARIATION_OF[record.ruleset]),
        ("Crawford", "On" if options.crawford else "Off"),
        ("Jacoby", "On" if options.jacoby else "Off"),
        ("Beaver", "On" if options.beavers else "Off"),
    )
    if options.backgammon_zone is not BackgammonZone.WINNER_HOME:
        own = (*own, ("BackgammonZone", options.backgammon_zone.value))
    if conceded_from is not None:
        own = (*own, (conceded.MARK, str(conceded_from + 1)))
    others = [tag for tag in record.info if tag[0].lower() not in _WRITTEN_TAGS]
    for key, value in (*others, *own):
        yield f'; [{_clean(key)} "{_clean(value)}"]'


def _clean(text: str) -> str:
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.replace('"', "'").split())


def _score_line(record: Record, game: Game) -> str:
    names = [_name(record, seat) for seat in (0, 1)]
    left = f" {names[0]} : {game.score[0]}"
    return f"{left:<{_RIGHT_AT - 1}} {names[1]} : {game.score[1]}"


def _name(record: Record, seat: int) -> str:
    """A name that no reader stumbles over: some crash on an empty one, a colon ends it."""
    name = _clean(record.players[seat].replace(":", " "))[:_LONGEST_NAME].strip()
    return name or f"Player {seat + 1}"


def _game(record: Record, game: Game) -> Iterator[str]:
    if game.start is not None or game.owner is not None:
        yield _set_position(record, game)
    for number, (left, right) in enumerate(_rows(_cells(record, game)), 1):
        # Never short: of a line of 15 characters GNU Backgammon reads the right column of the
        # line before once more.
        yield f"{number:3d}) {left:<{_LEFT_WIDTH}} {right}"


def _set_position(record: Record, game: Game) -> str:
    board = Board.start(record.rules) if game.start is None else game.start
    exponent = game.cube.bit_length() - 1
    cube = 0 if game.owner is None else exponent if game.owner else -exponent
    return f"; Set Pos={places_of(board)}/{cube}"


def _rows(cells: Iterable[tuple[int, str]]) -> Iterator[tuple[str, str]]:
    left: str | None = None
    for seat, cell in cells:
        if seat == 0:
            if left is not None:
                yield left, ""
            left = cell
        else:
            yield left or "", cell
            left = None
    if left is not None:
        yield left, ""


def _cells(record: Record, game: Game) -> Iterator[tuple[int, str]]:
    cube, offered = game.cube, ActionKind.DOUBLE
    dropped = [action.kind for action in game.actions[-2:]] == [ActionKind.BEAVER, ActionKind.DROP]
    for action, board in boards_before(record, game):
        if action.kind in _RAISES:
            cube, offered = 2 * cube, action.kind
            # After a beaver by its name that is dropped GNU Backgammon reads no later game.
            told = ActionKind.DOUBLE if dropped and action is game.actions[-2] else offered
            yield action.seat, f"{_RAISES[told]}{cube}"
        elif action.kind in _ANSWERS:
            # Readers know a beaver as taken by the roll that follows it.
            if action.kind is ActionKind.DROP or offered is not ActionKind.BEAVER:
                yield action.seat, _ANSWERS[action.kind]
        elif action.kind is not ActionKind.RESIGN:
            yield action.seat, _roll(record, action, board)


def _roll(record: Record, action: Action, board: Board) -> str:
    first, second = action.dice or (0, 0)
    if action.kind is ActionKind.ROLL:
        return f"{first}{second}: ????"
    counts = bytearray(board.counts)
    # Programs know plays from the back; where points have a limit the order played counts.
    ordered = action.steps if record.rules.point_limit else sorted(action.steps, reverse=True)
    ways = [way_text(step) + "*" * move(counts, *step) for step in ordered]
    return f"{first}{second}: {' '.join(ways)}"


def _result(record: Record, game: Game) -> str:
    if game.winner is None:
        return f"      {'Draw':<{_LEFT_WIDTH}}"
    first, second = game.score
    gained = first if game.winner == 0 else second
    said = f"Wins {game.points} point{'s' * (game.points != 1)}"
    if record.length and gained + game.points >= record.length:
        said += " and the match"
    return " " * (_RIGHT_AT if game.winner else 6) + said
