"""One position of a match with everything an id can tell about it.

Seats are 0 and 1 as in GNU Backgammon's match id; the bottom player of an XGID sits at 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from games.engine import errors
from games.engine.board import BAR, PLACES, Board
from games.engine.formats.failures import FormatError, Trouble
from games.engine.rules import MAX_CHECKERS
from games.engine.steps import HOME

Dice = tuple[int, int]
_CLOSED = 2


class GamePhase(IntEnum):
    """What the match id says of the game."""

    NONE = 0
    PLAYING = 1
    OVER = 2
    RESIGNED = 3
    DROPPED = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A position, its roll, its cube and its match.

    `board` is as the player on roll sees it; `length` 0 is a money session; `score` is by
    seat; `owner` None is a cube in the middle; `doubled` means that the player on roll has
    offered the cube at twice `cube`; `resigned` is the level offered, 0 for none.
    """

    board: Board
    on_roll: int = 1
    length: int = 0
    score: tuple[int, int] = (0, 0)
    dice: Dice | None = None
    cube: int = 1
    owner: int | None = None
    doubled: bool = False
    resigned: int = 0
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = True
    phase: GamePhase = GamePhase.PLAYING
    checkers: int = MAX_CHECKERS

    @property
    def decides(self) -> int:
        """The seat that has to act."""
        return 1 - self.on_roll if self.doubled or self.resigned else self.on_roll

    @property
    def away(self) -> tuple[int, int]:
        """Points that each seat needs; not for money."""
        return self.length - self.score[0], self.length - self.score[1]

    @property
    def one_away(self) -> bool:
        """Exactly one player needs a single point: the Crawford game or one after it."""
        return bool(self.length) and (self.away[0] == 1) != (self.away[1] == 1)

    @property
    def post_crawford(self) -> bool:
        """One player needs a single point, and the Crawford game is over."""
        return self.one_away and not self.crawford

    def score_of(self, seat: int) -> tuple[int, int]:
        """The score, this seat's first."""
        return self.score[seat], self.score[1 - seat]


def require_possible(situation: Situation) -> Situation:
    """The situation itself; raises FormatError when no game can come to it (rules C4, S6, G4)."""
    for code, wrong in _impossible(situation):
        if wrong:
            raise FormatError(code)
    return situation


def _impossible(situation: Situation) -> tuple[tuple[Trouble, bool], ...]:
    money = not situation.length
    counts = situation.board.counts
    own, theirs = counts[1 : BAR + 1], counts[PLACES + 1 : PLACES + BAR + 1]
    playing = situation.phase is GamePhase.PLAYING
    most = max(situation.score) + playing
    return (
        (Trouble.NO_CHECKERS, not any(own) and not any(theirs)),
        (Trouble.BOTH_CLOSED_OUT, _closed_out(own, theirs) and _closed_out(theirs, own)),
        (Trouble.CRAWFORD_IN_MONEY, money and situation.crawford),
        (Trouble.JACOBY_IN_MATCH, not money and situation.jacoby),
        (Trouble.SCORE_PAST_LENGTH, not money and most > situation.length),
        (Trouble.CRAWFORD_NOT_DUE, situation.crawford and not situation.one_away),
    )


def _closed_out(own: bytes, theirs: bytes) -> bool:
    """On the bar against six closed points; both halves from point 1 to the bar."""
    return own[BAR - 1] > 0 and min(theirs[:HOME]) >= _CLOSED


def board_of(
    own: Mapping[int, int], theirs: Mapping[int, int], *, checkers: int = MAX_CHECKERS
) -> Board:
    """`Board.of`, saying in a FormatError which way a position is impossible."""
    try:
        return Board.of(own, theirs, checkers=checkers)
    except errors.BadPosition as wrong:
        raise impossible_board(wrong, Trouble.BAD_POSITION_ID) from wrong


def impossible_board(wrong: errors.BadPosition, unreadable: Trouble) -> FormatError:
    """The refusal of a board, or of the text of one, as this package tells it."""
    if "checkers" in wrong.details:
        return FormatError(Trouble.TOO_MANY_CHECKERS, checkers=wrong.details["checkers"])
    if "point" in wrong.details:
        return FormatError(Trouble.TWO_COLOURS, point=wrong.details["point"])
    return FormatError(unreadable)
