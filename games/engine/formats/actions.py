"""The plain list of actions: the shape of the decoded matches this project is tested with."""

from collections.abc import Iterable
from typing import Any

from games.engine import errors, position_id
from games.engine.board import Board
from games.engine.formats.record import Action, ActionKind, Game, Record, boards_before

_NAMES = "XO"
_WITH_POSITION = (ActionKind.MOVE, ActionKind.DOUBLE)


def to_actions(record: Record) -> dict[str, Any]:
    """Plain JSON values: the match, its games and `[player, type, dice, steps, position]` each.

    The position is the id before the action as the player sees it, of a move and a double.
    """
    return {
        "X_name": record.players[0],
        "O_name": record.players[1],
        "match_length": record.length,
        "variation": record.ruleset.capitalize(),
        "rules": _rules(record),
        "games": [_game(record, game) for game in record.games],
    }


def _rules(record: Record) -> list[str]:
    options = record.options
    told = (
        ("Crawford", options.crawford),
        ("Jacoby", options.jacoby),
        ("Beavers", options.beavers > 0),
    )
    return [name for name, in_use in told if in_use]


def _game(record: Record, game: Game) -> dict[str, Any]:
    told: dict[str, Any] = {
        "score": dict(zip(_NAMES, game.score, strict=True)),
        "crawford": _crawford(game),
        "winner": None if game.winner is None else _NAMES[game.winner],
        "points": game.points,
        "resigned": game.resigned,
        "actions": list(_actions(record, game)),
    }
    if not game.finished:
        told["finished"] = False
    if game.cube != 1:
        told["cube"] = game.cube
    if game.owner is not None:
        told["cube_owner"] = _NAMES[game.owner]
    if game.start is not None:
        told["start"] = _position(game.start)
    return told


def _crawford(game: Game) -> bool | None:
    if game.crawford:
        return True
    return False if game.post_crawford else None


def _actions(record: Record, game: Game) -> Iterable[list[Any]]:
    for action, board in boards_before(record, game):
        yield [
            _NAMES[action.seat],
            action.kind.value,
            None if action.dice is None else "{}{}".format(*action.dice),
            _steps(action),
            _position(board) if action.kind in _WITH_POSITION else None,
        ]


def _steps(action: Action) -> list[list[int]] | None:
    if action.kind is not ActionKind.MOVE:
        return None
    return [list(step) for step in action.steps]


def _position(board: Board) -> str | None:
    try:
        return position_id.encode(board)
    except errors.BadPosition:
        return None
