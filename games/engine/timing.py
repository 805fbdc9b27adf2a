"""Whose time runs in a match, and how much: limits, reserves, time that stands (V14, V20, S12)."""

from games.engine import clock as clocks
from games.engine.clock import ControlKind
from games.engine.state import MatchState

Seats = tuple[int, int]


def with_seat(pair: Seats, seat: int, value: int) -> Seats:
    """The pair with another value for this seat."""
    return (pair[0], value) if seat else (value, pair[1])


def charged(state: MatchState, at: int) -> Seats:
    """The reserves when the running limit ends at `at`: what exceeds the delay is gone.

    The time to answer a draw offer is nobody's reserve.
    """
    seat = state.clock.seat
    if state.control.kind is not ControlKind.DELAY or seat is None or state.offer is not None:
        return state.reserve
    return with_seat(state.reserve, seat, min(state.reserve[seat], state.clock.left(at)))


def turn_limit(state: MatchState, seat: int, reserve: Seats, *, dice: int = 1) -> int:
    """The limit of a decision: of a turn with so many dice, or of an answer."""
    limit = state.control.limit_for(dice)
    return limit + reserve[seat] if state.control.kind is ControlKind.DELAY else limit


def draw_answer_limit(state: MatchState) -> int:
    """How long a draw offer waits (rules V20); by letter, as long as a turn may take."""
    if state.control.kind is ControlKind.CORRESPONDENCE:
        return state.control.limit_ms
    return clocks.ANSWER_MS


def paused(state: MatchState, at: int) -> int:
    """What the running limit has left when it stops for an answer; of a delay clock the delay."""
    left = state.clock.left(at)
    if state.control.kind is ControlKind.DELAY and state.clock.seat is not None:
        return left - charged(state, at)[state.clock.seat]
    return left


def resumed(state: MatchState, left: int, reserve: Seats) -> int:
    """The limit of the seat on turn after an answer (rules V20): what was left, or ten seconds.

    A delay clock gives nothing; by letter every decision has its whole limit.
    """
    match state.control.kind:
        case ControlKind.DELAY:
            return left + reserve[state.turn]
        case ControlKind.CORRESPONDENCE:
            return state.control.limit_ms
        case _:
            return max(left, clocks.LEAST_LEFT_MS)
