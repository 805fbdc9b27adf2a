"""A chat line, a name or a text as it is kept: what a reader sees is what was written.

Direction controls turn text and addresses around, heaps of combining marks cover the lines
beside, invisible characters slip past a reader and a comparison: none of them is kept.
"""

import re
import unicodedata
from collections.abc import Iterator

MOST_MARKS = 3
"""Combining marks kept on one letter: Vietnamese and Hebrew need two or three."""

JOINER = "\u200d"
_BLANK = {"Zs", "Zl", "Zp", "Cc"}
_NEVER = {"Cs", "Co", "Cn", "Cf"}
_MARKS = {"Mn", "Me"}
_BREAKS = frozenset("\n\r\t")
_JOINERS = frozenset("\u200c" + JOINER)
"""They shape letters, and pictures."""
_BARE_RETURN = re.compile("\r(?!\n)")
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f")
"""Letters and marks that show nothing."""


def clean(text: str) -> str:
    """Return the line as it is kept; an empty one when nothing visible is left.

    Composed (NFC); white space and control characters become single blanks; direction controls,
    other invisible and unassigned characters go; a letter keeps `MOST_MARKS` marks.
    """
    composed = unicodedata.normalize("NFC", text)
    return "".join(_kept(composed)).strip()


def clean_lines(text: str) -> str:
    """Return a text of many lines as it is kept.

    Controls, of direction too, and invisible characters go; line breaks, tabs and joiners stay.
    """
    return "".join(
        sign
        for sign in without_controls(text)
        if sign in _JOINERS or unicodedata.category(sign) != "Cf"
    )


def without_controls(text: str) -> str:
    """Return a text without control characters but tabs and line breaks, none of them a bare CR."""
    return "".join(
        sign
        for sign in _BARE_RETURN.sub("\n", text)
        if sign in _BREAKS or unicodedata.category(sign) != "Cc"
    )


def is_one_line(text: str) -> bool:
    """Whether there is something to see in it, no control character and no break of a line."""
    broken = any(unicodedata.category(sign) in {"Cc", "Zl", "Zp"} for sign in text)
    return bool(clean(text)) and not broken


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
