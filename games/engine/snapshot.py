"""A state as one line of JSON: {"format", "setup", "play"}.

`setup` is what the match is played by; it is written and read once per kind of match and kept.
`play` is a list, its order is that of `_play`; what only some games have (a cube, a pending
answer, wishes, reserves) follows in one more list where it is not as in the others. The text is
rewritten at every step.
"""

import json
from functools import lru_cache
from typing import Any

from games.engine.board import Board
from games.engine.clock import Clock, TimeControl
from games.engine.cube import CENTRED, Cube, CubeOffer, Pending, Raise, ResignationOffer
from games.engine.errors import RuleViolation
from games.engine.events import Reason
from games.engine.match_errors import StaleSnapshot
from games.engine.rules import MatchOptions, Rules
from games.engine.state import Crawford, DrawOffer, MatchState, Phase

FORMAT = 1
_SEPARATOR = ',"play":'
_encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
_PHASES = {str(phase): phase for phase in Phase}
_CRAWFORDS = {str(crawford): crawford for crawford in Crawford}
_REASONS: dict[str | None, Reason | None] = {None: None, **{str(code): code for code in Reason}}
_USUAL = (CENTRED, None, 0, (False, False), (False, False), (0, 0), (0, 0))
Setup = tuple[Rules, MatchOptions, TimeControl, int]


def state_to_json(state: MatchState) -> str:
    """The text of a state; equal states have equal texts (rules G2)."""
    head = _head(state.rules, state.options, state.control, state.rules_version)
    return f"{head}{_SEPARATOR}{_encode(_play(state))}}}"


def state_from_json(text: str) -> MatchState:
    """Read `state_to_json` back; raises StaleSnapshot for a text of another format."""
    head, separator, play = text.rpartition(_SEPARATOR)
    if not separator:
        raise StaleSnapshot
    try:
        return _state(_setup(head), json.loads(play[:-1]))
    except (KeyError, TypeError, ValueError, RuleViolation) as wrong:
        raise StaleSnapshot from wrong


@lru_cache(maxsize=256)
def _head(rules: Rules, options: MatchOptions, control: TimeControl, version: int) -> str:
    setup = {
        "rules": rules.to_data(),
        "options": options.to_data(),
        "control": control.to_data(),
        "rules_version": version,
    }
    return f'{{"format":{FORMAT},"setup":{_encode(setup)}'


@lru_cache(maxsize=256)
def _setup(head: str) -> Setup:
    data = json.loads(head + "}")
    if data["format"] != FORMAT:
        raise StaleSnapshot
    setup = data["setup"]
    return (
        Rules.from_data(setup["rules"]),
        MatchOptions.from_data(setup["options"]),
        TimeControl.from_data(setup["control"]),
        int(setup["rules_version"]),
    )


def _play(state: MatchState) -> list[Any]:
    offer = state.offer
    return [
        f"{state.board.key:x}",
        state.version,
        state.at,
        state.phase,
        state.game,
        state.turn,
        state.roll,
        state.dice_left,
        state.steps_played,
        state.steps_in_turn,
        state.turns,
        state.rolls,
        state.passes,
        offer and (offer.seat, offer.at, offer.left),
        state.last_offer_steps,
        _clock(state.clock),
        state.score,
        state.crawford,
        state.winner,
        state.reason,
        *_rest(state),
    ]


def _rest(state: MatchState) -> list[Any]:
    """What most states do not have, as one list in a list, or nothing."""
    rest = (
        state.cube,
        state.pending,
        state.refused_level,
        state.holds,
        state.ready,
        state.reserve,
        state.vacation,
    )
    if rest == _USUAL:
        return []
    cube = (state.cube.value, state.cube.owner, state.cube.beavers)
    return [[cube, _pending(state.pending), *rest[2:]]]


def _pending(pending: Pending | None) -> list[Any] | None:
    match pending:
        case CubeOffer():
            return [pending.seat, pending.raised, pending.left]
        case ResignationOffer():
            return [pending.seat, pending.level, pending.left]
    return None


def _clock(clock: Clock) -> list[Any]:
    return [
        clock.seat,
        clock.start,
        clock.limit,
        clock.verdict,
        clock.idle_since,
        clock.idle_limit,
        clock.unknown_until,
        clock.credited_since,
        clock.credited_until,
        clock.credited_floor,
    ]


def _state(setup: Setup, play: list[Any]) -> MatchState:
    steps, steps_in_turn, turns, rolls, passes, offer, last_offer, clock = play[8:16]
    board, version, at, phase, game, turn, roll, left = play[:8]
    score, crawford, winner, reason, *rest = play[16:]
    return MatchState(
        *setup,
        Board(int(board, 16)),
        version,
        at,
        _PHASES[phase],
        game,
        turn,
        roll and tuple(roll),
        tuple(left),
        steps,
        steps_in_turn,
        turns,
        rolls,
        passes,
        offer and DrawOffer(*offer),
        tuple(last_offer),
        Clock(*clock),
        tuple(score),
        _CRAWFORDS[crawford],
        winner,
        _REASONS[reason],
        *_rest_of(*rest),
    )


def _rest_of(rest: list[Any] | None = None) -> tuple[Any, ...]:
    if rest is None:
        return _USUAL
    cube, pending, refused_level, *pairs = rest
    holds, ready, reserve, vacation = map(tuple, pairs)
    waits = pending and _pending_of(*pending)
    return Cube(*cube), waits, refused_level, holds, ready, reserve, vacation


def _pending_of(seat: int, asked: str | int, left: int) -> Pending:
    if isinstance(asked, str):
        return CubeOffer(seat, Raise(asked), left)
    return ResignationOffer(seat, asked, left)
