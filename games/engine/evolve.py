"""From one version to the next: an event is taken as a fact, never judged, never refused."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import reduce
from typing import Any

from games.engine import clock as clocks
from games.engine import events as e
from games.engine.board import BAR, PLACES, Board, own_unit, their_unit
from games.engine.outcome import score_after
from games.engine.state import Crawford, DrawOffer, MatchState, Phase, changed

Changes = dict[str, Any]
_OWN = tuple(map(own_unit, range(PLACES)))
_THEIRS = tuple(map(their_unit, range(PLACES)))


def evolve(state: MatchState, event: e.Event) -> MatchState:
    """The state after one more event."""
    changes = _CHANGES[type(event)](state, event)
    changes["version"] = state.version + 1
    changes["at"] = max(state.at, event.at)
    return changed(state, changes)


def fold(state: MatchState, events: Iterable[e.Event]) -> MatchState:
    """The state after all of these events (rules G2)."""
    return reduce(evolve, events, state)


def moved(board: Board, *, origin: int, target: int, hit: bool) -> Board:
    """The board after one step of the mover."""
    key = board.key - _OWN[origin] + _OWN[target]
    if hit:
        key += _THEIRS[BAR] - _THEIRS[25 - target]
    return Board(key)


def _match_started(state: MatchState, event: e.MatchStarted) -> Changes:
    return {}


def _game_started(state: MatchState, event: e.GameStarted) -> Changes:
    clock = clocks.idle_from(state.clock, start=event.at, limit=state.control.idle_ms)
    return {
        **_to_move(state, event.starter, event.at, clock),
        "phase": Phase.LIVE,
        "board": event.position or Board.start(state.rules),
        "game": event.number,
        "turns": 0,
        "steps_played": 0,
        "rolls": max([state.rolls, *(number for number, _, _ in event.opening)]),
        "passes": 0,
        "offer": None,
        "last_offer_steps": (None, None),
        "crawford": _crawford(state),
    }


def _crawford(state: MatchState) -> Crawford:
    """Which side of the Crawford game the game about to begin is on (rules C4)."""
    if state.crawford is not Crawford.BEFORE:
        return Crawford.AFTER
    length = state.options.length
    due = state.options.crawford and length is not None and length - 1 in state.score
    return Crawford.NOW if due else Crawford.BEFORE


def _to_move(state: MatchState, seat: int, at: int, clock: clocks.Clock) -> Changes:
    """A turn of `seat` begins, its dice not rolled yet."""
    limit = state.control.limit_for(1)
    return {
        "turn": seat,
        "roll": None,
        "dice_left": (),
        "steps_in_turn": 0,
        "clock": clocks.run(clock, seat=seat, start=at, limit=limit),
    }


def _next_turn(state: MatchState, at: int) -> Changes:
    return {
        **_to_move(state, 1 - state.turn, at, state.clock),
        "board": state.board.turned(),
        "turns": state.turns + 1,
    }


def _rolled(state: MatchState, event: e.Rolled) -> Changes:
    first, second = event.dice
    dice = event.dice if first != second else event.dice * 2
    limit = state.control.limit_for(len(dice))
    return {
        "roll": event.dice,
        "dice_left": dice,
        "rolls": max(state.rolls, event.roll),
        "clock": clocks.run(state.clock, seat=event.seat, start=event.at, limit=limit),
    }


def _passed(state: MatchState, event: e.Passed) -> Changes:
    rolled = state.roll is not None
    return {**_next_turn(state, event.at), "passes": state.passes + rolled}


def _stepped(state: MatchState, event: e.Stepped) -> Changes:
    left = list(state.dice_left)
    left.remove(event.die)
    return {
        "board": moved(state.board, origin=event.origin, target=event.target, hit=event.hit),
        "dice_left": tuple(left),
        "steps_played": state.steps_played + 1,
        "steps_in_turn": state.steps_in_turn + 1,
        "passes": 0,
        "clock": _after_step(state, event),
    }


def _after_step(state: MatchState, event: e.Stepped) -> clocks.Clock:
    """Each step starts the next limit, or none within a turn that has one for all its steps."""
    control = state.control
    if control.kind is clocks.ControlKind.PER_TURN:
        return clocks.idle_from(state.clock, start=event.at, limit=control.idle_ms)
    return clocks.run_anew(
        state.clock,
        seat=event.seat,
        start=event.at,
        limit=control.limit_ms,
        idle_limit=control.idle_ms,
    )


def _turn_ended(state: MatchState, event: e.TurnEnded) -> Changes:
    return _next_turn(state, event.at)


def _draw_offered(state: MatchState, event: e.DrawOffered) -> Changes:
    first, second = state.last_offer_steps
    steps = state.steps_played
    clock = state.clock
    return {
        "offer": DrawOffer(event.seat, event.at, clock.left(event.at)),
        "last_offer_steps": (first, steps) if event.seat else (steps, second),
        "clock": clocks.run(clock, seat=1 - event.seat, start=event.at, limit=clocks.ANSWER_MS),
    }


def _turn_returns(state: MatchState, at: int) -> Changes:
    """The offerer's limit goes on with what was left, but at least ten seconds (rules V20)."""
    left = state.offer.left if state.offer else 0
    limit = max(left, clocks.LEAST_LEFT_MS)
    return {
        "offer": None,
        "clock": clocks.run(state.clock, seat=state.turn, start=at, limit=limit),
    }


def _draw_declined(state: MatchState, event: e.DrawDeclined) -> Changes:
    return _turn_returns(state, event.at)


def _draw_lapsed(state: MatchState, event: e.DrawLapsed) -> Changes:
    return _turn_returns(state, event.lapsed_at)


def _limit_passed(state: MatchState, event: e.LimitPassed) -> Changes:
    return {"clock": replace(state.clock, verdict=clocks.CLAIMABLE, unknown_until=None)}


def _presence_unknown(state: MatchState, event: e.PresenceUnknown) -> Changes:
    return {"clock": replace(state.clock, unknown_until=event.until)}


def _clock_credited(state: MatchState, event: e.ClockCredited) -> Changes:
    return {"clock": clocks.credited(state.clock, since=event.since, at=event.at)}


def _game_ended(state: MatchState, event: e.GameEnded) -> Changes:
    return {
        "phase": Phase.WAITING,
        "offer": None,
        "score": score_after(state.score, event.winner, event.points),
        "clock": clocks.stop(state.clock),
    }


def _match_ended(state: MatchState, event: e.MatchEnded) -> Changes:
    return {"phase": Phase.OVER, "winner": event.winner, "reason": event.reason}


_CHANGES: dict[type, Callable[[MatchState, Any], Changes]] = {
    e.MatchStarted: _match_started,
    e.GameStarted: _game_started,
    e.Rolled: _rolled,
    e.Passed: _passed,
    e.Stepped: _stepped,
    e.TurnEnded: _turn_ended,
    e.DrawOffered: _draw_offered,
    e.DrawDeclined: _draw_declined,
    e.DrawLapsed: _draw_lapsed,
    e.LimitPassed: _limit_passed,
    e.PresenceUnknown: _presence_unknown,
    e.ClockCredited: _clock_credited,
    e.GameEnded: _game_ended,
    e.MatchEnded: _match_ended,
}
