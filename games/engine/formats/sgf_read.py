"""Reading SGF, the form of it that GNU Backgammon saves matches in: GM[6].

White is seat 0. A move is two dice and two letters a step: `a` … `x` are points 1 … 24 as White
numbers them, `y` the bar, `z` off; `@`, ours alone, is a checker in hand.
"""

import re
from collections.abc import Callable

from games.engine.board import BAR, HAND, OFF
from games.engine.formats import conceded
from games.engine.formats.building import Builder, Stopped
from games.engine.formats.failures import FormatError, Place, Trouble
from games.engine.formats.imported import Imported
from games.engine.formats.play_state import GameState
from games.engine.formats.record import ActionKind, Moves, ruleset_named
from games.engine.formats.sgf_tree import BadSyntax, Node, Places, Property, Trees
from games.engine.formats.situation import board_of
from games.engine.rules import BackgammonZone, MatchOptions

BACKGAMMON = "6"
_LONGEST_TEXT = 300
_MOST_LENGTH = 32_767
_MOST_CUBE = 1 << 15
INFO = (
    ("EV", "Event"),
    ("RO", "Round"),
    ("DT", "EventDate"),
    ("PC", "Site"),
    ("AN", "Transcriber"),
)
_SEATS = {"W": 0, "B": 1}
_ZONES = (BackgammonZone.WINNER_HOME, BackgammonZone.SEED)
_MOVE = re.compile(r"([1-6])([1-6])((?:[a-y@][a-xz]){0,4})", re.ASCII)
_RESULT = re.compile(r"([WB])\+(\d{1,6})", re.ASCII)
_RANGE = re.compile(r"([a-y])(?::([a-y]))?", re.ASCII)
_ANSWERS = {"take": ActionKind.TAKE, "drop": ActionKind.DROP}


def looks_like_sgf(text: str) -> bool:
    """Whether a text begins as a collection of game trees does."""
    return re.match(r"\s*\(\s*;", text[:2000]) is not None


