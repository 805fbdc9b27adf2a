"""A chat line or a name as it is kept: what a reader sees is what was written, on one line.

Direction controls turn text and addresses around, heaps of combining marks cover the lines
beside, invisible characters slip past a reader and a comparison: none of them is kept.
"""

import unicodedata
from collections.abc import Iterator

MOST_MARKS = 3
"""Combining marks kept on one letter: Vietnamese and Hebrew need two or three."""

JOINER = "\u200d"
_BLANK = {"Zs", "Zl", "Zp", "Cc"}
_NEVER = {"Cs", "Co", "Cn", "Cf"}
_MARKS = {"Mn", "Me"}
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f")
"""Letters and marks that show nothing."""


def clean(text: str) -> str:
    """Return the line as it is kept; an empty one when nothing visible is left.

    Composed (NFC); white space and control characters become single blanks; direction controls,
    other invisible and unassigned characters go; a letter keeps `MOST_MARKS` marks.
    """
    composed = unicodedata.normalize("NFC", text)
    return "".join(_kept(composed)).strip()


def _kept(text: str) -> Iterator[str]:
    marks, before = MOST_MARKS, " "
    for character in text:
        kind = unicodedata.category(character)
        if kind in _MARKS:
            marks += 1
            if marks > MOST_MARKS or character in _FILLERS:
                continue
        elif kind in _BLANK:
            character, marks = " ", MOST_MARKS
            if before == " ":
                continue
        elif _is_invisible(character, kind, before):
            continue
        else:
            marks = 0
        before = character
        yield character


def _is_invisible(character: str, kind: str, before: str) -> bool:
    if character == JOINER:
        # Joins the parts of one picture: a family, a flag.
        return unicodedata.category(before) not in {"So", "Sk", "Mn"}
    return kind in _NEVER or character in _FILLERS
