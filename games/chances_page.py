"""The page of chances: a position, its figures, and what a score needs (rules Q1-Q5)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from games import picture, ruleset_names
from games.engine import chances, match_equity, position_id, races
from games.engine.board import BAR, Board
from games.engine.errors import RuleViolation
from games.engine.rules import PRESETS, Rules, preset
from games.engine.steps import DICE

START = "4HPwATDgc/ABMA"
MOST_NEEDED, MOST_CUBE = 25, 64
_USUAL = {"needs": 5, "other": 5, "cube": 1}


@dataclass(frozen=True, slots=True)
class RaceCounts:
    """The counts of a race in the form in which people write them."""

    thorp: races.Count
    keith: races.Count
    kleinman: float
    isight: races.Isight
    lead: Fraction


def context(given: Mapping[str, str]) -> dict[str, Any]:
    """Return what `games/chances.html` shows for the address' parameters; bad ones are told."""
    ruleset = given.get("ruleset", "standard")
    ruleset = ruleset if ruleset in PRESETS else "standard"
    start = _start(preset(ruleset))
    text = given.get("position", position_id.encode(start)).strip()
    board, wrong = _board(text, preset(ruleset))
    own = list(board.counts[: BAR + 1])
    theirs = list(board.turned().counts[: BAR + 1])
    return {
        "ruleset": ruleset,
        "rulesets": [(key, ruleset_names.ruleset_name(key)) for key in PRESETS],
        "position": text,
        "wrong": wrong,
        "placing": preset(ruleset).placing,
        "picture": picture.draw(own=own, their=theirs),
        "counts": {"own": own, "their": theirs, "checkers": preset(ruleset).checkers},
        "pips": (races.pips(own), races.pips(theirs)),
        "over": board.over,
        **_figures(board, preset(ruleset)),
        "race": _race(own, theirs),
        "score": _score(given),
        "distances": [(n, chances.hits(n), chances.moves(n)) for n in range(1, BAR)],
        "entering": [
            (n, *(chances.enters_all(k, n) for k in (1, 2, 3))) for n in range(len(DICE) + 1)
        ],
    }


def _start(rules: Rules) -> Board:
    """Where a ruleset begins; no id tells of checkers in hand, there it is backgammon's start."""
    return position_id.decode(START) if rules.placing else Board.start(rules)


def _board(text: str, rules: Rules) -> tuple[Board, str | None]:
    try:
        return position_id.decode(text, checkers=rules.checkers), None
    except RuleViolation as refused:
        return _start(rules), refused.code


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


def _score(given: Mapping[str, str]) -> dict[str, Any]:
    needs, other = (_number(given, name, MOST_NEEDED) for name in ("needs", "other"))
    cube = _number(given, "cube", MOST_CUBE)
    crawford_is_over = given.get("post_crawford") == "on"
    bare = match_equity.janowski(min(needs, other), max(needs, other))
    clamped = min(1.0, max(0.0, bare))
    mine = clamped if needs <= other else 1 - clamped
    decision = match_equity.cube_decision(needs, other, cube=cube, post_crawford=crawford_is_over)
    won = match_equity.winning(needs, other, post_crawford=crawford_is_over)
    return {
        "needs": needs,
        "other": other,
        "cube": cube,
        "post_crawford": crawford_is_over,
        "table": 100 * won,
        "janowski": 100 * mine,
        "clamped": clamped != bare,
        "drop": 100 * decision.drop,
        "lose": 100 * decision.lose,
        "win": 100 * decision.win,
        "take_point": None if decision.take_point is None else 100 * decision.take_point,
    }


def _number(given: Mapping[str, str], name: str, most: int) -> int:
    text = given.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most))):
        return _USUAL[name]
    return min(most, max(1, int(text)))
