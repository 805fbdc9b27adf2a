"""The words of a .mat file: its lines, and what stands in the two columns of each."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from games.engine.formats.failures import Place

_LONGEST = 2000


class Word(StrEnum):
    """What an entry of a column says."""

    ROLL = "roll"
    DOUBLES = "doubles"
    BEAVERS = "beavers"
    RACCOONS = "raccoons"
    TAKES = "takes"
    DROPS = "drops"
    WINS = "wins"
    LOSSES = "losses"
    RESIGNS = "resigns"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: the column it stands in (0 left, 1 right), its number and what follows it."""

    word: Word
    column: int
    place: Place
    number: str
    rest: str


_NUMBER = re.compile(r"[ \t]*\d{1,5}\)")
_ENTRY = re.compile(
    r"(?P<roll>[1-6][1-6])[ \t]*:"
    r"|(?P<word>doubles?|redoubles?|beavers?|raccoons?|takes?|accepts?|drops?|pass(?:es)?|rejects?"
    r"|wins?|loss(?:es)?|loses?|resigns?|draw)\b"
    r"(?:[ \t]*=>[ \t]*(?P<value>\d{1,6})|[ \t]+(?P<points>\d{1,6})[ \t]+points?"
    r"(?P<match>[ \t]+and[ \t]+the[ \t]+match)?)?",
    re.ASCII | re.IGNORECASE,
)
_MEANINGS = {
    "double": Word.DOUBLES,
    "redouble": Word.DOUBLES,
    "beaver": Word.BEAVERS,
    "raccoon": Word.RACCOONS,
    "take": Word.TAKES,
    "accept": Word.TAKES,
    "drop": Word.DROPS,
    "pass": Word.DROPS,
    "reject": Word.DROPS,
    "win": Word.WINS,
    "loss": Word.LOSSES,
    "lose": Word.LOSSES,
    "resign": Word.RESIGNS,
    "draw": Word.DRAW,
}
# A single entry this far behind the number of its line stands in the left column.
_NEAR = 3
_LEFT_ENDS = 15
_SCORE = re.compile(r":[ \t]*(\d{1,6})(?!\d)")
GAME = re.compile(r"[ \t]*Game[ \t]+(\d{1,6})[ \t]*[.:]?[ \t]*$", re.IGNORECASE)
LENGTH = re.compile(r"[ \t]*(-?\d{1,9})[ \t]*-?[ \t]*points?[ \t]+match\b", re.IGNORECASE)
UNLIMITED = re.compile(r"[ \t]*(?:unlimited|money)[ \t]+(?:match|session|game)\b", re.IGNORECASE)
TAG = re.compile(r"[;#][ \t]*\[[ \t]*([A-Za-z][A-Za-z0-9 _-]{0,40}?)[ \t]+\"(.*)\"[ \t]*\][ \t]*$")
SET_POSITION = re.compile(r";[ \t]*Set[ \t]+Pos[ \t]*=[ \t]*(\S{26})/(-?\d{1,2})", re.IGNORECASE)


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers from 1; of a very long one its start."""
    for number, line in enumerate(text.splitlines(), 1):
        if line and not line.isspace():
            yield number, line[:_LONGEST].rstrip()


def score_line(line: str) -> tuple[tuple[str, str], tuple[int, int], int] | None:
    """Both names and scores of a line, and where the second name begins; None if it is none."""
    scores = list(_SCORE.finditer(line))
    if len(scores) < 2:
        return None
    first, last = scores[0], scores[-1]
    between = line[first.end() : last.start()]
    second_at = first.end() + len(between) - len(between.lstrip())
    names = line[: first.start()].strip(), between.strip()
    return names, (int(first[1]), int(last[1])), second_at


def entries(number: int, line: str, second_column: int) -> tuple[list[Entry], str]:
    """What a line says, and its first text that says nothing known."""
    numbered = _NUMBER.match(line)
    start = numbered.end() if numbered else 0
    found = list(_ENTRY.finditer(line, start))
    if not found:
        return [], line[start:].strip()
    left_ends = start + _NEAR if numbered else _LEFT_ENDS
    told: list[Entry] = []
    for at, match in enumerate(found):
        end = found[at + 1].start() if at + 1 < len(found) else len(line)
        column = int(at > 0 or match.start() > left_ends)
        word, value = _meaning(match)
        if word in (Word.WINS, Word.LOSSES) and at > 0:
            column = int(match.start() >= second_column - _NEAR)
        place = Place(number, match.start() + 1)
        told.append(Entry(word, column, place, value, line[match.end() : end]))
    return told, line[start : found[0].start()].strip()


def _meaning(match: re.Match[str]) -> tuple[Word, str]:
    if match["roll"]:
        return Word.ROLL, match["roll"]
    named = match["word"].lower()
    for ending in ("", "s", "es"):
        word = _MEANINGS.get(named.removesuffix(ending) if ending else named)
        if word is not None:
            return word, match["value"] or match["points"] or ""
    raise KeyError(named)
