"""A record put together act by act, the readers' one way in: who may act, what is legal, who won.

A reader tells what stands in its file and where; this checks it against the rules, notes what
is odd, and stops (`Stopped`) at what cannot be: the record then ends there.
"""

from collections.abc import Iterable

from games.engine.board import BAR, OFF, Board
from games.engine.errors import RuleViolation
from games.engine.formats import conceded, judging
from games.engine.formats.failures import Oddity, Place, Trouble
from games.engine.formats.imported import Imported
from games.engine.formats.play_state import GameState
from games.engine.formats.record import Action, ActionKind, Dice, Game, Moves, Record
from games.engine.rules import Commit, MatchOptions, preset

MOST_ODDITIES = 200
MOST_WORK = 20_000
_SHORT_PLAY_WORK = 4
_GAME_WORK = 10
_DICE_OF_DOUBLE = 4


class Stopped(Exception):
    """The file cannot be followed any further; what was read before stands."""


class Builder:
    """The match so far, `score` being that after the games that are closed.

    `conceded_from` is the index of the first game that the file marks as `conceded` has it.

    `place` is always where in the file the act stands.
    """

    def __init__(
        self,
        *,
        players: tuple[str, str] = ("", ""),
        ruleset: str = "standard",
        options: MatchOptions,
        info: Iterable[tuple[str, str]] = (),
    ) -> None:
        self.players = players
        self.ruleset = ruleset
        self.rules = preset(ruleset)
        self.options = options
        self.info = tuple(info)
        self.oddities: list[Oddity] = []
        self.games: list[Game] = []
        self.game: GameState | None = None
        self._work = 0
        self._crawford_played = False
        self.conceded_from: int | None = None
        self.score = (0, 0)

    # What is odd

    def note(self, code: Trouble, place: Place, **details: int | str) -> None:
        """Remember something odd; of very many only the first."""
        if len(self.oddities) < MOST_ODDITIES:
            self.oddities.append(Oddity(code, place, tuple(details.items())))
        elif len(self.oddities) == MOST_ODDITIES:
            self.oddities.append(Oddity(Trouble.MORE_ODDITIES, place))

    def stop(self, code: Trouble, place: Place, **details: int | str) -> Stopped:
        """Note what cannot be; raise the answer."""
        if len(self.oddities) >= MOST_ODDITIES:
            del self.oddities[MOST_ODDITIES:]
        self.oddities.append(Oddity(code, place, tuple(details.items())))
        return Stopped(code)

    def work(self, place: Place, units: int = 1) -> None:
        """Count what has been done; raises Stopped when a file asks for too much."""
        self._work += units
        if self._work > MOST_WORK:
            raise self.stop(Trouble.TOO_LONG, place, most=MOST_WORK)

    # Games

    def begin(
        self, place: Place, told: tuple[int, int] | None, *, crawford_told: bool | None = None
    ) -> None:
        """A new game, at the score that the file tells, if it does; so with its being the
        Crawford game. Raises Stopped."""
        self.work(place, _GAME_WORK)
        score = self.score if told is None else told
        length = self.options.length or 0
        if length and max(score) >= length:
            raise self.stop(
                Trouble.SCORE_DIFFERS, place, told=f"{score[0]}-{score[1]}", length=length
            )
        if self.games and score != self.score:
            due = f"{self.score[0]}-{self.score[1]}"
            raise self.stop(Trouble.SCORE_DIFFERS, place, told=f"{score[0]}-{score[1]}", due=due)
        one_away = bool(length) and (length - score[0] == 1) != (length - score[1] == 1)
        both = length - score[0] == length - score[1] == 1
        crawford = self.options.crawford and one_away and not self._crawford_played
        if crawford_told is not None and not self.games:
            self._crawford_played = one_away and not crawford_told
            crawford = crawford and crawford_told
        after = self._crawford_played or both
        self._crawford_played = self._crawford_played or crawford
        self.game = GameState(
            self.rules, self.options, score, crawford=crawford, post_crawford=after
        )

    def set_position(
        self, place: Place, board: Board, *, cube: int = 1, owner: int | None = None
    ) -> None:
        """The game in progress begins in this position, as seat 0 sees it. Raises Stopped."""
        game = self.playing(place)
        if game.actions:
            raise self.stop(Trouble.BAD_SET_POSITION, place, reason="not_first")
        if board.won or board.lost:
            raise self.stop(Trouble.BAD_SET_POSITION, place, reason="game_over")
        game.set_position(board, cube=cube, owner=owner)
        self.note(Trouble.SET_POSITION, place)

    def playing(self, place: Place) -> GameState:
        """The game in progress; raises Stopped when there is none, or it is over."""
        game = self.game
        if game is None:
            raise self.stop(Trouble.NO_SCORE_LINE, place)
        if game.over:
            raise self.stop(Trouble.AFTER_THE_END, place)
        return game

    def close(self) -> None:
        """The game in progress is written down as it stands."""
        if self.game is not None:
            self.games.append(self.game.finished_game())
            self.score = self.game.score_after
            self.game = None

    def imported(self) -> Imported:
        """The record so far, the game in progress aside."""
        record = Record(
            players=self.players,
            ruleset=self.ruleset,
            options=self.options,
            games=conceded.joined(self.games, self.conceded_from, self.options.length or 0),
            info=self.info,
        )
        return Imported(record, tuple(self.oddities))

    # Acts

    def move(
        self, place: Place, seat: int, dice: Dice, told: Iterable[Moves], *, hits: int = 0
    ) -> None:
        """A roll and what was played of it: the tellings of it, the likeliest first; `hits` the
        number of stars. Raises Stopped."""
        game = self._to_roll(place, seat, dice)
        board = game.board_of(seat)
        tellings = list(told)
        steps = self._judged(place, game, board, dice, tellings)
        if steps != tellings[0] and steps[-1][1] == OFF and steps[0][0] < sum(dice):
            self.note(Trouble.HOP_ORDER, place)
        game.act(Action(ActionKind.MOVE, seat, dice, steps))
        if hits and game.board_of(seat).theirs(BAR) - board.theirs(BAR) < hits:
            self.note(Trouble.NO_HIT_THERE, place)

    def _judged(
        self, place: Place, game: GameState, board: Board, dice: Dice, told: list[Moves]
    ) -> Moves:
        try:
            steps = judging.judged(board, dice, told, self.rules)
        except RuleViolation as refused:
            part = next(
                (tell for tell in told if judging.is_part_of_turn(board, dice, tell, self.rules)),
                None,
            )
            if part is None or self.rules.commit is not Commit.STEP:
                raise self._illegal(place, game, dice, refused) from refused
            game.broken_off = True
            steps = part
        self.work(place, 1 if len(steps) in (2, _DICE_OF_DOUBLE) else _SHORT_PLAY_WORK)
        return steps

    def _illegal(
        self, place: Place, game: GameState, dice: Dice, refused: RuleViolation
    ) -> Stopped:
        return self.stop(
            Trouble.ILLEGAL_PLAY,
            place,
            reason=refused.code,
            dice="{}{}".format(*dice),
            game=len(self.games) + 1,
            action=len(game.actions) + 1,
        )

    def roll(self, place: Place, seat: int, dice: Dice) -> None:
        """A roll with nothing written after it: a pass, a forced turn, or the last act before a
        resignation. Raises Stopped."""
        game = self._to_roll(place, seat, dice)
        self.work(place, _SHORT_PLAY_WORK)
        steps = judging.only_turn(game.board_of(seat), dice, self.rules)
        if steps == ():
            game.act(Action(ActionKind.MOVE, seat, dice, steps))
        else:
            game.rolled, game.forced = (seat, dice, place), steps

    def dice_set(self, place: Place, seat: int, dice: Dice) -> None:
        """A roll that lies on the board, played or not. Raises Stopped."""
        game = self.playing(place)
        game.rolled, game.forced = (seat, dice, place), None

    def no_play(self, place: Place, seat: int, dice: Dice) -> None:
        """A roll of which the file says that nothing can be played. Raises Stopped."""
        self.move(place, seat, dice, [()])

    def _to_roll(self, place: Place, seat: int, dice: Dice) -> GameState:
        """The game, if this seat may roll now; a beaver that was rolled on is taken."""
        game = self.playing(place)
        self._require_played(place, game, seat, dice)
        if game.offer is not None and game.may_roll_on(seat):
            game.act(Action(ActionKind.TAKE, seat))
        if game.offer is not None:
            raise self.stop(Trouble.ILLEGAL_CUBE, place, reason="no_answer")
        if not game.is_turn_of(seat):
            raise self.stop(Trouble.WRONG_TURN, place, action=len(game.actions) + 1)
        return game

    def _require_played(
        self, place: Place, game: GameState, seat: int | None = None, dice: Dice | None = None
    ) -> None:
        if game.rolled is not None:
            roller, rolled, at = game.rolled
            if roller == seat and rolled == dice:
                game.rolled = game.forced = None
            elif game.forced is None:
                raise self._illegal(at, game, rolled, RuleViolation())
            else:
                self._play_forced(game)
                self.playing(place)
        if game.broken_off:
            raise self.stop(Trouble.ILLEGAL_PLAY, place, reason="must_use_both_dice")

    def _play_forced(self, game: GameState, *, loser: int | None = None) -> None:
        """A roll told without its only play was played, unless its player gave up instead."""
        if game.rolled is not None and game.forced is not None and game.rolled[0] != loser:
            self.note(Trouble.FORCED_PLAY_ADDED, game.rolled[2])
            game.play_forced()

    def cube(self, place: Place, seat: int, kind: ActionKind, value: int | None = None) -> None:
        """An offer of the cube or an answer to one; `value` as the file tells it. Raises
        Stopped."""
        game = self.playing(place)
        self._require_played(place, game)
        self.work(place)
        reason = game.cube_refusal(seat, kind)
        if reason is not None:
            raise self.stop(Trouble.ILLEGAL_CUBE, place, reason=reason)
        if value is not None and kind is ActionKind.DOUBLE:
            self._compare_value(place, game, value)
        game.act(Action(kind, seat))

    def _compare_value(self, place: Place, game: GameState, value: int) -> None:
        if value == 2 * game.cube:
            return
        earlier = not any(action.kind is ActionKind.DOUBLE for action in game.actions)
        power = value > 0 and value & (value - 1) == 0
        if power and value > 2 * game.cube and earlier and not self.options.length:
            game.double_at_start(value // 2)
            self.note(Trouble.AUTOMATIC_DOUBLE, place, cube=game.cube)
            return
        self.note(Trouble.CUBE_VALUE_DIFFERS, place, told=value, due=2 * game.cube)

    # How a game ends

    def gives_up(self, place: Place, seat: int, points: int | None = None) -> None:
        """A player resigns, for so many points if the file says."""
        game = self.playing(place)
        game.giving_up = (seat, points, place)

    def result(self, place: Place, winner: int | None, points: int | None) -> None:
        """The file says how the game in progress ended; the game is closed. Raises Stopped."""
        game = self.game
        if game is None:
            raise self.stop(Trouble.AFTER_THE_END, place)
        self._play_forced(game, loser=None if winner is None else 1 - winner)
        if winner is None:
            game.drawn = not game.over
        elif game.winner is None:
            game.resign(1 - winner, self._given_up(game, 1 - winner, points))
        if game.winner != winner:
            raise self.stop(Trouble.WINNER_DIFFERS, place)
        if points is not None and points != game.points:
            self._compare_points(place, game, points)
        self.close()

    def _given_up(self, game: GameState, loser: int, points: int | None) -> int | None:
        """The points the loser gave up, where the file tells apart what that costs him."""
        if points is None or game.giving_up is None or not self._decides(game, loser, points):
            return points
        seat, given, _ = game.giving_up
        return given if seat == loser else points

    def _decides(self, game: GameState, loser: int, points: int) -> bool:
        """These points are just what the winner needs for the match."""
        return game.score[1 - loser] + points == self.options.length

    def _compare_points(self, place: Place, game: GameState, told: int) -> None:
        winner = game.winner or 0
        length = self.options.length or 0
        if length and game.score[winner] + min(told, game.points) >= length:
            self.note(Trouble.POINTS_DIFFER, place, told=told, due=game.points)
            return
        given = None if game.giving_up is None else game.giving_up[1]
        if given == game.points and self._decides(game, 1 - winner, told):
            self.note(Trouble.MATCH_LOST, place, told=told, due=game.points)
            game.points = told
            return
        if not length and game.raise_at_start(told):
            self.note(Trouble.AUTOMATIC_DOUBLE, place, cube=game.cube_at_start)
            return
        raise self.stop(Trouble.SCORE_DIFFERS, place, told=told, due=game.points)

    def ends_unsaid(self, place: Place, score: tuple[int, int] | None) -> bool:
        """Close the game of which no result was told: by its own end, by a player's giving up,
        or by the `score` that the next game begins with. False when it is just broken off."""
        game = self.game
        if game is None:
            return True
        loser, points = game.lost_unsaid(score)
        self._play_forced(game, loser=loser)
        if game.winner is None and loser is not None:
            if game.giving_up is None:
                self.note(Trouble.GAME_NOT_FINISHED, place, game=len(self.games) + 1)
            game.resign(loser, points)
        ended = game.winner is not None or game.drawn
        self.close()
        return ended
