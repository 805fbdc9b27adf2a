"""Requests line by line: whatever a line holds, it gets one answer and the next one its turn."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, BinaryIO

from games.engine import errors, position_id, rules
from games.engine.board import Board
from games.engine.cli.sentences import BadJson, BadRequest, LineTooLong, error_data

Request = Mapping[str, Any]
LONGEST_LINE = 100_000
STDIN = "-"


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """The bytes of a file, or of standard input for `-`. Raises OSError."""
    if path == STDIN:
        yield sys.stdin.buffer
        return
    with open(path, "rb") as stream:
        yield stream


def lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines that are not blank; of one that is too long only its beginning."""
    while line := stream.readline(LONGEST_LINE + 1):
        rest = line
        while not rest.endswith(b"\n") and len(rest) > LONGEST_LINE:
            rest = stream.readline(LONGEST_LINE + 1)
        if line.strip():
            yield line


def answer_each(stream: BinaryIO, answer: Callable[[Request], object]) -> None:
    """Write one line of JSON for each line: its answer, or why there is none."""
    for line in lines(stream):
        try:
            said: object = answer(parse(line))
        except errors.RuleViolation as refused:
            said = error_data(refused)
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()


def parse(line: bytes) -> Request:
    """The JSON object of a line; raises BadJson, BadRequest, LineTooLong."""
    if len(line) > LONGEST_LINE:
        raise LineTooLong
    try:
        request = json.loads(line.decode("utf-8-sig"), parse_constant=_not_json)
    except (ValueError, RecursionError) as wrong:
        raise BadJson from wrong
    if not isinstance(request, dict):
        raise BadRequest(problem="an object is expected")
    return request


def _not_json(constant: str) -> object:
    raise ValueError(constant)


def text_of(request: Request, key: str) -> str:
    """A text that the request must have; raises BadRequest."""
    value = request.get(key)
    if not isinstance(value, str):
        raise BadRequest(problem=f"{key} must be a text")
    return value


def ruleset_of(request: Request) -> rules.Rules:
    """The preset under `variant`; raises BadRequest, UnknownRuleset."""
    return rules.preset(text_of(request, "variant"))


def board_of(request: Request, ruleset: rules.Rules) -> Board:
    """The board under `position_id`; raises BadRequest, BadPosition."""
    return position_id.decode(text_of(request, "position_id"), checkers=ruleset.checkers)


def dice_of(request: Request) -> tuple[int, ...]:
    """The roll under `dice`; raises BadRequest, and BadDice for numbers no die has."""
    dice = request.get("dice")
    if not isinstance(dice, list):
        raise BadRequest(problem="dice must be a list")
    return tuple(dice)
