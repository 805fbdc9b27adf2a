"""Results in, the ledger out, both as JSON: the form in which anybody can check the ratings.

A result is ``{"first": "Anna", "second": "Boris", "score": 1, "length": 1}``: names, the first
player's score (1, 0.5, 0 or "1", "1/2", "½", "0"), the match length (1 when left out). A line
``{"player": "Anna", "rating": 1600, "experience": 400}`` sets where a player stands from there on.
The input is one JSON list of these, or one a line. Each result gives two lines, the first
player's first; a line that is no result gives ``{"error": {"code", "text"}}`` and the rest goes on.
"""

import json
from collections.abc import Iterator
from typing import Any

from ladder.rules.rating import (
    LARGEST,
    Change,
    Constants,
    RatingError,
    Standing,
    newcomer,
    rate,
)

WRITTEN_SCORES = {"1": 1.0, "1/2": 0.5, "½": 0.5, "0.5": 0.5, "0": 0.0}
TEXTS = {
    "bad_json": "the line is not JSON",
    "bad_result": "a result is an object with first, second, score and length",
    "bad_score": "the score must be 1, 1/2 or 0",
    "bad_length": "the length must be a whole number from 1 up",
    "bad_standing": "the rating must be within a million, the experience a whole number from 0 up",
    "same_player": "nobody is rated against himself",
}


def ledger(text: str, *, constants: Constants) -> Iterator[str]:
    """Yield the ledger of these results, a JSON object a line."""
    standings: dict[str, Standing] = {}
    number = 0
    for item in _items(text):
        try:
            if isinstance(item, dict) and "player" in item:
                standings[_name(item, "player")] = _standing(item)
                continue
            first, second, changes = _rated(item, standings, constants)
        except RatingError as refusal:
            yield _dump({"error": {"code": refusal.code, "text": TEXTS[refusal.code]}})
            continue
        number += 1
        for name, opponent, change in ((first, second, changes[0]), (second, first, changes[1])):
            standings[name] = change.standing
            yield _dump(_line(number, name, opponent, change))


def _items(text: str) -> Iterator[Any]:
    """Yield the parsed items of a list or of lines; a line that is not JSON comes as None."""
    if text.lstrip().startswith("["):
        whole = _parsed(text)
        yield from whole if isinstance(whole, list) else [None]
        return
    for line in text.splitlines():
        if line.strip():
            yield _parsed(line)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return None


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def _rated(
    item: Any, standings: dict[str, Standing], constants: Constants
) -> tuple[str, str, tuple[Change, Change]]:
    """Read one result and rate it. Raises `RatingError`."""
    if item is None:
        raise RatingError("bad_json")
    if not isinstance(item, dict):
        raise RatingError("bad_result")
    first, second = _name(item, "first"), _name(item, "second")
    if first == second:
        raise RatingError("same_player")
    beginning = newcomer(constants)
    changes = rate(
        standings.get(first, beginning),
        standings.get(second, beginning),
        score=_score(item.get("score")),
        length=_whole(item.get("length", 1), least=1, code="bad_length"),
        constants=constants,
    )
    return first, second, changes


def _name(item: dict[str, Any], key: str) -> str:
    name = item.get(key)
    if isinstance(name, str | int) and not isinstance(name, bool) and str(name).strip():
        return str(name)
    raise RatingError("bad_result")


def _score(written: Any) -> float:
    if isinstance(written, str):
        written = WRITTEN_SCORES.get(written.strip())
    if isinstance(written, int | float) and not isinstance(written, bool):
        return float(written)
    raise RatingError("bad_score")


def _whole(number: Any, *, least: int, code: str) -> int:
    if isinstance(number, int) and not isinstance(number, bool) and least <= number <= LARGEST:
        return number
    raise RatingError(code)


def _standing(item: dict[str, Any]) -> Standing:
    rating = item.get("rating")
    if not isinstance(rating, int | float) or isinstance(rating, bool) or abs(rating) > LARGEST:
        raise RatingError("bad_standing")
    return Standing(float(rating), _whole(item.get("experience"), least=0, code="bad_standing"))


def _line(number: int, name: str, opponent: str, change: Change) -> dict[str, Any]:
    """One line of the ledger; the letters are those of the formula."""
    return {
        "result": number,
        "player": name,
        "opponent": opponent,
        "D": change.difference,
        "n": change.length,
        "K": change.k,
        "E": change.expected,
        "S": change.score,
        "change": change.amount,
        "before": change.before,
        "after": change.after,
        "experience_before": change.experience_before,
        "experience_after": change.standing.experience,
    }


def _dump(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, allow_nan=False)
