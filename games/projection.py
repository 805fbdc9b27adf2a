"""What viewers are shown of a state: the parts of the frames that follow from the engine."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from games import wire
from games.engine import choices as engine
from games.engine import commands, controls, placing, timing
from games.engine.board import BAR, Board
from games.engine.clock import ControlKind, TimeControl
from games.engine.cube import CubeOffer
from games.engine.events import Reason
from games.engine.graph import combined_steps, legal_steps
from games.engine.rules import Commit, MatchOptions, PastLimit, Rules
from games.engine.state import (
    MatchState,
    Phase,
    board_of,
    claimable,
    cube_in_play,
    dead_cube,
    draw_block,
    must_act,
)
from games.engine.steps import StepOption
from games.engine.turn_map import turn_map

BY_TIME = {Reason.CLAIMED, Reason.ABSENT, Reason.TIME}


def state(match: MatchState, trail: Mapping[str, Any], *, at: int) -> wire.State:
    """Return the board, the dice, the cube and what may be offered, for all viewers."""
    first, second = board_of(match, 0), board_of(match, 1)
    game = trail.get("game")
    return wire.State(
        phase="over" if match.phase is Phase.OVER else "live",
        phase_of_game=_phase_of_game(match),
        length=match.options.length,
        score=match.score,
        game=match.game,
        crawford=match.crawford.value,
        cube=_cube(match),
        turn=match.turn,
        boards=(_own(first), _own(second)),
        hand=(first.hand, second.hand),
        dice=list(match.roll or ()),
        left=list(match.dice_left),
        roll=match.rolls,
        steps=match.steps_played,
        passes=match.passes,
        offer=_offer(match),
        draw=(_draw(match, 0, at), _draw(match, 1, at)),
        holds=match.holds,
        ready=match.ready,
        winner=match.winner,
        reason=None if match.reason is None else str(match.reason),
        last=[tuple(step) for step in trail.get("steps", ())],
        last_seat=trail.get("seat"),
        opening=[tuple(pair) for pair in trail.get("opening", ())],
        result_of_game=None if game is None else wire.GameResult(*game),
    )


def legal(match: MatchState) -> wire.Legal:
    """Return what the seat on turn may play now; nothing while an offer or a choice waits."""
    if match.phase is not Phase.LIVE or match.offer is not None or match.roll is None:
        return NOTHING
    if placing.is_on(match.board) or match.board.over:
        return NOTHING
    steps = legal_steps(match.board, match.dice_left, match.rules)
    paths = combined_steps(match.board, match.dice_left, match.rules)
    return wire.Legal(
        steps=[_step(step) for step in steps],
        paths=[(origin, target, [_step(step) for step in path]) for origin, target, path in paths],
        graph=_graph(match),
    )


def choices(match: MatchState, *, at: int) -> wire.Choices:
    """Return for each seat which commands it may send now, and why not the others."""
    return _choices(match, 0, at), _choices(match, 1, at)


def faces(
    match: MatchState,
    trail: Mapping[str, Any],
    *,
    at: int,
    paused: bool,
    held: wire.Held | None = None,
) -> dict[str, Any]:
    """Return the parts of a frame that follow from a match: state, legal, choices, clock.

    While an official holds the clock nothing is legal, and each choice says so.
    """
    offered = choices(match, at=at)
    return {
        "state": state(match, trail, at=at),
        "legal": NOTHING if held else legal(match),
        "choices": (_stopped(offered[0]), _stopped(offered[1])) if held else offered,
        "clock": clock(match, at=at, paused=paused, held=held),
    }


def _stopped(offered: Sequence[wire.Choice]) -> list[wire.Choice]:
    return [wire.Choice(kind=one.kind, code=CLOCK_STOPPED) for one in offered]


def clock(
    match: MatchState, *, at: int, paused: bool, held: wire.Held | None = None
) -> wire.ClockFace:
    """Return whose limit runs, what is left of it at that time, and what its end brings."""
    running, kind = match.clock, match.control.kind
    delay, letters = kind is ControlKind.DELAY, kind is ControlKind.CORRESPONDENCE
    return wire.ClockFace(
        seat=must_act(match),
        kind=_limit_kind(match),
        left=running.left(at),
        limit=running.limit,
        claimable=claimable(match, at) and not paused,
        paused=paused or running.unknown_until is not None,
        control=control(match.rules, match.options, match.control),
        reserve=timing.charged(match, at) if delay else None,
        vacation=match.vacation if letters else None,
        at_expiry=_AT_EXPIRY[controls.past_limit(match.rules, match.control)],
        held=held,
    )


def control(rules: Rules, options: MatchOptions, chosen: TimeControl) -> wire.Control:
    """Return a time control as players are told it before the game."""
    return wire.Control(**controls.describe(rules, options, chosen))


def limit_at(match: MatchState) -> int | None:
    """Return the moment of the passed limit that decided a finished match, if one did."""
    if match.reason in BY_TIME:
        return match.clock.ends
    return match.clock.idle_ends if match.reason is Reason.IDLE else None


def pips(match: MatchState) -> tuple[int, int]:
    """Return what each seat still has to go."""
    return board_of(match, 0).pips(), board_of(match, 1).pips()


CLOCK_STOPPED = "clock_stopped"
"""The code of the refusal of every command while an official holds the clock."""

NOTHING = wire.Legal(steps=[], paths=[], graph=[])
_AT_EXPIRY: Mapping[PastLimit, Literal["claim", "loss", "absent_loss"]] = {
    PastLimit.CLAIM: "claim",
    PastLimit.LOSS: "loss",
    PastLimit.CLAIM_OR_OFFLINE_LOSS: "absent_loss",
}
_Kind = Literal["step", "turn", "offer"]
_GamePhase = Literal["opening", "placing", "moving", "between", "over"]


def _phase_of_game(match: MatchState) -> _GamePhase:
    if match.phase is Phase.OVER:
        return "over"
    if match.phase is not Phase.LIVE:
        return "between"
    if placing.is_on(match.board):
        return "placing"
    return "moving" if match.turns or match.steps_in_turn else "opening"


def _cube(match: MatchState) -> wire.CubeFace | None:
    if not match.rules.cube or match.options.length == 1:
        return None
    return wire.CubeFace(
        value=match.cube.value,
        owner=match.cube.owner,
        live=cube_in_play(match),
        dead=(dead_cube(match, 0), dead_cube(match, 1)),
    )


def _offer(match: MatchState) -> wire.Offer | None:
    if match.offer is not None:
        return wire.Offer("draw", match.offer.seat)
    waits = match.pending
    if waits is None:
        return None
    if isinstance(waits, CubeOffer):
        return wire.Offer(waits.raised.value, waits.seat, value=2 * match.cube.value)
    return wire.Offer("resign", waits.seat, level=waits.level)


def _limit_kind(match: MatchState) -> _Kind:
    if match.offer is not None or match.pending is not None:
        return "offer"
    return "step" if match.control.kind is ControlKind.PER_STEP else "turn"


def _graph(match: MatchState) -> list[list[wire.Edge]]:
    if match.rules.commit is Commit.STEP:
        return []
    laid = turn_map(match.board, match.dice_left, match.rules)
    return [[(*_step(step), following) for step, following in edges] for edges in laid]


def _choices(match: MatchState, seat: int, at: int) -> list[wire.Choice]:
    return [_choice(one) for one in engine.choices(match, seat, at)]


def _choice(one: engine.Choice) -> wire.Choice:
    return wire.Choice(
        kind=one.name,
        code=one.code,
        details=dict(one.details),
        levels=[it.level for it in one.commands if isinstance(it, commands.OfferResignation)],
        dice=[it.die for it in one.commands if isinstance(it, commands.Place)],
        on=_wish(one.commands),
    )


def _wish(given: Sequence[commands.Command]) -> bool | None:
    return next((it.on for it in given if isinstance(it, commands.Hold)), None)


def _own(board: Board) -> list[int]:
    return list(board.counts[: BAR + 1])


def _draw(match: MatchState, seat: int, at: int) -> wire.DrawBlock:
    return wire.DrawBlock(*draw_block(match, seat, at))


def _step(step: StepOption) -> wire.Step:
    return (step.origin, step.target, step.die, step.hit)
