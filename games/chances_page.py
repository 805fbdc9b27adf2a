"""The page of chances: a position, its figures, and what a score needs (rules Q1-Q5)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from games import import_phrases, phrases, picture, ruleset_names
from games.engine import chances, match_equity, position_id, races
from games.engine.board import BAR, Board
from games.engine.formats import gnubg_ids
from games.engine.formats.failures import FormatError
from games.engine.match_errors import BadCube, CrawfordGame
from games.engine.rules import PRESETS, Rules, preset
from games.engine.steps import DICE

START = "4HPwATDgc/ABMA"
MOST_NEEDED, MOST_CUBE = 25, 64
CUBES = frozenset(str(1 << log) for log in range(MOST_CUBE.bit_length()))
_USUAL = {"needs": 5, "other": 5, "cube": 1}


@dataclass(frozen=True, slots=True)
class RaceCounts:
    """The counts of a race in the form in which people write them."""

    thorp: races.Count
    keith: races.Count
    kleinman: float
    isight: races.Isight
    lead: Fraction


@dataclass(frozen=True, slots=True)
class Wrong:
    """Why a parameter is refused: as the engine says it, with the place for an id."""

    field: str
    code: str
    text: str
    line: int | None = None
    character: int | None = None


def context(given: Mapping[str, str]) -> dict[str, Any]:
    """Return what `games/chances.html` shows for the address' parameters.

    `wrong` has a Wrong for each parameter that is refused; what it asks for is then not computed,
    and for a position the start is.
    """
    ruleset = given.get("ruleset", "standard")
    ruleset = ruleset if ruleset in PRESETS else "standard"
    start = _start(preset(ruleset))
    text = given.get("position", position_id.encode(start)).strip()
    board, wrong_position = _board(text, preset(ruleset))
    score, wrong_cube = _score(given)
    own = list(board.counts[: BAR + 1])
    theirs = list(board.turned().counts[: BAR + 1])
    return {
        "ruleset": ruleset,
        "rulesets": [(key, ruleset_names.ruleset_name(key)) for key in PRESETS],
        "position": text,
        "wrong": [wrong for wrong in (wrong_position, wrong_cube) if wrong is not None],
        "placing": preset(ruleset).placing,
        "picture": picture.draw(own=own, their=theirs),
        "counts": {"own": own, "their": theirs, "checkers": preset(ruleset).checkers},
        "pips": (races.pips(own), races.pips(theirs)),
        "over": board.over,
        **_figures(board, preset(ruleset)),
        "race": _race(own, theirs),
        "score": score,
        "distances": [(n, chances.hits(n), chances.moves(n)) for n in range(1, BAR)],
        "entering": [
            (n, *(chances.enters_all(k, n) for k in (1, 2, 3))) for n in range(len(DICE) + 1)
        ],
    }


def _start(rules: Rules) -> Board:
    """Where a ruleset begins; no id tells of checkers in hand, there it is backgammon's start."""
    return position_id.decode(START) if rules.placing else Board.start(rules)


def _board(text: str, rules: Rules) -> tuple[Board, Wrong | None]:
    try:
        return gnubg_ids.decode_board(text, checkers=rules.checkers), None
    except FormatError as refused:
        details = refused.details
        told = import_phrases.sentence(refused.code, details)
        line, character = int(details["line"]), int(details["character"])
        return _start(rules), Wrong("position", refused.code, told, line, character)


def _figures(board: Board, rules: Rules) -> dict[str, Any]:
    if board.over:
        return {"shots": None, "moves": None, "on_bar": 0}
    closed = sum(1 for point in range(1, len(DICE) + 1) if board.theirs(BAR - point) > 1)
    on_bar = board.own(BAR)
    shots = chances.shots(board, rules)
    return {
        "shots": shots,
        "blots": [(point, of, _percent(of)) for point, of in shots.by_blot.items()],
        "shots_percent": _percent(shots.total),
        "moves": chances.enters(board, rules),
        "on_bar": on_bar,
        "closed": closed,
        "enters_all": chances.enters_all(on_bar, closed) if on_bar else None,
    }


def _percent(of_36: int) -> float:
    return 100 * of_36 / 36


def _race(own: list[int], theirs: list[int]) -> RaceCounts | None:
    """The counts, where no checker can meet another any more and both still have some."""
    furthest, their_furthest = (
        max((point for point, count in enumerate(side) if count), default=0)
        for side in (own, theirs)
    )
    if furthest + their_furthest >= BAR or not furthest or not their_furthest:
        return None
    return RaceCounts(
        races.thorp(own, theirs),
        races.keith(own, theirs),
        100 * races.kleinman(own, theirs),
        _cut(races.isight(own, theirs)),
        races.lead_percent(own, theirs),
    )


def _cut(count: races.Isight) -> races.Isight:
    """The chance of the bare formula within 0-100 %."""
    return replace(count, percent=min(Fraction(100), max(Fraction(0), count.percent)))


def _score(given: Mapping[str, str]) -> tuple[dict[str, Any], Wrong | None]:
    needs, other = (_number(given, name, MOST_NEEDED) for name in ("needs", "other"))
    crawford_is_over = given.get("post_crawford") == "on"
    bare = match_equity.janowski(min(needs, other), max(needs, other))
    clamped = min(1.0, max(0.0, bare))
    won = match_equity.winning(needs, other, post_crawford=crawford_is_over)
    score = {
        "needs": needs,
        "other": other,
        "cube": given.get("cube") or _USUAL["cube"],
        "post_crawford": crawford_is_over,
        "table": 100 * won,
        "janowski": 100 * (clamped if needs <= other else 1 - clamped),
        "clamped": clamped != bare,
        "crawford": match_equity.is_crawford(needs, other, post_crawford=crawford_is_over),
        **dict.fromkeys(("no_cube", "drop", "lose", "win", "take_point")),
    }
    try:
        score |= _decision(needs, other, cube=_cube(given), post_crawford=crawford_is_over)
    except CrawfordGame as refused:
        score["no_cube"] = phrases.sentence(refused.code)
    except BadCube as refused:
        return score, Wrong("cube", refused.code, phrases.sentence(refused.code))
    return score, None


def _decision(needs: int, other: int, *, cube: int, post_crawford: bool) -> dict[str, Any]:
    """What one doubled must weigh, in percent. Raises CrawfordGame."""
    found = match_equity.cube_decision(needs, other, cube=cube, post_crawford=post_crawford)
    return {
        "cube": cube,
        "drop": 100 * found.drop,
        "lose": 100 * found.lose,
        "win": 100 * found.win,
        "take_point": None if found.take_point is None else 100 * found.take_point,
    }


def _cube(given: Mapping[str, str]) -> int:
    """The cube that is asked about, 1 when nothing is said. Raises BadCube."""
    text = given.get("cube") or str(_USUAL["cube"])
    if text not in CUBES:
        raise BadCube
    return int(text)


def _number(given: Mapping[str, str], name: str, most: int) -> int:
    text = given.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most))):
        return _USUAL[name]
    return min(most, max(1, int(text)))
