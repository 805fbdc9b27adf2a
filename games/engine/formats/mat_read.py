"""Reading .mat, the text format of Jellyfish, in the dialects of the programs that write it."""

import re
from collections.abc import Callable, Iterator

from games.engine.formats import conceded
from games.engine.formats.building import Builder, Stopped
from games.engine.formats.failures import FormatError, Place, Trouble
from games.engine.formats.imported import Imported
from games.engine.formats.judging import spread
from games.engine.formats.mat_lines import (
    GAME,
    LENGTH,
    SET_POSITION,
    TAG,
    UNLIMITED,
    Entry,
    Word,
    entries,
    numbered_lines,
    score_line,
)
from games.engine.formats.record import ActionKind, Dice, ruleset_named
from games.engine.formats.set_position import set_position
from games.engine.formats.ways import Way, read_way
from games.engine.rules import BackgammonZone, MatchOptions

Lines = Iterator[tuple[int, str]]
MOST_LENGTH = 32_767
MOST_LINES = 40_000
_MOST_TAGS = 60
_LONGEST_TAG = 300
_WORD = re.compile(r"[^\s,]+")
_CANNOT = re.compile(r"[ \t]*(?:cannot|can't|can not|no)[ \t]+(?:move|legal)\b.*", re.IGNORECASE)
_UNPLAYED = re.compile(r"[ \t]*(?:\?{2,}[ \t]*)?")
_CUBE = {
    Word.DOUBLES: ActionKind.DOUBLE,
    Word.BEAVERS: ActionKind.BEAVER,
    Word.RACCOONS: ActionKind.RACCOON,
    Word.TAKES: ActionKind.TAKE,
    Word.DROPS: ActionKind.DROP,
}
_OFF = "off"


def looks_like_mat(text: str) -> bool:
    """Whether a text has the line that tells a match's length, or that of a game."""
    start = text[:20_000].splitlines()
    return any(LENGTH.match(line) or UNLIMITED.match(line) or GAME.match(line) for line in start)


