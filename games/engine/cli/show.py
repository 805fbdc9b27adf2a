"""`show`: a position as text."""

import json
import sys

from games.engine import diagram, errors, position_id, rules
from games.engine.board import Board
from games.engine.cli import lines
from games.engine.cli.sentences import BadRequest, error_data


def picture(board: Board) -> str:
    """The board with what stands beside it: who moves, pips, checkers off."""
    return (
        f"{diagram.draw(board)}\n"
        f"X (to move): {board.pips()} pips, {board.off} off\n"
        f"O: {board.their_pips()} pips, {board.their_off} off\n"
        f"{position_id.encode(board)}\n"
    )


def board_of_line(line: bytes, variant: str) -> Board:
    """The board of a line: a request as `plays` takes it (dice aside), or an id alone."""
    if line.lstrip()[:1] != b"{":
        text = line.decode("utf-8-sig", "replace").strip()
        return position_id.decode(text, checkers=rules.preset(variant).checkers)
    request = {"variant": variant, **lines.parse(line)}
    return lines.board_of(request, lines.ruleset_of(request))


def run(position: str, variant: str) -> None:
    """Show the position of an id, or those of a file's lines."""
    try:
        sys.stdout.write(picture(board_of_line(position.encode("utf-8", "replace"), variant)))
    except errors.UnknownRuleset as refused:
        sys.stdout.write(json.dumps(error_data(refused)) + "\n")
    except (errors.BadPosition, BadRequest):
        _show_lines(position, variant)


def _show_lines(path: str, variant: str) -> None:
    with lines.opened(path) as stream:
        for line in lines.lines(stream):
            try:
                shown = picture(board_of_line(line, variant))
            except errors.RuleViolation as refused:
                shown = json.dumps(error_data(refused)) + "\n"
            sys.stdout.write(shown)
            sys.stdout.flush()
