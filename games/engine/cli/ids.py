"""`ids`: a position in all the ids there are."""

import json
import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO

from games.engine import errors
from games.engine.cli import lines, sentences
from games.engine.cli.format_sentences import error_data
from games.engine.formats import fibs, gnubg_ids, xgid
from games.engine.formats.failures import FormatError, Trouble
from games.engine.formats.situation import Situation
from games.engine.rules import MAX_CHECKERS

_ID_KEYS = ("position_id", "match_id", "xgid", "fibs")


def answer(request: lines.Request) -> dict[str, str]:
    """`position_id` with `match_id`, or `xgid`, or `fibs` in; all of them out.

    What is given comes back as it is; `variant` (standard else) tells the number of checkers.
    """
    known = "variant" in request
    checkers = lines.ruleset_of(request).checkers if known else MAX_CHECKERS
    keys = [key for key in _ID_KEYS if request.get(key) is not None]
    given = {key: lines.text_of(request, key).strip() for key in keys}
    situations = [read(given) for read in _readers(given, checkers)]
    if not situations:
        raise FormatError(Trouble.NO_ID)
    situation = situations[0]
    if any(_same(other) != _same(situation) for other in situations):
        raise FormatError(Trouble.IDS_DISAGREE)
    position, match = gnubg_ids.encode(situation)
    all_ids = {
        "position_id": position,
        "match_id": match,
        "xgid": xgid.encode(situation),
        "fibs": fibs.encode(situation),
    }
    kept = {key: text for key, text in given.items() if key != "position_id"}
    if "match_id" not in given or "position_id" not in given:
        kept.pop("match_id", None)
    if "xgid" in kept:
        kept["xgid"] = xgid.PREFIX + kept["xgid"].removeprefix(xgid.PREFIX)
    return {**all_ids, **kept}


def _readers(
    given: dict[str, str], checkers: int
) -> Iterator[Callable[[dict[str, str]], Situation]]:
    if "position_id" in given and "match_id" in given:
        yield lambda ids: gnubg_ids.decode(ids["position_id"], ids["match_id"], checkers=checkers)
    if "xgid" in given:
        yield lambda ids: xgid.decode(ids["xgid"], checkers=checkers)
    if "fibs" in given:
        yield lambda ids: fibs.decode(ids["fibs"])


def _same(situation: Situation) -> tuple[object, ...]:
    """What every kind of id tells, by no seat's name."""
    rolled = None if situation.dice is None else sorted(situation.dice)
    score = situation.score_of(situation.on_roll)
    owner = None if situation.owner is None else situation.owner == situation.on_roll
    points = situation.board.points
    return points, rolled, situation.length, score, situation.cube, owner, situation.doubled


def run(path: str) -> None:
    """Answer each line of a file."""
    with lines.opened(path) as stream:
        for number, line in _numbered(stream):
            try:
                said: object = answer(lines.parse(line))
            except FormatError as refused:
                said = error_data(refused, line=number)
            except errors.RuleViolation as refused:
                said = _placed(sentences.error_data(refused), number)
            sys.stdout.write(json.dumps(said) + "\n")
            sys.stdout.flush()


def _placed(told: dict[str, dict[str, str]], number: int) -> dict[str, dict[str, object]]:
    return {"error": {**told["error"], "line": number, "character": 1}}


def _numbered(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank with their numbers; of one too long its beginning."""
    number = 0
    while line := stream.readline(lines.LONGEST_LINE + 1):
        number += 1
        rest = line
        while not rest.endswith(b"\n") and len(rest) > lines.LONGEST_LINE:
            rest = stream.readline(lines.LONGEST_LINE + 1)
        if line.strip():
            yield number, line
