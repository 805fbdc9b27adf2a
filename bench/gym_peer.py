"""The rules of gym-backgammon as a contestant of `bench.engine`.

To be had by `pip install --no-deps gym-backgammon`. Its package imports gym, which nobody keeps any
longer, only to register itself; its game needs nothing, so that this one module is loaded alone. It
gives plays, of which several may come to one position: each is played, and the distinct positions
are kept, as the others give them.
"""

import importlib.util
from pathlib import Path
from typing import Any

from games.engine.board import BAR, Board

NAME = "gym_backgammon"
WHITE, BLACK = 0, 1
POINTS, CHECKERS = 24, 15
Position = tuple[Any, int]


def found() -> "Game | None":
    """Its game, None where it is not installed."""
    package = importlib.util.find_spec(NAME)
    if package is None or not package.submodule_search_locations:
        return None
    path = Path(package.submodule_search_locations[0], "envs", "backgammon.py")
    spec = importlib.util.spec_from_file_location("gym_backgammon_game", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return Game(module)


class Game:
    """Boards are its own saved states with who is on roll; white, who goes down, is first."""

    def __init__(self, module: Any) -> None:
        self._game, self._state = module.Backgammon(), module.BackgammonState

    def board(self, board: Board) -> Position:
        """A board with white on roll."""
        own = [board.own(point) for point in range(1, BAR)]
        theirs = [board.theirs(point) for point in range(1, BAR)]
        places = [
            (mine, WHITE) if mine else (his, BLACK) if his else (0, None)
            for mine, his in zip(own, theirs, strict=True)
        ]
        bars = [board.own(BAR), board.theirs(BAR)]
        off = [CHECKERS - sum(side) - bar for side, bar in zip((own, theirs), bars, strict=True)]
        self._game.board, self._game.bar, self._game.off = places, bars, off
        self._game.players_positions = self._game.get_players_positions()
        return self._game.save_state(), WHITE

    def results(self, position: Position, roll: tuple[int, int]) -> list[Position]:
        """The distinct positions in which a turn may end; the same one where none is possible."""
        state, player = position
        game = self._game
        game.restore_state(state)
        signed = roll if player == BLACK else (-roll[0], -roll[1])
        ends = {}
        for play in game.get_valid_plays(player, signed):
            game.restore_state(state)
            game.execute_play(player, play)
            end = game.save_state()
            ends[(*end.board, *end.bar)] = end, player
        return list(ends.values()) or [position]

    def next_board(self, position: Position) -> Position:
        """The other one's turn."""
        return position[0], 1 - position[1]

    def won(self, position: Position) -> bool:
        """Whether who has just played has borne off all."""
        return bool(position[0].off[1 - position[1]] == CHECKERS)
