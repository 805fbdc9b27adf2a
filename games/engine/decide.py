"""Judging a command: the events it gives, or a refusal. Nothing changes here."""

from collections.abc import Callable
from typing import Any

from games.engine import commands as c
from games.engine import errors
from games.engine import events as e
from games.engine import match_errors as refusals
from games.engine.board import Board
from games.engine.chance import DiceSource
from games.engine.flow import Log, begin_game, roll, run_on
from games.engine.graph import check_turn, find_step
from games.engine.rules import Commit, Resignation
from games.engine.state import MatchState, Phase, draw_block
from games.engine.steps import StepOption

Events = tuple[e.Event, ...]


def start(state: MatchState, *, at: int, dice: DiceSource, position: Board | None = None) -> Events:
    """Start a match that waits, or its next game, and roll until somebody has a choice.

    `position`, as the starter sees it, replaces the start of the ruleset.
    Raises MatchStartedAlready; NotPlayable for a money session or a placing phase.
    """
    if state.phase is not Phase.WAITING:
        raise refusals.MatchStartedAlready
    if state.options.length is None:
        raise refusals.NotPlayable(option="length")
    if state.rules.placing and position is None:
        raise refusals.NotPlayable(option="placing")
    log = Log(state, max(at, state.at))
    if not state.version:
        log.add(e.MatchStarted(at=log.at))
    begin_game(log, dice, position)
    run_on(log, dice)
    return tuple(log.events)


def decide(state: MatchState, command: c.Command, *, at: int, dice: DiceSource) -> Events:
    """Judge a command at a time; raises RuleViolation (rules G3).

    The events share one moment: `at`, or that of the last event if a command that arrived later
    was committed first. What the clock has decided by then must have been settled before.
    """
    return apply(state, command, at=at, dice=dice)[0]


def apply(
    state: MatchState, command: c.Command, *, at: int, dice: DiceSource
) -> tuple[Events, MatchState]:
    """As `decide`, with the state after those events, which judging has folded anyway."""
    _require_live(state, at)
    log = Log(state, max(at, state.at))
    _JUDGES[type(command)](log, command, dice)
    run_on(log, dice)
    return tuple(log.events), log.state


def annul(state: MatchState, *, at: int) -> Events:
    """End the match without a result, as only an official may (rules V18); raises GameOver."""
    if state.phase is Phase.OVER:
        raise errors.GameOver
    at = max(at, state.at)
    reason = e.Reason.ANNULLED
    return (
        e.GameEnded(at=at, winner=None, level=0, points=0, reason=reason),
        e.MatchEnded(at=at, winner=None, points=state.score, reason=reason),
    )


def _require_live(state: MatchState, at: int) -> None:
    if state.phase is Phase.OVER:
        raise errors.GameOver
    if state.phase is Phase.WAITING:
        raise refusals.MatchNotStarted
    idle_ends = state.clock.idle_ends
    if state.offer is None and idle_ends is not None and at >= idle_ends:
        raise errors.GameOver


def _require_free_turn(log: Log, seat: int) -> None:
    """Raise unless `seat` is on turn and no offer waits (rules V19)."""
    _require_no_offer(log, seat)
    if seat != log.state.turn:
        raise errors.NotYourTurn


def _require_no_offer(log: Log, seat: int) -> None:
    state = log.state
    if state.offer is None:
        return
    if log.at >= state.clock.ends:
        raise refusals.OfferLapsed
    raise refusals.OnlyResignNow if seat == state.offer.seat else refusals.OfferPending


def _require_rolled(log: Log) -> None:
    if log.state.roll is None:
        raise refusals.MustRoll


def _step(log: Log, command: c.Step, dice: DiceSource) -> None:
    state = log.state
    if state.rules.commit is not Commit.STEP:
        raise refusals.NotAStepRuleset
    _require_free_turn(log, command.seat)
    _require_rolled(log)
    found = find_step(
        state.board, state.dice_left, state.rules, command.origin, command.die, command.target
    )
    log.add(_stepped(log, found))


def _turn(log: Log, command: c.Turn, dice: DiceSource) -> None:
    state = log.state
    if state.rules.commit is not Commit.TURN:
        raise refusals.NotATurnRuleset
    _require_free_turn(log, command.seat)
    if state.roll is None:
        raise refusals.MustRoll
    for step in check_turn(state.board, state.roll, state.rules, command.steps):
        log.add(_stepped(log, step))


def _stepped(log: Log, step: StepOption) -> e.Stepped:
    return e.Stepped(
        at=log.at,
        seat=log.state.turn,
        origin=step.origin,
        target=step.target,
        die=step.die,
        hit=step.hit,
    )


def _roll(log: Log, command: c.Roll, dice: DiceSource) -> None:
    _require_free_turn(log, command.seat)
    if log.state.roll is not None:
        raise refusals.AlreadyRolled
    roll(log, dice)


def _offer_draw(log: Log, command: c.OfferDraw, dice: DiceSource) -> None:
    code, needs = draw_block(log.state, command.seat, log.at)
    if code == errors.NotYourTurn.code:
        raise errors.NotYourTurn
    if code is not None:
        raise refusals.BLOCKS[code](needs=needs)
    log.add(e.DrawOffered(at=log.at, seat=command.seat))


def _require_answerer(log: Log, seat: int) -> None:
    state = log.state
    if state.offer is None:
        raise refusals.NoOffer
    if log.at >= state.clock.ends:
        raise refusals.OfferLapsed
    if seat == state.offer.seat:
        raise refusals.OnlyResignNow


def _accept(log: Log, command: c.Accept, dice: DiceSource) -> None:
    _require_answerer(log, command.seat)
    log.end(None, e.Reason.DRAW_AGREED)


def _decline(log: Log, command: c.Decline, dice: DiceSource) -> None:
    _require_answerer(log, command.seat)
    log.add(e.DrawDeclined(at=log.at, seat=command.seat))


def _resign(log: Log, command: c.Resign, dice: DiceSource) -> None:
    if log.state.rules.resignation is not Resignation.AT_ONCE:
        raise refusals.ResignationByOffer
    log.end(1 - command.seat, e.Reason.RESIGNED)


def _leave(log: Log, command: c.Leave, dice: DiceSource) -> None:
    log.end(1 - command.seat, e.Reason.LEFT)


def _claim(log: Log, command: c.Claim, dice: DiceSource) -> None:
    state = log.state
    _require_no_offer(log, command.seat)
    if command.seat == state.turn:
        raise refusals.NothingToClaim
    if state.clock.unknown_until is not None:
        raise refusals.PresenceIsUnknown
    if state.clock.verdict is None:
        raise refusals.TimeNotOver
    log.end(command.seat, e.Reason.CLAIMED)


_JUDGES: dict[type, Callable[[Log, Any, DiceSource], None]] = {
    c.Step: _step,
    c.Turn: _turn,
    c.Roll: _roll,
    c.OfferDraw: _offer_draw,
    c.Accept: _accept,
    c.Decline: _decline,
    c.Resign: _resign,
    c.Leave: _leave,
    c.Claim: _claim,
}
