"""Results in, the ledger out, both as JSON: the form in which anybody can check the ratings.

A result is ``{"first": "Anna", "second": "Boris", "score": 1, "length": 1}``: names, the first
player's score (1, 0.5, 0 or "1", "1/2", "½", "0"), the match length (1 when left out). A line
``{"player": "Anna", "rating": 1600, "experience": 400}`` sets where a player stands from there on.
A line ``{"reset": {"target": 1500, "keep": 0.5}}`` pulls everybody met so far towards a number:
``after = target + keep * (before - target)``. The input is one JSON list of these, or one a line,
or one object ``{"constants": {…}, "results": [...], "ratings": [...]}`` as the site hands it out.
Each result gives two lines, the first player's first; a line that is no result gives
``{"error": {"code", "text"}}`` and the rest goes on.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ladder.rules.rating import (
    LARGEST,
    Change,
    Constants,
    RatingError,
    Standing,
    newcomer,
    rate,
    soft_reset,
)

WRITTEN_SCORES = {"1": 1.0, "1/2": 0.5, "½": 0.5, "0.5": 0.5, "0": 0.0}
TEXTS = {
    "bad_json": "the line is not JSON",
    "bad_result": "a result is an object with first, second, score and length",
    "bad_score": "the score must be 1, 1/2 or 0",
    "bad_length": "the length must be a whole number from 1 up",
    "bad_reset": "a reset is an object with a target within a million and a share to keep, 0 … 1",
    "bad_standing": "the rating must be within a million, the experience a whole number from 0 up",
    "same_player": "nobody is rated against himself",
}


class Document(NamedTuple):
    """What is to be rated: items in order, and what came with them, if anything did."""

    items: Iterable[Any]
    constants: Constants | None = None
    ratings: dict[str, Standing] | None = None


def document(text: str) -> Document:
    """Read the input. Raises `RatingError`: `bad_json`, `bad_constants`, `bad_standing`."""
    # Of many lines the first object ends the attempt.
    whole = _parsed(text) if text.lstrip().startswith("{") else None
    if not isinstance(whole, dict) or not isinstance(whole.get("results"), list):
        return Document(_items(text))
    ratings = whole.get("ratings")
    return Document(
        whole["results"],
        _constants(whole["constants"]) if "constants" in whole else None,
        None if ratings is None else _ratings(ratings),
    )


def ledger(text: str, *, constants: Constants) -> Iterator[str]:
    """Yield the ledger of these results, a JSON object a line."""
    yield from lines(document(text).items, constants=constants, standings={})


def lines(
    items: Iterable[Any], *, constants: Constants, standings: dict[str, Standing]
) -> Iterator[str]:
    """Yield the ledger of these items, a JSON object a line; `standings` are kept up to date."""
    number = 0
    for item in items:
        try:
            if isinstance(item, dict) and "player" in item:
                standings[_name(item, "player")] = _standing(item)
                continue
            if isinstance(item, dict) and "reset" in item:
                yield from _reset(item["reset"], standings)
                continue
            first, second, changes = _rated(item, standings, constants)
        except RatingError as refusal:
            yield _dump({"error": {"code": refusal.code, "text": TEXTS[refusal.code]}})
            continue
        number += 1
        for name, opponent, change in ((first, second, changes[0]), (second, first, changes[1])):
            standings[name] = change.standing
            yield _dump(_line(number, name, opponent, change))


def compared(document: Document, *, constants: Constants) -> dict[str, Any]:
    """Rate everything and compare with the ratings that came along, to the last bit."""
    standings: dict[str, Standing] = {}
    faults = [
        json.loads(line)["error"]
        for line in lines(document.items, constants=constants, standings=standings)
        if line.startswith('{"error"')
    ]
    told = document.ratings or {}
    differ = [
        {"player": name, "told": told.get(name), "computed": standings.get(name)}
        for name in sorted({*told, *standings})
        if told.get(name) != standings.get(name)
    ]
    return {
        "equal": not differ and not faults and document.ratings is not None,
        "players": len(told),
        "differ": differ,
        "errors": faults,
    }


def _reset(reset: Any, standings: dict[str, Standing]) -> Iterator[str]:
    if not isinstance(reset, dict):
        raise RatingError("bad_reset")
    target, keep = _number(reset.get("target")), _number(reset.get("keep"))
    if target is None or keep is None or not 0 <= keep <= 1:
        raise RatingError("bad_reset")
    for name, standing in standings.items():
        after = soft_reset(standing.rating, target=target, keep=keep)
        standings[name] = Standing(after, standing.experience)
        yield _dump({"reset": reset, "player": name, "before": standing.rating, "after": after})


def _number(value: Any) -> float | None:
    """Return a number that may be a rating or a setting, None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > LARGEST:
        return None
    return float(value)


def _constants(written: Any) -> Constants:
    if not isinstance(written, dict):
        raise RatingError("bad_constants")
    settings = {name: _number(value) for name, value in written.items()}
    try:
        return Constants(**settings)  # type: ignore[arg-type]  # None has no size: a TypeError
    except TypeError:
        raise RatingError("bad_constants") from None


def _ratings(written: Any) -> dict[str, Standing]:
    if not isinstance(written, list) or not all(isinstance(item, dict) for item in written):
        raise RatingError("bad_standing")
    return {_name(item, "player"): _standing(item) for item in written}


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
