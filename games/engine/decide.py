"""Judging a command: the events it gives, or a refusal. Nothing changes here."""

from collections.abc import Callable
from typing import Any

from games.engine import allowed, errors
from games.engine import commands as c
from games.engine import events as e
from games.engine import match_errors as refusals
from games.engine.board import Board
from games.engine.chance import DiceSource
from games.engine.cube import ResignationOffer
from games.engine.flow import Log, begin_game, place, roll, run_on
from games.engine.graph import check_turn, find_step
from games.engine.outcome import SINGLE, session_ended
from games.engine.state import MatchState, Phase
from games.engine.steps import StepOption

Events = tuple[e.Event, ...]


def start(state: MatchState, *, at: int, dice: DiceSource, position: Board | None = None) -> Events:
    """Start a match that waits, or its next game, and roll until somebody has a choice.

    `position`, as the starter sees it, replaces the start of the ruleset.
    The next game of a money session begins by the command NextGame. Raises MatchStartedAlready.
    """
    if state.phase is not Phase.WAITING:
        raise refusals.MatchStartedAlready
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
    log = Log(state, max(at, state.at))
    allowed.require(state, command, at=log.at)
    _OBEY[type(command)](log, command, dice)
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


def _step(log: Log, command: c.Step, dice: DiceSource) -> None:
    state = log.state
    found = find_step(
        state.board, state.dice_left, state.rules, command.origin, command.die, command.target
    )
    log.add(_stepped(log, found))


def _turn(log: Log, command: c.Turn, dice: DiceSource) -> None:
    state = log.state
    for step in check_turn(state.board, state.roll or (), state.rules, command.steps):
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
    roll(log, dice)


def _place(log: Log, command: c.Place, dice: DiceSource) -> None:
    place(log, command.die)


def _double(log: Log, command: c.Double, dice: DiceSource) -> None:
    log.add(e.Doubled(at=log.at, seat=command.seat, value=_offered(log)))


def _take(log: Log, command: c.Take, dice: DiceSource) -> None:
    log.add(e.Taken(at=log.at, seat=command.seat, value=_offered(log)))


def _drop(log: Log, command: c.Drop, dice: DiceSource) -> None:
    log.add(e.Dropped(at=log.at, seat=command.seat))
    log.end(1 - command.seat, e.Reason.DROPPED, level=SINGLE)


def _beaver(log: Log, command: c.Beaver, dice: DiceSource) -> None:
    log.add(e.Beavered(at=log.at, seat=command.seat, value=2 * _offered(log)))


def _raccoon(log: Log, command: c.Raccoon, dice: DiceSource) -> None:
    log.add(e.Raccooned(at=log.at, seat=command.seat, value=2 * _offered(log)))


def _offered(log: Log) -> int:
    """The value that a cube shows, turned once from the stake in force."""
    return 2 * log.state.cube.value


def _offer_resignation(log: Log, command: c.OfferResignation, dice: DiceSource) -> None:
    log.add(e.ResignationOffered(at=log.at, seat=command.seat, level=command.level))


def _hold(log: Log, command: c.Hold, dice: DiceSource) -> None:
    log.add(e.RollHeld(at=log.at, seat=command.seat, on=command.on))


def _next_game(log: Log, command: c.NextGame, dice: DiceSource) -> None:
    log.add(e.NextGameWanted(at=log.at, seat=command.seat))


def _offer_draw(log: Log, command: c.OfferDraw, dice: DiceSource) -> None:
    log.add(e.DrawOffered(at=log.at, seat=command.seat))


def _accept(log: Log, command: c.Accept, dice: DiceSource) -> None:
    offer = log.state.pending
    if isinstance(offer, ResignationOffer):
        log.end(command.seat, e.Reason.RESIGNED, level=offer.level)
    else:
        log.end(None, e.Reason.DRAW_AGREED)


def _decline(log: Log, command: c.Decline, dice: DiceSource) -> None:
    if log.state.pending is not None:
        log.add(e.ResignationDeclined(at=log.at, seat=command.seat))
    else:
        log.add(e.DrawDeclined(at=log.at, seat=command.seat))


def _resign(log: Log, command: c.Resign, dice: DiceSource) -> None:
    log.end(1 - command.seat, e.Reason.RESIGNED)


def _leave(log: Log, command: c.Leave, dice: DiceSource) -> None:
    if log.state.phase is Phase.LIVE:
        log.end(1 - command.seat, e.Reason.LEFT)
        return
    log.add(e.SessionLeft(at=log.at, seat=command.seat))
    log.add(session_ended(log.state, at=log.at))


def _claim(log: Log, command: c.Claim, dice: DiceSource) -> None:
    log.end(command.seat, e.Reason.CLAIMED)


_OBEY: dict[type, Callable[[Log, Any, DiceSource], None]] = {
    c.Step: _step,
    c.Turn: _turn,
    c.Roll: _roll,
    c.Place: _place,
    c.Double: _double,
    c.Take: _take,
    c.Drop: _drop,
    c.Beaver: _beaver,
    c.Raccoon: _raccoon,
    c.OfferResignation: _offer_resignation,
    c.Hold: _hold,
    c.NextGame: _next_game,
    c.OfferDraw: _offer_draw,
    c.Accept: _accept,
    c.Decline: _decline,
    c.Resign: _resign,
    c.Leave: _leave,
    c.Claim: _claim,
}