def read_sgf(text: str) -> Imported:
    """The match of an SGF file. Raises FormatError when it holds none."""
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self.places = Places(text)
        self.trees = Trees(text)
        self.builder: Builder | None = None
        self.result: Property | None = None
        self.on_roll = 0
        self.position: tuple[dict[int, int], dict[int, int]] | None = None
        self.last = 0

    def read(self) -> Imported:
        try:
            self._nodes()
        except Stopped:
            self._known_builder().close()
        builder = self._known_builder()
        if self.trees.variations:
            builder.note(Trouble.VARIATIONS_LEFT_OUT, Place())
        return builder.imported()

    def _known_builder(self) -> Builder:
        if self.builder is None:
            raise self._error(Trouble.BAD_SGF, self.last)
        return self.builder

    def _error(self, code: Trouble, offset: int) -> FormatError:
        place = self.places.of(offset)
        return FormatError(code, line=place.line, character=place.character)

    def _nodes(self) -> None:
        try:
            for first, node in self.trees.nodes():
                self.last = node[0].offset if node else self.last
                if first:
                    self._end_game()
                    self._root(node)
                self._node(node)
            self._end_game()
        except BadSyntax as wrong:
            if self.builder is None:
                raise self._error(Trouble.BAD_SGF, wrong.offset) from wrong
            code = Trouble.TRUNCATED if wrong.ended else Trouble.BAD_SGF
            raise self.builder.stop(code, self.places.of(wrong.offset)) from wrong

    # Games

    def _root(self, node: Node) -> None:
        told = {prop.name: prop for prop in node}
        game = told.get("GM")
        if game is None or game.values[:1] != (BACKGAMMON,):
            raise self._error(Trouble.BAD_SGF, self.last)
        match = _match_info(told.get("MI"))
        rules = _text(told, "RU").split(":")
        if self.builder is None:
            self.builder = self._new_builder(told, match, rules)
        builder = self.builder
        place = self.places.of(game.offset)
        score = match.get("ws", 0), match.get("bs", 0)
        if builder.options.length and max(builder.score) >= builder.options.length:
            builder.note(Trouble.GAMES_AFTER_MATCH, place)
            raise Stopped
        builder.begin(place, score, crawford_told="CrawfordGame" in rules)
        if conceded.MARK in rules and builder.conceded_from is None:
            builder.conceded_from = len(builder.games)
        self.result = told.get("RE")
        self.on_roll, self.position = 0, None

    def _new_builder(
        self, told: dict[str, Property], match: dict[str, int], rules: list[str]
    ) -> Builder:
        length = match.get("length", 0)
        if not 0 <= length <= _MOST_LENGTH:
            raise self._error(Trouble.BAD_MATCH_LENGTH, told["MI"].offset)
        options = MatchOptions(
            length=length or None,
            crawford="Crawford" in rules and length > 0,
            jacoby="Jacoby" in rules and not length,
            beavers=int("Beavers" in rules and not length),
            backgammon_zone=_ZONES["SeedZone" in rules],
        )
        builder = Builder(
            players=(_text(told, "PW"), _text(told, "PB")),
            ruleset=self._ruleset(rules, told),
            options=options,
            info=[(name, _text(told, key)) for key, name in INFO if key in told],
        )
        if not all(builder.players):
            builder.note(Trouble.EMPTY_NAME, self.places.of(self.last))
        return builder

    def _ruleset(self, rules: list[str], told: dict[str, Property]) -> str:
        for name in rules:
            if re.fullmatch(r"Hypergammon[12]", name):
                raise self._error(Trouble.UNKNOWN_VARIANT, told["RU"].offset)
            ruleset = ruleset_named(name)
            if ruleset is not None:
                return ruleset
        return "standard"

    def _end_game(self) -> None:
        builder = self.builder
        if builder is None or builder.game is None:
            return
        told = "" if self.result is None else "".join(self.result.values[:1])
        place = self.places.of(self.last if self.result is None else self.result.offset)
        won = _RESULT.match(told)
        if won is not None:
            builder.result(place, _SEATS[won[1]], int(won[2]))
        elif told in ("0", "Draw", "Void"):
            builder.result(place, None, None)
        elif not builder.ends_unsaid(place, None):
            builder.note(Trouble.GAME_NOT_FINISHED, place, game=len(builder.games))

    # Nodes

    def _node(self, node: Node) -> None:
        for prop in node:
            read = _READERS.get(prop.name)
            if read is not None and prop.values:
                read(self, prop)
        if self.position is not None:
            self._set_position(node)

    def _act(self, prop: Property) -> None:
        builder = self._known_builder()
        place, seat, text = self.places.of(prop.offset), _SEATS[prop.name], prop.values[0]
        move = _MOVE.fullmatch(text)
        if text == "double":
            game = builder.game
            builder.cube(place, seat, ActionKind.DOUBLE if game is None else game.raise_by(seat))
        elif text in _ANSWERS:
            builder.cube(place, seat, _ANSWERS[text])
        elif move is not None:
            steps = _steps(move[3], seat)
            told = [steps, tuple(sorted(steps, reverse=True))]
            builder.move(place, seat, (int(move[1]), int(move[2])), told)
        else:
            raise builder.stop(Trouble.UNREADABLE_PLAY, place, text=text[:40])

    def _player(self, prop: Property) -> None:
        self.on_roll = _SEATS.get(prop.values[0][:1].upper(), self.on_roll)

    def _dice(self, prop: Property) -> None:
        builder, place = self._known_builder(), self.places.of(prop.offset)
        dice = re.fullmatch(r"[1-6]{2}", prop.values[0])
        if dice is None:
            raise builder.stop(Trouble.UNREADABLE_PLAY, place, text=prop.values[0][:40])
        builder.dice_set(place, self.on_roll, (int(dice[0][0]), int(dice[0][1])))

    def _cube_value(self, prop: Property) -> None:
        game, value = self._start(prop), prop.values[0]
        cube = int(value) if re.fullmatch(r"\d{1,5}", value, re.ASCII) else 0
        if not 0 < cube <= _MOST_CUBE or cube & (cube - 1):
            raise self._known_builder().stop(
                Trouble.ILLEGAL_CUBE, self.places.of(prop.offset), reason="value"
            )
        game.double_at_start(cube)

    def _cube_owner(self, prop: Property) -> None:
        game = self._start(prop)
        game.owner = game.owner_at_start = {"w": 0, "b": 1}.get(prop.values[0][:1])

    def _start(self, prop: Property) -> GameState:
        builder, place = self._known_builder(), self.places.of(prop.offset)
        game = builder.playing(place)
        if game.actions:
            raise builder.stop(Trouble.BAD_SET_POSITION, place, reason="not_first")
        return game

    def _checkers(self, prop: Property) -> None:
        if self.position is None:
            self.position = ({}, {})
        if prop.name == "AE":
            return
        side = self.position[_SEATS[prop.name[1]]]
        for value in prop.values:
            for point in _points(value):
                own = point if prop.name == "AW" or point == BAR else 25 - point
                side[own] = side.get(own, 0) + 1

    def _set_position(self, node: Node) -> None:
        builder = self._known_builder()
        prop = next(prop for prop in node if prop.name in ("AE", "AW", "AB"))
        game, place = self._start(prop), self.places.of(prop.offset)
        white, black = self.position or ({}, {})
        self.position = None
        try:
            board = board_of(white, black, checkers=builder.rules.checkers)
        except FormatError as wrong:
            raise builder.stop(Trouble.BAD_SET_POSITION, place, reason=wrong.code) from wrong
        builder.set_position(place, board, cube=game.cube, owner=game.owner)


_READERS: dict[str, Callable[[_Reader, Property], None]] = {
    "W": _Reader._act,
    "B": _Reader._act,
    "PL": _Reader._player,
    "DI": _Reader._dice,
    "CV": _Reader._cube_value,
    "CP": _Reader._cube_owner,
    "AE": _Reader._checkers,
    "AW": _Reader._checkers,
    "AB": _Reader._checkers,
}


def _match_info(prop: Property | None) -> dict[str, int]:
    info = {}
    for value in () if prop is None else prop.values:
        name, _, number = value.partition(":")
        if re.fullmatch(r"\d{1,9}", number, re.ASCII):
            info[name.strip()] = int(number)
    return info


def _text(told: dict[str, Property], name: str) -> str:
    values = told[name].values if name in told else ()
    return " ".join("".join(values[:1]).split())[:_LONGEST_TEXT]


def _steps(letters: str, seat: int) -> Moves:
    points = [_point(letter, seat) for letter in letters]
    return tuple(zip(points[::2], points[1::2], strict=True))


def _point(letter: str, seat: int) -> int:
    special = {"y": BAR, "z": OFF, "@": HAND}.get(letter)
    if special is not None:
        return special
    white = ord(letter) - ord("a") + 1
    return 25 - white if seat else white


def _points(value: str) -> range:
    matched = _RANGE.fullmatch(value)
    if matched is None:
        return range(0)
    first = ord(matched[1]) - ord("a") + 1
    last = ord(matched[2] or matched[1]) - ord("a") + 1
    return range(first, last + 1)
