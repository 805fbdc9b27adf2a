"""A match as it was played, in plain frozen values: what every format is read into and written of.

Points are seen by the player who acts, 24 … 1, bar 25, off 0; a checker placed from the hand
starts at 26. Seat 0 is the left column of a .mat file, White of an SGF and X of the actions.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from games.engine.board import BAR, OFF, PLACES, Board
from games.engine.rules import PRESETS, MatchOptions, Rules, preset

Dice = tuple[int, int]
Moves = tuple[tuple[int, int], ...]


class ActionKind(StrEnum):
    """What a player did."""

    MOVE = "move"
    ROLL = "set"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    RESIGN = "resign"


RAISES = frozenset({ActionKind.DOUBLE, ActionKind.BEAVER, ActionKind.RACCOON})


@dataclass(frozen=True, slots=True)
class Action:
    """One act. MOVE is a roll with the steps played, one (from, to) a die, none for a pass; ROLL
    is a roll after which nothing was played; a RESIGN gives up `level`."""

    kind: ActionKind
    seat: int
    dice: Dice | None = None
    steps: Moves = ()
    level: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game. `start` is a set position as seat 0 sees it, None the ruleset's own; `cube` and
    `owner` are those at the start (2 and more in the middle after automatic doubles, or set).

    `winner` None with `finished` is a draw or an annulled game; not `finished`, it was broken
    off. `level` is 1, 2, 3 for a single game, gammon, backgammon; `points` what it counted.
    """

    score: tuple[int, int] = (0, 0)
    crawford: bool = False
    post_crawford: bool = False
    start: Board | None = None
    cube: int = 1
    owner: int | None = None
    actions: tuple[Action, ...] = ()
    finished: bool = True
    winner: int | None = None
    level: int = 0
    points: int = 0

    @property
    def resigned(self) -> bool:
        """The loser gave up."""
        return bool(self.actions) and self.actions[-1].kind is ActionKind.RESIGN


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A match or a money session. `ruleset` is a preset's key; `info` what else a file says."""

    players: tuple[str, str]
    ruleset: str = "standard"
    options: MatchOptions
    games: tuple[Game, ...] = ()
    info: tuple[tuple[str, str], ...] = ()

    @property
    def rules(self) -> Rules:
        """What the games are played by."""
        return preset(self.ruleset)

    @property
    def length(self) -> int:
        """Points the match is played to; 0 for money."""
        return self.options.length or 0

    @property
    def final_score(self) -> tuple[int, int]:
        """The score after the last game."""
        if not self.games:
            return 0, 0
        last = self.games[-1]
        first, second = last.score
        return first + last.points * (last.winner == 0), second + last.points * (last.winner == 1)

    @property
    def decided(self) -> bool:
        """Somebody has the points the match is played to."""
        return bool(self.length) and max(self.final_score) >= self.length


def start_board(rules: Rules, game: Game) -> Board:
    """The position a game began in, as seat 0 sees it."""
    return Board.start(rules) if game.start is None else game.start


def boards_before(record: Record, game: Game) -> Iterator[tuple[Action, Board]]:
    """Each action with the board before it, as the player who acts sees it; legality aside."""
    board, viewer = start_board(record.rules, game), 0
    for action in game.actions:
        if action.seat != viewer:
            board, viewer = board.turned(), action.seat
        yield action, board
        if action.steps:
            board = moved(board, action.steps)


def moved(board: Board, steps: Moves) -> Board:
    """The board after some steps of the player who sees it, hits made; legality aside."""
    counts = bytearray(board.counts)
    for origin, target in steps:
        move(counts, origin, target)
    return Board(int.from_bytes(counts, "big"))


def move(counts: bytearray, origin: int, target: int) -> bool:
    """Move one checker on `Board.counts`; whether it hit."""
    counts[origin] -= 1
    counts[target] += 1
    if target == OFF:
        return False
    enemy = PLACES + 25 - target
    if counts[enemy] == 1:
        counts[enemy] = 0
        counts[PLACES + BAR] += 1
        return True
    return False


def ruleset_named(name: str) -> str | None:
    """The key of the preset that a file calls by this name, as programs spell them; or None."""
    plain = "".join(letter for letter in name.lower() if letter.isalnum())
    return _NAMES.get(plain)


_NAMES = {
    **{key: key for key in PRESETS},
    "backgammon": "standard",
    "hypergammon3": "hypergammon",
    "3chequerhypergammon": "hypergammon",
    "hypergammon3chequer": "hypergammon",
}
VARIATION_OF = {
    "standard": "Backgammon",
    "nackgammon": "NackGammon",
    "hypergammon": "HyperGammon (3)",
    "egyptian": "Egyptian",
    "vrhcaby": "Vrhcaby",
    "nasazovani": "Nasazovani",
}
