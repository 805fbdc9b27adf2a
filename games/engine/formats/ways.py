"""The words of a play: `24/18*/13`, `Bar/20`, `25/20`, `6/Off(2)`, `6/0`, `hand/22`."""

import re
from functools import lru_cache
from typing import NamedTuple

from games.engine.board import BAR, HAND, OFF

_NAMES = {"bar": BAR, "off": OFF, "hand": HAND, "b": BAR, "o": OFF}
_WORD = re.compile(
    r"((?:hand|bar|off|[bo]|\d{1,2})\*?(?:[/-](?:bar|off|[bo]|\d{1,2})\*?){1,4})(?:\(([1-4])\))?",
    re.ASCII | re.IGNORECASE,
)
_LONGEST = 40


class Way(NamedTuple):
    """Where one checker stops, as often as told, and the stops that are starred as hits."""

    stops: tuple[int, ...]
    times: int
    stars: tuple[int, ...]


@lru_cache(maxsize=4096)
def read_way(word: str) -> Way | None:
    """The way that a word names; None when it names none."""
    matched = _WORD.fullmatch(word) if len(word) <= _LONGEST else None
    if matched is None:
        return None
    stops, stars = [], []
    for part in re.split("[/-]", matched[1].lower()):
        name = part.rstrip("*")
        stops.append(_NAMES[name] if name in _NAMES else int(name))
        if name != part:
            stars.append(stops[-1])
    if max(stops) > BAR and not word[:1].isalpha():
        return None
    return Way(tuple(stops), int(matched[2] or 1), tuple(stars))


def way_text(stops: tuple[int, ...]) -> str:
    """One checker's way as every program reads it: numbers, 25 for the bar and 0 for off."""
    return "/".join("hand" if stop == HAND else str(stop) for stop in stops)
