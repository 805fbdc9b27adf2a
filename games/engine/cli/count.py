"""`perft`: the number of turns and of turns after turns."""

from games.engine import perft
from games.engine.board import Board
from games.engine.cli import lines
from games.engine.cli.sentences import BadRequest

DEEPEST = 6


def answer(request: lines.Request) -> dict[str, object]:
    """`variant`, `depth` and perhaps `position_id` in (the start else); the counts out."""
    ruleset = lines.ruleset_of(request)
    depth = request.get("depth", 1)
    if type(depth) is not int or not 1 <= depth <= DEEPEST:
        raise BadRequest(problem=f"depth must be a whole number from 1 to {DEEPEST}")
    given = request.get("position_id") is not None
    board = lines.board_of(request, ruleset) if given else Board.start(ruleset)
    rolls = {f"{high}-{low}": n for (high, low), n in perft.divide(board, ruleset, depth)}
    return {"depth": depth, "count": sum(rolls.values()), "rolls": rolls}


def run(path: str) -> None:
    """Answer each line of a file."""
    with lines.opened(path) as stream:
        lines.answer_each(stream, answer)
