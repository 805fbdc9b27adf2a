"""The syntax of SGF: a collection of game trees, of each its main line.

Nodes come in file order. Only the properties asked for are kept, so that the analysis that
programs put into their files costs no more than being skipped.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.formats.failures import Place

MOST_DEPTH = 500
MOST_VALUES = 200
MOST_PROPERTIES = 60
MOST_MARKS = 250_000
_OF_THE_GAME = frozenset({"GM", "MI", "PW", "PB", "RU", "RE", "EV", "RO", "DT", "PC", "AN"})
KEPT = _OF_THE_GAME | {"B", "W", "AE", "AW", "AB", "PL", "DI", "CV", "CP"}
_MARK = re.compile(r"[ \t\r\n\v\f]*([();]|[A-Za-z]+|\[|\Z|.)", re.DOTALL)

# Possessive: an unclosed value is given up at once.
_VALUE = re.compile(r"(?:[^\]\\]++|\\.)*+\]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Property:
    """A property of a node: its values as written, escapes undone, and where it stands."""

    name: str
    values: tuple[str, ...]
    offset: int


Node = list[Property]


class BadSyntax(Exception):
    """The text is no SGF from `offset` on, or simply ends there (`ended`)."""

    def __init__(self, offset: int, *, ended: bool = False) -> None:
        super().__init__(offset)
        self.offset = offset
        self.ended = ended


class Places:
    """Lines and characters of offsets into a text."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def of(self, offset: int) -> Place:
        """Line and character, from 1."""
        line = bisect_right(self._starts, offset)
        return Place(line, offset - self._starts[line - 1] + 1)


class Trees:
    """Reads game after game; `variations` tells whether side lines were left out so far."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        # Of each tree that is open, whether a branch of it has been met already.
        self._branched: list[bool] = []
        self._skipped = 0
        self._marks = 0
        self.variations = False

    def nodes(self) -> Iterator[tuple[bool, Node]]:
        """Each node of the main lines, with whether it is the first of its game.

        Raises BadSyntax where the text breaks off or is something else.
        """
        first = True
        while True:
            mark, start = self._mark()
            if mark == "(":
                first = self._open(start) or first
            elif mark == ")" and (self._skipped or self._branched):
                self._close()
                if not self._branched and not self._another():
                    return
            elif mark == ";" and self._branched:
                node = self._node()
                if not self._skipped:
                    yield first, node
                    first = False
            else:
                raise BadSyntax(start, ended=not mark)

    def _open(self, start: int) -> bool:
        """A tree begins; whether it is a game of its own."""
        if self._skipped or (self._branched and self._branched[-1]):
            self._skipped += 1
            self.variations = True
            return False
        game = not self._branched
        if not game:
            self._branched[-1] = True
        self._branched.append(False)
        if len(self._branched) > MOST_DEPTH:
            raise BadSyntax(start)
        return game

    def _close(self) -> None:
        if self._skipped:
            self._skipped -= 1
        else:
            self._branched.pop()

    def _another(self) -> bool:
        """Whether one more game follows; what else may follow is not ours."""
        before = self._at
        mark, _ = self._mark()
        self._at = before
        return mark == "("

    def _mark(self) -> tuple[str, int]:
        matched = _MARK.match(self._text, self._at)
        self._marks += 1
        if matched is None or self._marks > MOST_MARKS:
            raise BadSyntax(self._at)
        self._at = matched.end()
        return matched[1], matched.start(1)

    def _node(self) -> Node:
        node: Node = []
        while True:
            before = self._at
            mark, start = self._mark()
            if not mark.isalpha():
                self._at = before
                return node
            values = self._values(kept=mark in KEPT)
            if mark in KEPT and len(node) < MOST_PROPERTIES:
                node.append(Property(mark, values, start))

    def _values(self, *, kept: bool) -> tuple[str, ...]:
        values: list[str] = []
        while True:
            before = self._at
            mark, start = self._mark()
            if mark != "[":
                self._at = before
                return tuple(values)
            end = self._end_of_value(start)
            if kept and len(values) < MOST_VALUES:
                values.append(_unescaped(self._text[start + 1 : end]))
            self._at = end + 1

    def _end_of_value(self, start: int) -> int:
        matched = _VALUE.match(self._text, start + 1)
        if matched is None:
            raise BadSyntax(len(self._text), ended=True)
        return matched.end() - 1


def _unescaped(value: str) -> str:
    if "\\" not in value:
        return value
    return re.sub(r"\\(\r\n|\n|.)", lambda m: "" if m[1].isspace() else m[1], value, flags=re.S)
