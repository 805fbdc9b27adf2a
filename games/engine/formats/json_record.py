"""This project's own JSON of a match: everything a record holds, nothing that follows from it."""

import json
from collections.abc import Mapping
from typing import Any

from games.engine import errors
from games.engine.board import Board
from games.engine.formats.building import Builder, Stopped
from games.engine.formats.failures import FormatError, Place, Trouble
from games.engine.formats.imported import Imported
from games.engine.formats.record import Action, ActionKind, Dice, Game, Moves, Record
from games.engine.rules import PRESETS, BackgammonZone, MatchOptions
from games.engine.steps import DICE

FORMAT = "vrhcaby-record"
VERSION = 1
_MOST_INFO = 60
_LONGEST_TEXT = 300
_OPTIONS = MatchOptions().to_data()


def to_json(record: Record) -> dict[str, Any]:
    """Plain JSON values, read back by `read_record`."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "players": list(record.players),
        "ruleset": record.ruleset,
        "options": record.options.to_data(),
        "info": dict(record.info),
        "games": [_game(game) for game in record.games],
    }


def _game(game: Game) -> dict[str, Any]:
    told: dict[str, Any] = {
        "score": list(game.score),
        "crawford": game.crawford,
        "actions": [_action(action) for action in game.actions],
        "finished": game.finished,
        "winner": game.winner,
        "points": game.points,
    }
    if game.start is not None:
        told["start"] = game.start.to_data()
    if game.cube != 1 or game.owner is not None:
        told["cube"] = game.cube
        told["owner"] = game.owner
    return told


def _action(action: Action) -> dict[str, Any]:
    told: dict[str, Any] = {"seat": action.seat, "type": action.kind.value}
    if action.dice is not None:
        told["dice"] = list(action.dice)
    if action.kind is ActionKind.MOVE:
        told["steps"] = [list(step) for step in action.steps]
    if action.level:
        told["level"] = action.level
    return told


def looks_like_json(text: str) -> bool:
    """Whether a text is a JSON object, or means to be one."""
    return text.lstrip()[:1] == "{"


def read_record(text: str) -> Imported:
    """A record written by `to_json`, checked like any other file.

    Raises FormatError: BAD_RECORD names the `field` that is wrong, MATCH_LOG is the log of a
    match with the proof of its dice, UNKNOWN_FORMAT is JSON of something else.
    """
    try:
        data = json.loads(text, parse_constant=_not_json)
    except json.JSONDecodeError as wrong:
        raise FormatError(
            Trouble.BAD_RECORD, line=wrong.lineno, character=wrong.colno, field="json"
        ) from wrong
    except (ValueError, RecursionError) as wrong:
        raise FormatError(Trouble.BAD_RECORD, field="json") from wrong
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise FormatError(Trouble.MATCH_LOG if _is_log(data) else Trouble.UNKNOWN_FORMAT)
    return _Reader(data).read()


def _is_log(data: Any) -> bool:
    """Whether this is an export of `games.engine.export`, easily taken for a record."""
    return isinstance(data, dict) and {"commitment", "server_seed", "events"} <= data.keys()


def _not_json(constant: str) -> object:
    raise ValueError(constant)


class _Reader:
    def __init__(self, data: Mapping[str, Any]) -> None:
        self._require(data.get("version") == VERSION, "version")
        players = data.get("players")
        self._require(_are_texts(players) and len(players or ()) == 2, "players")
        ruleset = data.get("ruleset")
        self._require(isinstance(ruleset, str) and ruleset in PRESETS, "ruleset")
        info = data.get("info", {})
        self._require(isinstance(info, dict) and len(info) <= _MOST_INFO, "info")
        self._require(_are_texts([*info, *info.values()]), "info")
        self._require(isinstance(data.get("games"), list), "games")
        self.games: list[Any] = data["games"]
        self.builder = Builder(
            players=(str(data["players"][0]), str(data["players"][1])),
            ruleset=str(data["ruleset"]),
            options=self._options(data.get("options")),
            info=info.items(),
        )

    def _require(self, good: bool, field: str) -> None:
        if not good:
            raise FormatError(Trouble.BAD_RECORD, field=field)

    def _options(self, data: Any) -> MatchOptions:
        self._require(isinstance(data, dict), "options")
        try:
            options = MatchOptions.from_data({**_OPTIONS, **data})
        except errors.BadOptions as wrong:
            raise FormatError(Trouble.BAD_RECORD, field="options") from wrong
        self._require(options.length is None or 0 < options.length < 1 << 15, "length")
        BackgammonZone(options.backgammon_zone)
        return options

    def read(self) -> Imported:
        try:
            for at, game in enumerate(self.games):
                self._game(game, f"games[{at}]")
        except Stopped:
            self.builder.close()
        if not self.games:
            self.builder.note(Trouble.NO_GAMES, Place())
        return self.builder.imported()

    def _game(self, data: Any, field: str) -> None:
        self._require(isinstance(data, dict), field)
        builder, place = self.builder, Place()
        score = data.get("score")
        self._require(_are_numbers(score) and len(score) == 2, f"{field}.score")
        builder.begin(place, (score[0], score[1]), crawford_told=data.get("crawford") is True)
        self._start(data, field)
        actions = data.get("actions")
        self._require(isinstance(actions, list), f"{field}.actions")
        for at, action in enumerate(actions):
            self._action(action, f"{field}.actions[{at}]")
        winner, points = data.get("winner"), data.get("points")
        self._require(winner in (0, 1, None), f"{field}.winner")
        self._require(points is None or type(points) is int, f"{field}.points")
        if data.get("finished") is True and builder.game is not None:
            builder.result(place, winner, points)
        elif not builder.ends_unsaid(place, None):
            builder.note(Trouble.GAME_NOT_FINISHED, place, game=len(builder.games))

    def _start(self, data: Mapping[str, Any], field: str) -> None:
        game = self.builder.playing(Place())
        cube, owner = data.get("cube", 1), data.get("owner")
        good = type(cube) is int and 0 < cube <= 1 << 15 and not cube & (cube - 1)
        self._require(good, f"{field}.cube")
        self._require(owner in (0, 1, None), f"{field}.owner")
        if data.get("start") is None:
            game.double_at_start(cube)
            game.owner = game.owner_at_start = owner
            return
        try:
            board = Board.from_data(data["start"])
        except (errors.BadPosition, TypeError) as wrong:
            raise FormatError(Trouble.BAD_RECORD, field=f"{field}.start") from wrong
        self._require(not board.won and not board.lost, f"{field}.start")
        game.set_position(board, cube=cube, owner=owner)

    def _action(self, data: Any, field: str) -> None:
        self._require(isinstance(data, dict) and data.get("seat") in (0, 1), field)
        try:
            kind = ActionKind(data.get("type"))
        except ValueError as wrong:
            raise FormatError(Trouble.BAD_RECORD, field=f"{field}.type") from wrong
        builder, place, seat = self.builder, Place(), int(data["seat"])
        if kind is ActionKind.RESIGN:
            game = builder.playing(place)
            level = data.get("level", 1)
            self._require(level in (1, 2, 3), f"{field}.level")
            builder.gives_up(place, seat, level * game.cube)
        elif kind is ActionKind.ROLL:
            builder.dice_set(place, seat, self._dice(data, field))
        elif kind is ActionKind.MOVE:
            builder.move(place, seat, self._dice(data, field), [self._steps(data, field)])
        else:
            builder.cube(place, seat, kind)

    def _dice(self, data: Mapping[str, Any], field: str) -> Dice:
        dice = data.get("dice")
        self._require(_are_numbers(dice) and len(dice or ()) == 2, f"{field}.dice")
        first, second = data["dice"]
        self._require(first in DICE and second in DICE, f"{field}.dice")
        return first, second

    def _steps(self, data: Mapping[str, Any], field: str) -> Moves:
        steps = data.get("steps")
        self._require(isinstance(steps, list) and len(steps) <= 4, f"{field}.steps")
        for step in data["steps"]:
            self._require(_are_numbers(step) and len(step) == 2, f"{field}.steps")
        return tuple((origin, target) for origin, target in data["steps"])


def _are_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(type(one) is int and one >= 0 for one in value)


def _are_texts(value: Any) -> bool:
    texts = isinstance(value, list) and all(isinstance(one, str) for one in value)
    return texts and all(len(one) <= _LONGEST_TEXT for one in value)
