"""A board drawn in plain letters, from the mover's side: X moves from 24 down to 1."""

from collections.abc import Iterable, Iterator

from games.engine.board import BAR, PLACES, Board

_HEIGHT = 5
_TOP = (range(13, 19), range(19, 25))
_BOTTOM = (range(12, 6, -1), range(6, 0, -1))


def draw(board: Board) -> str:
    """Thirteen lines; a number tells how many stand where more than five do."""
    counts = board.counts
    own_bar, their_bar = counts[BAR], counts[PLACES + BAR]
    top = [_half_row(board, _TOP, (their_bar, "O"), level) for level in range(_HEIGHT)]
    bottom = [_half_row(board, _BOTTOM, (own_bar, "X"), level) for level in range(_HEIGHT)]
    middle = "|" + " " * 18 + "|BAR|" + " " * 18 + "|"
    rows = [_numbers(_TOP), *top, middle, *reversed(bottom), _numbers(_BOTTOM)]
    return "\n".join(rows)


def _numbers(halves: Iterable[range]) -> str:
    left, right = ("".join(f"{point:-^3}" for point in half) for half in halves)
    return f"+{left}+---+{right}+"


def _half_row(board: Board, halves: Iterable[range], on_bar: tuple[int, str], level: int) -> str:
    left, right = ("".join(_cells(board, half, level)) for half in halves)
    return f"|{left}|{_cell(*on_bar, level)}|{right}|"


def _cells(board: Board, half: range, level: int) -> Iterator[str]:
    points = board.points
    for point in half:
        yield _cell(abs(points[point]), "X" if points[point] > 0 else "O", level)


def _cell(count: int, letter: str, level: int) -> str:
    """One place of the row at this height, counted from the board's edge."""
    if count > _HEIGHT and level == _HEIGHT - 1:
        return f"{count:^3}"
    return f" {letter if count > level else ' '} "
