"""The state of a match at one version: an immutable value, the fold of its events."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from typing import Any

from games.engine.board import Board
from games.engine.clock import STOPPED, Clock, TimeControl
from games.engine.events import Reason
from games.engine.rules import RULES_VERSION, MatchOptions, Rolling, Rules, validate


class Phase(StrEnum):
    """Where a match stands."""

    WAITING = "waiting"
    LIVE = "live"
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


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match: what it is played by, its score, the game in progress, its clock.

    `turn` is the seat whose turn it is, and `board` is as that seat sees it. `roll` holds the
    dice of this turn, `dice_left` what of them is to play, a double four times. `rolls` counts
    the rolls drawn from the match's stream, opening rolls too. `steps_played` counts the steps of
    the game by both, `last_offer_steps` its value at each seat's last draw offer.
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


_setters = {name: getattr(MatchState, name).__set__ for name in MatchState.__slots__}
_values = attrgetter(*MatchState.__slots__)


def changed(state: MatchState, changes: Mapping[str, Any]) -> MatchState:
    """`dataclasses.replace` at a third of its price: this is done for every event."""
    copy = object.__new__(MatchState)
    for put, value in zip(_setters.values(), _values(state), strict=True):
        put(copy, value)
    for name, value in changes.items():
        _setters[name](copy, value)
    return copy


def new_match(rules: Rules, options: MatchOptions, control: TimeControl) -> MatchState:
    """A match that waits for its start; raises BadOptions for a senseless combination."""
    validate(rules, options)
    return MatchState(rules, options, control, RULES_VERSION, Board.start(rules))


def must_act(state: MatchState) -> int | None:
    """The seat that must act now: who answers an offer, else who is on turn; None when over."""
    if state.phase is not Phase.LIVE:
        return None
    return state.turn if state.offer is None else 1 - state.offer.seat


def board_of(state: MatchState, seat: int) -> Board:
    """The board as `seat` sees it."""
    return state.board if seat == state.turn else state.board.turned()


def cube_in_play(state: MatchState) -> bool:
    """Whether this game has a cube at all (rules C4; length 1 has none)."""
    return state.rules.cube and state.options.length != 1 and state.crawford is not Crawford.NOW


def rolls_by_itself(state: MatchState) -> bool:
    """Whether the roll of this turn needs no command: no cube could be offered before it (C1)."""
    if state.rules.roll is Rolling.AUTO:
        return True
    return state.turns == 0 or not cube_in_play(state)


def steps_before_offer(state: MatchState, seat: int) -> int:
    """How many more steps, by both, before `seat` may offer a draw (rules V19, V20)."""
    needed = state.rules.draw_after_steps or 0
    return max(0, needed + (state.last_offer_steps[seat] or 0) - state.steps_played)


def draw_block(state: MatchState, seat: int, at: int) -> tuple[str | None, int]:
    """Why `seat` may not offer a draw at `at`, as a code, and how many steps are missing."""
    needs = steps_before_offer(state, seat)
    if state.rules.draw_after_steps is None:
        return "no_draws", 0
    if state.phase is not Phase.LIVE:
        return "game_over" if state.phase is Phase.OVER else "match_not_started", needs
    if state.offer is not None:
        return "offer_pending", needs
    if seat != state.turn:
        return "not_your_turn", needs
    if state.clock.verdict is not None or at >= state.clock.ends:
        return "time_over", needs
    return ("draw_too_early" if needs else None), needs


def claimable(state: MatchState, at: int) -> bool:
    """Whether the opponent of the seat on turn may win by claiming (rules V15).

    False while the limit that has passed at `at` is not judged yet: settle first.
    """
    judged = state.clock.verdict is not None and at >= state.clock.ends
    return state.phase is Phase.LIVE and state.offer is None and judged


def limit_moment(state: MatchState) -> int | None:
    """When the limit of the seat on turn is to be judged next; None when it has been, or waits."""
    clock = state.clock
    if state.offer is not None or clock.seat is None or clock.verdict is not None:
        return None
    return clock.ends if clock.unknown_until is None else clock.unknown_until


def deadline(state: MatchState) -> int | None:
    """The next moment at which the clock decides something by itself.

    The ten hours do not end a game whose draw offer waits, but right after its lapse (V20).
    """
    if state.phase is not Phase.LIVE:
        return None
    if state.offer is not None:
        return state.clock.ends
    moments = (limit_moment(state), state.clock.idle_ends)
    return min((moment for moment in moments if moment is not None), default=None)
