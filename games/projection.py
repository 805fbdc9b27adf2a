"""What viewers are shown of a state: the parts of the frames that follow from the engine."""

from collections.abc import Mapping
from typing import Any

from games import wire
from games.engine.board import BAR, Board
from games.engine.events import Reason
from games.engine.graph import combined_steps, legal_steps
from games.engine.state import MatchState, Phase, board_of, claimable, draw_block, must_act
from games.engine.steps import StepOption

BY_TIME = {Reason.CLAIMED, Reason.ABSENT}


def state(match: MatchState, trail: Mapping[str, Any], *, at: int) -> wire.State:
    """Return the board, the dice and what may be offered, for all viewers."""
    return wire.State(
        phase="over" if match.phase is Phase.OVER else "live",
        turn=match.turn,
        boards=(_own(board_of(match, 0)), _own(board_of(match, 1))),
        dice=list(match.roll or ()),
        left=list(match.dice_left),
        roll=match.rolls,
        steps=match.steps_played,
        passes=match.passes,
        offer=None if match.offer is None else wire.Offer(match.offer.seat),
        draw=(_draw(match, 0, at), _draw(match, 1, at)),
        winner=match.winner,
        reason=None if match.reason is None else str(match.reason),
        last=[tuple(step) for step in trail.get("steps", ())],
        last_seat=trail.get("seat"),
    )


def legal(match: MatchState) -> wire.Legal:
    """Return what the seat on turn may play now; nothing while an offer waits."""
    if match.phase is not Phase.LIVE or match.offer is not None or match.roll is None:
        return NOTHING
    steps = legal_steps(match.board, match.dice_left, match.rules)
    paths = combined_steps(match.board, match.dice_left, match.rules)
    return wire.Legal(
        steps=[_step(step) for step in steps],
        paths=[(origin, target, [_step(step) for step in path]) for origin, target, path in paths],
    )


def clock(match: MatchState, *, at: int, paused: bool) -> wire.ClockFace:
    """Return whose limit runs and what is left of it at that time."""
    running = match.clock
    offered = match.offer is not None
    return wire.ClockFace(
        seat=must_act(match),
        kind="offer" if offered else "step",
        left=running.left(at),
        limit=running.limit,
        claimable=claimable(match, at) and not paused,
        paused=paused or running.unknown_until is not None,
    )


def limit_at(match: MatchState) -> int | None:
    """Return the moment of the passed limit that decided a finished match, if one did."""
    if match.reason in BY_TIME:
        return match.clock.ends
    return match.clock.idle_ends if match.reason is Reason.IDLE else None


def pips(match: MatchState) -> tuple[int, int]:
    """Return what each seat still has to go."""
    return board_of(match, 0).pips(), board_of(match, 1).pips()


NOTHING = wire.Legal(steps=[], paths=[])


def _own(board: Board) -> list[int]:
    return list(board.counts[: BAR + 1])


def _draw(match: MatchState, seat: int, at: int) -> wire.DrawBlock:
    return wire.DrawBlock(*draw_block(match, seat, at))


def _step(step: StepOption) -> wire.Step:
    return (step.origin, step.target, step.die, step.hit)
