"""One game while it is read: its board, whose turn it is, its cube, and how it came out."""

from games.engine.board import Board
from games.engine.formats.failures import Place
from games.engine.formats.record import (
    RAISES,
    Action,
    ActionKind,
    Dice,
    Game,
    Moves,
    moved,
)
from games.engine.outcome import won_level
from games.engine.rules import MatchOptions, Rules
from games.engine.steps import closed_out

_MOST_LEVEL = 3
_RAISE_AFTER = {
    ActionKind.DOUBLE: ActionKind.BEAVER,
    ActionKind.BEAVER: ActionKind.RACCOON,
}


class GameState:
    """Acts are taken as checked; `Builder` checks them with the questions below."""

    def __init__(
        self,
        rules: Rules,
        options: MatchOptions,
        score: tuple[int, int],
        *,
        crawford: bool,
        post_crawford: bool,
    ) -> None:
        self.rules = rules
        self.options = options
        self.score = score
        self.crawford = crawford
        self.post_crawford = post_crawford
        self.start: Board | None = None
        self.cube = self.cube_at_start = 1
        self.owner: int | None = None
        self.owner_at_start: int | None = None
        self.actions: list[Action] = []
        self.turn: int | None = None
        self.offer: tuple[int, ActionKind] | None = None
        self.rolled: tuple[int, Dice, Place] | None = None
        self.forced: Moves | None = None
        self.giving_up: tuple[int, int | None, Place] | None = None
        self.broken_off = False
        self.drawn = False
        self.winner: int | None = None
        self.level = 0
        self.points = 0
        self._board = Board.start(rules)
        self._viewer = 0
        self._beaverer: int | None = None

    # Questions

    @property
    def over(self) -> bool:
        """Nothing can happen any more."""
        return self.winner is not None or self.drawn

    @property
    def score_after(self) -> tuple[int, int]:
        """The score with what this game gave."""
        first, second = self.score
        return first + self.points * (self.winner == 0), second + self.points * (self.winner == 1)

    def board_of(self, seat: int) -> Board:
        """The board from this seat."""
        if seat != self._viewer:
            self._board, self._viewer = self._board.turned(), seat
        return self._board

    def is_turn_of(self, seat: int) -> bool:
        """It is this seat's turn, or the other is closed out and did not roll (rules S6)."""
        if self.turn in (None, seat):
            return True
        other = self.board_of(1 - seat)
        return not self.rules.closed_out_rolls and closed_out(other)

    def lost_unsaid(self, score: tuple[int, int] | None) -> tuple[int | None, int | None]:
        """Who lost when no result was told, and how many points, as far as that shows: by giving
        up, or by the `score` after it."""
        if self.giving_up is not None:
            seat, points, _ = self.giving_up
            return seat, points
        if score is not None:
            gains = score[0] - self.score[0], score[1] - self.score[1]
            if min(gains) == 0 < max(gains):
                return gains.index(0), max(gains)
        return None, None

    def raise_by(self, seat: int) -> ActionKind:
        """What a player does who doubles now: an offer of his opponent's he turns once more."""
        if self.offer is None or self.offer[0] == seat:
            return ActionKind.DOUBLE
        return _RAISE_AFTER.get(self.offer[1], ActionKind.DOUBLE)

    def may_roll_on(self, seat: int) -> bool:
        """The seat was beavered, and a roll says that it has taken."""
        return self.offer is not None and self.offer == (1 - seat, ActionKind.BEAVER)

    def cube_refusal(self, seat: int, kind: ActionKind) -> str | None:
        """Why this seat cannot do that with the cube, or None (rules C1, C4, C7)."""
        if kind is ActionKind.DOUBLE:
            return self._double_refusal(seat)
        if self.offer is None or self.offer[0] == seat:
            return "no_offer"
        if kind in RAISES:
            if self.options.length:
                return "beaver_in_match"
            due = ActionKind.BEAVER if kind is ActionKind.RACCOON else ActionKind.DOUBLE
            return None if self.offer[1] is due else "no_offer"
        return None

    def _double_refusal(self, seat: int) -> str | None:
        reasons = (
            (self.offer is not None, "offer_pending"),
            (not self.rules.cube, "no_cube"),
            (self.crawford, "crawford"),
            (self.owner == 1 - seat, "not_owner"),
            (not self.is_turn_of(seat), "not_your_turn"),
            (not self.actions and self.start is None, "first_turn"),
        )
        return next((reason for wrong, reason in reasons if wrong), None)

    # Acts

    def set_position(self, board: Board, *, cube: int, owner: int | None) -> None:
        """The game begins in this position, as seat 0 sees it."""
        self.start = board
        self._board, self._viewer = board, 0
        self.owner = self.owner_at_start = owner
        self.double_at_start(cube)

    def double_at_start(self, cube: int) -> None:
        """The cube already stood at this value when the game began."""
        self.cube = self.cube_at_start = cube

    def act(self, action: Action) -> None:
        """Do it."""
        self.actions.append(action)
        seat = action.seat
        if action.kind is ActionKind.MOVE:
            self._move(action)
        elif action.kind in RAISES:
            self._raise(seat, action.kind)
        elif action.kind is ActionKind.TAKE:
            self._take(seat)
        elif action.kind is ActionKind.DROP:
            # What a drop costs is the value before the last turn of the cube.
            self._end(1 - seat, 1, self.cube)

    def play_forced(self) -> None:
        """The roll that lies on the board was played in the one way there is."""
        if self.rolled is not None and self.forced is not None:
            seat, dice, _ = self.rolled
            steps, self.rolled, self.forced = self.forced, None, None
            self.act(Action(ActionKind.MOVE, seat, dice, steps))

    def _move(self, action: Action) -> None:
        seat = action.seat
        self._board = moved(self.board_of(seat), action.steps)
        self.turn = 1 - seat
        if action.steps and self._board.won:
            level = won_level(self._board, self.rules, self.options)
            self._end(seat, self._counted(level), self.cube)

    def _counted(self, level: int) -> int:
        """The level that counts: with Jacoby an unturned cube makes it one (rules C6)."""
        turned = self.owner is not None
        return level if turned or self.options.length or not self.options.jacoby else 1

    def _raise(self, seat: int, kind: ActionKind) -> None:
        if kind is ActionKind.DOUBLE:
            self.turn = seat
            self._beaverer = None
        else:
            self.cube *= 2
            if kind is ActionKind.BEAVER:
                self._beaverer = seat
        self.offer = seat, kind

    def _take(self, seat: int) -> None:
        self.cube *= 2
        self.owner = seat if self._beaverer is None else self._beaverer
        self.offer = None

    def resign(self, seat: int, points: int | None) -> None:
        """The seat gives the game up; the level is the least that gives these points."""
        if self.rolled is not None:
            roller, dice, _ = self.rolled
            self.actions.append(Action(ActionKind.ROLL, roller, dice))
            self.rolled = None
        level = 1 if points is None else self._level_of(points)
        self.actions.append(Action(ActionKind.RESIGN, seat, level=level))
        self._end(1 - seat, level, self.cube)

    def _level_of(self, points: int) -> int:
        """The least level that gives these points; of more than any gives, what automatic
        doubles would have to multiply."""
        level = max(-(-points // self.cube), 1)
        if level > _MOST_LEVEL and not self.options.length:
            return _MOST_LEVEL if level % _MOST_LEVEL == 0 else 1
        return min(level, _MOST_LEVEL)

    def _end(self, winner: int, level: int, value: int) -> None:
        self.winner, self.level, self.points = winner, level, level * value

    def raise_at_start(self, points: int) -> bool:
        """Whether automatic doubles explain these points; they are then taken as made."""
        if self.cube_at_start != 1 or self.points < 1 or points % self.points:
            return False
        more = points // self.points
        if more & (more - 1) or any(action.kind in RAISES for action in self.actions):
            return False
        self.cube_at_start = more
        self.points = points
        return True

    def finished_game(self) -> Game:
        """The game as a value."""
        return Game(
            score=self.score,
            crawford=self.crawford,
            post_crawford=self.post_crawford,
            start=self.start,
            cube=self.cube_at_start,
            owner=self.owner_at_start,
            actions=tuple(self.actions),
            finished=self.over,
            winner=self.winner,
            level=self.level,
            points=self.points,
        )
