"""What follows by itself: rolls, passes, the next turn, the next game, up to somebody's choice."""

from games.engine import events as e
from games.engine import placing
from games.engine.board import Board
from games.engine.chance import DiceSource
from games.engine.evolve import evolve
from games.engine.outcome import game_ended
from games.engine.rules import Commit, Opening
from games.engine.state import MatchState, Phase, rolls_by_itself
from games.engine.steps import any_roll_moves, can_move, closed_out


class Log:
    """Events being written at one moment, and the state after them."""

    __slots__ = ("at", "events", "state")

    def __init__(self, state: MatchState, at: int) -> None:
        self.state = state
        self.at = at
        self.events: list[e.Event] = []

    def add(self, *events: e.Event) -> None:
        """Write events down and follow them."""
        for event in events:
            self.events.append(event)
            self.state = evolve(self.state, event)

    def end(self, winner: int | None, reason: e.Reason, level: int | None = None) -> None:
        """End the game in progress, and the match if that decides it; as `game_ended`."""
        self.add(*game_ended(self.state, at=self.at, winner=winner, reason=reason, level=level))


def run_on(log: Log, dice: DiceSource) -> None:
    """Go on until a player has a choice or the match is over (rules V8, S6, S13, V21, C5)."""
    while not _waits(log.state):
        if log.state.phase is not Phase.LIVE:
            begin_game(log, dice)
        elif log.state.roll is None:
            if not _begin_turn(log, dice):
                return
        elif not _play_out(log):
            return


def _waits(state: MatchState) -> bool:
    """The match is over, or waits for an answer, or for both to want the next game."""
    if state.phase is Phase.BETWEEN:
        return not all(state.ready)
    unanswered = state.offer is not None or state.pending is not None
    return state.phase is Phase.OVER or (state.phase is Phase.LIVE and unanswered)


def begin_game(log: Log, dice: DiceSource, position: Board | None = None) -> None:
    """Find the starter and start the next game (rules V2, S1)."""
    state = log.state
    number = state.game + 1
    if state.rules.opening is Opening.LOT:
        lot = dice.lot(number)
        log.add(e.GameStarted(at=log.at, number=number, starter=lot, lot=lot, position=position))
        return
    opening = _opening_rolls(state.rolls + 1, dice)
    roll, first, second = opening[-1]
    starter = int(second > first)
    log.add(
        e.GameStarted(at=log.at, number=number, starter=starter, opening=opening, position=position)
    )
    if state.rules.opening is Opening.HIGHER_PLAYS and not state.options.opening_reroll:
        log.add(e.Rolled(at=log.at, seat=starter, dice=(first, second), roll=roll))


def passes_unrolled(state: MatchState) -> bool:
    """Who is on turn is closed out and does not roll (rules S6)."""
    return closed_out(state.board) and not state.rules.closed_out_rolls


def roll(log: Log, dice: DiceSource) -> None:
    """Roll for the seat on turn; one who is closed out does not roll but passes (rules S6)."""
    state = log.state
    if passes_unrolled(state):
        _pass(log)
        return
    number = state.rolls + 1
    log.add(e.Rolled(at=log.at, seat=state.turn, dice=dice.roll(number), roll=number))


def _opening_rolls(number: int, dice: DiceSource) -> tuple[tuple[int, int, int], ...]:
    """One die each until they differ (rules S1): roll number, die of seat 0, die of seat 1."""
    opening = [(number, *dice.roll(number))]
    while opening[-1][1] == opening[-1][2]:
        number += 1
        opening.append((number, *dice.roll(number)))
    return tuple(opening)


def _begin_turn(log: Log, dice: DiceSource) -> bool:
    """Roll if that needs no command; False when the player is to decide."""
    if placing.is_on(log.state.board):
        if not log.state.board.hand:
            _pass(log)
            return True
    elif _stuck(log.state):
        log.end(None, e.Reason.ANNULLED)
        return True
    if not rolls_by_itself(log.state):
        return False
    roll(log, dice)
    return True


def _stuck(state: MatchState) -> bool:
    """No roll whatever gives either player a legal step, and nothing else draws (rules S13)."""
    if state.rules.passes_that_draw is not None or any_roll_moves(state.board, state.rules):
        return False
    return not any_roll_moves(state.board.turned(), state.rules)


def _play_out(log: Log) -> bool:
    """End the game or the turn if nothing is left to choose; False when something is."""
    state = log.state
    if state.board.won:
        log.end(state.turn, e.Reason.BORNE_OFF)
    elif state.board.hand:
        return _place_out(log)
    elif _has_choice(state):
        return False
    elif state.steps_in_turn:
        log.add(e.TurnEnded(at=log.at, seat=state.turn))
    else:
        _pass(log)
    return True


def _place_out(log: Log) -> bool:
    """Place what needs no choice, or pass what cannot be placed; False when there is one (P2)."""
    state = log.state
    options = placing.placements(state)
    if placing.is_choice(state):
        return False
    if options:
        place(log, options[0])
    elif state.steps_in_turn:
        log.add(e.TurnEnded(at=log.at, seat=state.turn))
    else:
        _pass(log)
    return True


def place(log: Log, die: int) -> None:
    """Put a checker in hand on the entry point of a die; the last one ends the turn.

    Who began to place also begins to move, whoever was done first (rules P3).
    """
    turn = log.state.turn
    log.add(e.Placed(at=log.at, seat=turn, target=placing.entry_point(die), die=die))
    if log.state.board.hand:
        return
    log.add(e.TurnEnded(at=log.at, seat=turn))
    began = log.state.turns % 2 == 0
    if not began and not placing.is_on(log.state.board):
        _pass(log)


def _has_choice(state: MatchState) -> bool:
    whole_turn_played = state.steps_in_turn and state.rules.commit is Commit.TURN
    return not whole_turn_played and can_move(state.board, state.dice_left, state.rules)


def _pass(log: Log) -> None:
    log.add(e.Passed(at=log.at, seat=log.state.turn))
    if log.state.passes == log.state.rules.passes_that_draw:
        log.end(None, e.Reason.DRAW_PASSES)