def read_mat(text: str) -> Imported:
    """The match of a .mat file. Raises FormatError when there is none in it."""
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self.lines: Lines = numbered_lines(text)
        self.open_end = text[-1:] not in ("\n", "\r")
        self.tags: list[tuple[str, str]] = []
        self.last_line = 1
        self.second_column = 0
        self.names: tuple[str, str] | None = None
        self.length_place = Place()

    def read(self) -> Imported:
        length = self._head()
        self.builder = Builder(
            ruleset=self._ruleset(), options=self._options(length), info=self.tags
        )
        try:
            self._games()
        except Stopped:
            self._stopped()
        return self.builder.imported()

    def _stopped(self) -> None:
        """What cannot be followed may be so only because the file ends in the middle of it."""
        playing = self.builder.game is not None
        self.builder.close()
        if playing and self.open_end and next(self.lines, None) is None:
            self.builder.note(Trouble.TRUNCATED, Place(self.last_line))

    def _head(self) -> int:
        """The match length, 0 for money; the tags before it are kept."""
        for number, line in self.lines:
            self.last_line = number
            told = LENGTH.match(line)
            if told is not None:
                self.length_place = Place(number, told.start(1) + 1)
                return self._length(int(told[1]))
            if UNLIMITED.match(line):
                return 0
            if GAME.match(line):
                break
            self._tag(line)
        raise FormatError(Trouble.NO_MATCH_LENGTH, line=self.last_line)

    def _length(self, length: int) -> int:
        if not 0 <= length <= MOST_LENGTH:
            at = self.length_place
            raise FormatError(
                Trouble.BAD_MATCH_LENGTH, line=at.line, character=at.character, length=length
            )
        return length

    def _tag(self, line: str) -> None:
        tag = TAG.match(line)
        if tag is not None and len(self.tags) < _MOST_TAGS:
            self.tags.append((tag[1], tag[2][:_LONGEST_TAG]))

    def _told(self, key: str) -> str | None:
        told = (value for name, value in self.tags if name.lower() == key)
        return next(told, None)

    def _on(self, key: str) -> bool | None:
        told = self._told(key)
        return None if told is None else told.strip().lower() in ("on", "yes", "true", "1")

    def _ruleset(self) -> str:
        told = self._told("variation")
        ruleset = "standard" if told is None else ruleset_named(told)
        if ruleset is None:
            raise FormatError(
                Trouble.UNKNOWN_VARIANT, line=self.length_place.line, variant=(told or "")[:40]
            )
        return ruleset

    def _options(self, length: int) -> MatchOptions:
        money = length == 0
        beavers = money and bool(self._on("beaver"))
        return MatchOptions(
            length=length or None,
            crawford=not money and self._on("crawford") is not False,
            jacoby=money and bool(self._on("jacoby")),
            beavers=int(beavers),
            backgammon_zone=self._zone(),
        )

    def _zone(self) -> BackgammonZone:
        seed = (self._told("backgammonzone") or "").strip().lower() == BackgammonZone.SEED
        return BackgammonZone.SEED if seed else BackgammonZone.WINNER_HOME

    def _games(self) -> None:
        for number, line in self.lines:
            self.last_line = number
            if number > MOST_LINES:
                raise self.builder.stop(Trouble.TOO_LONG, Place(number))
            if GAME.match(line):
                self._next_game(number)
            elif self.builder.game is not None:
                self._line(number, line)
            elif self.builder.games:
                self._after_game(number, line)
        self._end()

    def _next_game(self, number: int) -> None:
        builder = self.builder
        at, line = next(self.lines, (number, ""))
        self.last_line = at
        told = score_line(line)
        if told is None:
            builder.ends_unsaid(Place(number), None)
            raise builder.stop(Trouble.NO_SCORE_LINE, Place(at))
        names, score, self.second_column = told
        builder.ends_unsaid(Place(number), score)
        if builder.options.length and max(builder.score) >= builder.options.length:
            builder.note(Trouble.GAMES_AFTER_MATCH, Place(number))
            raise Stopped
        self._name(Place(at), names)
        if self._told(conceded.MARK.lower()) == str(len(builder.games) + 1):
            builder.conceded_from = len(builder.games)
        builder.begin(Place(at), score)

    def _name(self, place: Place, names: tuple[str, str]) -> None:
        if self.names is None:
            self.names = self.builder.players = names
            if not all(names):
                self.builder.note(Trouble.EMPTY_NAME, place)
        elif names != self.names:
            self.builder.note(Trouble.NAME_DIFFERS, place)

    def _line(self, number: int, line: str) -> None:
        if line.lstrip()[:1] in (";", "#"):
            self._comment(number, line)
            return
        told, unknown = entries(number, line, self.second_column)
        if unknown:
            self.builder.note(Trouble.UNKNOWN_TEXT, Place(number), text=unknown[:40])
        for entry in told:
            _READERS[entry.word](self, entry)

    def _comment(self, number: int, line: str) -> None:
        told = SET_POSITION.search(line)
        if told is not None:
            set_position(self.builder, Place(number, told.start(1) + 1), told[1], int(told[2]))

    def _after_game(self, number: int, line: str) -> None:
        """Between games: a result told twice is fine, anything else is not ours."""
        if line.lstrip()[:1] in (";", "#"):
            return
        told, unknown = entries(number, line, self.second_column)
        told = [entry for entry in told if entry.word not in (Word.WINS, Word.LOSSES)]
        if told:
            raise self.builder.stop(Trouble.AFTER_THE_END, told[0].place)
        if unknown:
            self.builder.note(Trouble.UNKNOWN_TEXT, Place(number), text=unknown[:40])

    def _end(self) -> None:
        builder = self.builder
        if builder.game is None and not builder.games:
            raise builder.stop(Trouble.NO_GAMES, Place(self.last_line))
        if not builder.ends_unsaid(Place(self.last_line), None):
            builder.note(Trouble.TRUNCATED, Place(self.last_line), game=len(builder.games))

    # The entries of a column

    def _roll(self, entry: Entry) -> None:
        dice = int(entry.number[0]), int(entry.number[1])
        seat = entry.column
        if _UNPLAYED.fullmatch(entry.rest):
            self.builder.roll(entry.place, seat, dice)
        elif _CANNOT.fullmatch(entry.rest):
            self.builder.no_play(entry.place, seat, dice)
        else:
            self._play(entry, seat, dice)

    def _play(self, entry: Entry, seat: int, dice: Dice) -> None:
        ways: list[Way] = []
        for word in _WORD.finditer(entry.rest):
            way = read_way(word[0])
            if way is None:
                start = entry.place.character + len(entry.number) + 1 + word.start()
                raise self.builder.stop(
                    Trouble.UNREADABLE_PLAY, Place(entry.place.line, start), text=word[0][:40]
                )
            ways.append(way)
        stops = [way.stops for way in ways for _ in range(way.times)]
        hits = sum(len(way.stars) for way in ways)
        self.builder.move(entry.place, seat, dice, spread(stops, dice), hits=hits)

    def _cube(self, entry: Entry) -> None:
        value = int(entry.number) if entry.number else None
        kind, game = _CUBE[entry.word], self.builder.game
        if kind is ActionKind.DOUBLE and game is not None:
            kind = game.raise_by(entry.column)
        self.builder.cube(entry.place, entry.column, kind, value)
        self._rest(entry)

    def _wins(self, entry: Entry) -> None:
        points = int(entry.number) if entry.number else None
        if self.builder.game is not None:
            self.builder.result(entry.place, entry.column, points)

    def _losses(self, entry: Entry) -> None:
        points = int(entry.number) if entry.number else None
        self.builder.note(Trouble.LOSSES_LINE, entry.place)
        self.builder.gives_up(entry.place, entry.column, points)

    def _resigns(self, entry: Entry) -> None:
        self.builder.gives_up(entry.place, entry.column)

    def _draw(self, entry: Entry) -> None:
        self.builder.result(entry.place, None, None)

    def _rest(self, entry: Entry) -> None:
        text = entry.rest.strip()
        if text:
            self.builder.note(Trouble.UNKNOWN_TEXT, entry.place, text=text[:40])


_READERS: dict[Word, Callable[[_Reader, Entry], None]] = {
    Word.ROLL: _Reader._roll,
    Word.DOUBLES: _Reader._cube,
    Word.BEAVERS: _Reader._cube,
    Word.RACCOONS: _Reader._cube,
    Word.TAKES: _Reader._cube,
    Word.DROPS: _Reader._cube,
    Word.WINS: _Reader._wins,
    Word.LOSSES: _Reader._losses,
    Word.RESIGNS: _Reader._resigns,
    Word.DRAW: _Reader._draw,
}
