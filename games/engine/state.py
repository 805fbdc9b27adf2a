"""The state of a match at one version: an immutable value, the fold of its events."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from games.engine import controls
from games.engine.board import Board
from games.engine.clock import DAY_MS, STOPPED, Clock, TimeControl
from games.engine.cube import CENTRED, CUBE_LIMIT, Cube, Pending
from games.engine.events import Reason
from games.engine.rules import (
    RULES_VERSION,
    MatchOptions,
    PastLimit,
    Rolling,
    Rules,
    validate,
)


class Phase(StrEnum):
    """Where a match stands; between two games of a money session both must want the next one."""

    WAITING = "waiting"
    LIVE = "live"
    BETWEEN = "between"
    OVER = "over"


class Crawford(StrEnum):
    """Whether the Crawford game is still to come, is being played, or is behind (rules C4)."""

    BEFORE = "before"
    NOW = "now"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class DrawOffer:
    """A draw offered by `seat`, whose own limit had `left` milliseconds to go (rules V20)."""

    seat: int
    at: int
    left: int


@dataclass(frozen=True)
class MatchState:
    """A match: what it is played by, its score, the game in progress, its clock.

    `turn` is the seat whose turn it is, and `board` is as that seat sees it. `roll` holds the
    dice of this turn, `dice_left` what of them is to play, a double four times. `rolls` counts
    the rolls drawn from the match's stream, opening rolls too. `steps_played` counts the steps of
    the game by both, `last_offer_steps` its value at each seat's last draw offer. Checkers that
    are placed count in `steps_in_turn` alone. `pending` is what the seat on turn or, after a
    beaver, the other has offered and waits for. `refused_level` is the highest resignation that
    was declined in this turn. `holds` tells who wants to be asked before his roll, `ready` who
    wants the next game. `reserve` (ms) and `vacation` (days) are what each seat's clock has left.
    `winner` None in a match that is over is a draw or an annulled match. `at` is the time of the
    last event.
    """

    rules: Rules
    options: MatchOptions
    control: TimeControl
    rules_version: int
    board: Board
    version: int = 0
    at: int = 0
    phase: Phase = Phase.WAITING
    game: int = 0
    turn: int = 0
    roll: tuple[int, int] | None = None
    dice_left: tuple[int, ...] = ()
    steps_played: int = 0
    steps_in_turn: int = 0
    turns: int = 0
    rolls: int = 0
    passes: int = 0
    offer: DrawOffer | None = None
    last_offer_steps: tuple[int | None, int | None] = (None, None)
    clock: Clock = STOPPED
    score: tuple[int, int] = (0, 0)
    crawford: Crawford = Crawford.BEFORE
    winner: int | None = None
    reason: Reason | None = None
    cube: Cube = CENTRED
    pending: Pending | None = None
    refused_level: int = 0
    holds: tuple[bool, bool] = (False, False)
    ready: tuple[bool, bool] = (False, False)
    reserve: tuple[int, int] = (0, 0)
    vacation: tuple[int, int] = (0, 0)


_FIELDS = len(fields(MatchState))


def changed(state: MatchState, changes: Mapping[str, Any]) -> MatchState:
    """`dataclasses.replace` at a fraction of its price: this is done for every event.

    That is why a state has a dictionary and no slots, which cost five times as much to fill.
    Raises KeyError for what is no field.
    """
    values = {**state.__dict__, **changes}
    if len(values) != _FIELDS:
        raise KeyError(*(changes.keys() - state.__dict__.keys()))
    copy = object.__new__(MatchState)
    object.__setattr__(copy, "__dict__", values)
    return copy


def new_match(rules: Rules, options: MatchOptions, control: TimeControl) -> MatchState:
    """A match that waits for its start; raises BadOptions for a senseless combination."""
    validate(rules, options)
    controls.validate(rules, control)
    return MatchState(
        rules,
        options,
        control,
        RULES_VERSION,
        Board.start(rules),
        reserve=(control.reserve_ms, control.reserve_ms),
        vacation=(control.vacation, control.vacation),
    )


def must_act(state: MatchState) -> int | None:
    """The seat that must act now: who answers an offer, else who is on turn; None when over."""
    if state.phase is not Phase.LIVE:
        return None
    if state.pending is not None:
        return 1 - state.pending.seat
    return state.turn if state.offer is None else 1 - state.offer.seat


def board_of(state: MatchState, seat: int) -> Board:
    """The board as `seat` sees it."""
    return state.board if seat == state.turn else state.board.turned()


def cube_in_play(state: MatchState) -> bool:
    """Whether this game has a cube at all (rules C4; length 1 has none)."""
    return state.rules.cube and state.options.length != 1 and state.crawford is not Crawford.NOW


def cube_block(state: MatchState, seat: int) -> str | None:
    """Why `seat` may not turn the cube before its roll, as a code (rules C1, C4)."""
    if not state.rules.cube or state.options.length == 1:
        return "no_cube"
    if state.crawford is Crawford.NOW:
        return "crawford_game"
    if state.turns == 0:
        return "first_turn"
    if state.cube.owner not in (None, seat):
        return "not_your_cube"
    return "cube_at_limit" if 2 * state.cube.value > CUBE_LIMIT else None


def dead_cube(state: MatchState, seat: int) -> bool:
    """Whether `seat` wins the match with the cube as it is: doubling brings nothing (rules C9)."""
    length = state.options.length
    return length is not None and state.score[seat] + state.cube.value >= length


def rolls_by_itself(state: MatchState) -> bool:
    """Whether the roll of this turn needs no command (rules V3, C1, S8).

    It does where the seat on turn may double first, or has wished to be asked.
    """
    if state.holds[state.turn]:
        return False
    return state.rules.roll is Rolling.AUTO or cube_block(state, state.turn) is not None


def steps_before_offer(state: MatchState, seat: int) -> int:
    """How many more steps, by both, before `seat` may offer a draw (rules V19, V20)."""
    needed = state.rules.draw_after_steps or 0
    return max(0, needed + (state.last_offer_steps[seat] or 0) - state.steps_played)


_NOT_LIVE = {
    Phase.WAITING: "match_not_started",
    Phase.BETWEEN: "between_games",
    Phase.OVER: "game_over",
}


def draw_block(state: MatchState, seat: int, at: int) -> tuple[str | None, int]:
    """Why `seat` may not offer a draw at `at`, as a code, and how many steps are missing."""
    needs = steps_before_offer(state, seat)
    if state.rules.draw_after_steps is None:
        return "no_draws", 0
    if state.phase is not Phase.LIVE:
        return _NOT_LIVE[state.phase], needs
    if state.offer is not None:
        return "offer_pending", needs
    if state.pending is not None:
        return "decision_pending", needs
    if seat != state.turn:
        return "not_your_turn", needs
    if state.clock.verdict is not None or at >= state.clock.ends:
        return "time_over", needs
    return ("draw_too_early" if needs else None), needs


def claimable(state: MatchState, at: int) -> bool:
    """Whether the opponent of the seat that must act may win by claiming (rules V15).

    False while the limit that has passed at `at` is not judged yet: settle first.
    """
    judged = state.clock.verdict is not None and at >= state.clock.ends
    return state.phase is Phase.LIVE and state.offer is None and judged


def limit_moment(state: MatchState) -> int | None:
    """When the running limit is to be judged next; None when it has been, or an offer waits."""
    clock = state.clock
    if state.offer is not None or clock.seat is None or clock.verdict is not None:
        return None
    return clock.ends if clock.unknown_until is None else clock.unknown_until


def deadline(state: MatchState) -> int | None:
    """The next moment at which the clock decides something by itself.

    The ten hours do not end a game whose draw offer waits, but right after its lapse (V20). A
    session whose next game nobody begins ends by them, or by the limit of a correspondence.
    """
    if state.phase is Phase.BETWEEN:
        return state.clock.idle_ends
    if state.phase is not Phase.LIVE:
        return None
    if state.offer is not None:
        return state.clock.ends
    moments = (limit_moment(state), state.clock.idle_ends)
    return min((moment for moment in moments if moment is not None), default=None)


def time_is_lost(state: MatchState, at: int) -> bool:
    """Whether the clock has ended the game, or the session, by `at`, settled or not.

    So nothing can be done at the moment a limit passes that is lost at once (rules V17, S12).
    """
    clock = state.clock
    idle = clock.idle_ends is not None and at >= clock.idle_ends
    if state.phase is Phase.BETWEEN:
        return idle
    if state.phase is not Phase.LIVE or state.offer is not None:
        return False
    return idle or (_loses_by_limit(state) and at >= clock.ends + _vacation_ms(state))


def _loses_by_limit(state: MatchState) -> bool:
    past = controls.past_limit(state.rules, state.control)
    return past is PastLimit.LOSS and state.clock.unknown_until is None


def _vacation_ms(state: MatchState) -> int:
    return DAY_MS * state.vacation[state.clock.seat or 0]
