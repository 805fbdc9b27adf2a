"""`plays`: every position a roll can lead to."""

from games.engine import graph, position_id
from games.engine.cli import lines


def answer(request: lines.Request) -> dict[str, list[str]]:
    """`variant`, `position_id` and `dice` in; `results` out: ids, opponent on roll, sorted."""
    ruleset = lines.ruleset_of(request)
    board = lines.board_of(request, ruleset)
    ends = graph.end_positions(board, lines.dice_of(request), ruleset)
    return {"results": sorted(map(position_id.encode, ends))}


def run(path: str) -> None:
    """Answer each line of a file."""
    with lines.opened(path) as stream:
        lines.answer_each(stream, answer)
