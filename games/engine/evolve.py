"""From one version to the next: an event is taken as a fact, never judged, never refused."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import reduce
from typing import Any

from games.engine import clock as clocks
from games.engine import events as e
from games.engine import timing
from games.engine.board import BAR, HAND, PLACES, Board, own_unit, their_unit
from games.engine.cube import Cube, CubeOffer, Raise, ResignationOffer, centred
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
    ties = len(event.opening) - 1
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
        "cube": centred(ties=max(ties, 0), limit=state.options.automatic_doubles),
        "pending": None,
        "holds": (False, False),
        "ready": (False, False),
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
    reserve = timing.charged(state, at)
    limit = timing.turn_limit(state, seat, reserve)
    return {
        "turn": seat,
        "roll": None,
        "dice_left": (),
        "steps_in_turn": 0,
        "refused_level": 0,
        "reserve": reserve,
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
    hand = state.board.hand
    dice = event.dice if first != second or hand else event.dice * 2
    changes: Changes = {
        "roll": event.dice,
        "dice_left": dice,
        "rolls": max(state.rolls, event.roll),
        "holds": _released(state),
    }
    if not state.control.one_limit_a_turn:
        limit = state.control.limit_for(min(len(dice), hand or len(dice)))
        changes["clock"] = clocks.run(state.clock, seat=event.seat, start=event.at, limit=limit)
    return changes


def _released(state: MatchState) -> tuple[bool, bool]:
    """A wish to be asked before the roll is for one roll."""
    first, second = state.holds
    return (first, False) if state.turn else (False, second)


def _passed(state: MatchState, event: e.Passed) -> Changes:
    rolled = state.roll is not None
    return {
        **_next_turn(state, event.at),
        "passes": state.passes + rolled,
        "holds": _released(state),
    }


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


def _after_step(state: MatchState, event: e.Stepped | e.Placed) -> clocks.Clock:
    """Each step starts the next limit, or none within a turn that has one for all its steps."""
    control = state.control
    if control.kind is not clocks.ControlKind.PER_STEP:
        return clocks.idle_from(state.clock, start=event.at, limit=control.idle_ms)
    return clocks.run_anew(
        state.clock,
        seat=event.seat,
        start=event.at,
        limit=control.limit_ms,
        idle_limit=control.idle_ms,
    )


def _placed(state: MatchState, event: e.Placed) -> Changes:
    """A checker leaves the hand; with the last one the turn is over (rules P2)."""
    left = list(state.dice_left)
    left.remove(event.die)
    return {
        "board": moved(state.board, origin=HAND, target=event.target, hit=False),
        "dice_left": tuple(left) if state.board.hand > 1 else (),
        "steps_in_turn": state.steps_in_turn + 1,
        "clock": _after_step(state, event),
    }


def _turn_ended(state: MatchState, event: e.TurnEnded) -> Changes:
    return _next_turn(state, event.at)


def _draw_offered(state: MatchState, event: e.DrawOffered) -> Changes:
    first, second = state.last_offer_steps
    steps = state.steps_played
    limit = timing.draw_answer_limit(state)
    return {
        "offer": DrawOffer(event.seat, event.at, timing.paused(state, event.at)),
        "last_offer_steps": (first, steps) if event.seat else (steps, second),
        "reserve": timing.charged(state, event.at),
        "clock": clocks.run(state.clock, seat=1 - event.seat, start=event.at, limit=limit),
    }


def _turn_returns(state: MatchState, at: int) -> Changes:
    """The seat on turn goes on with the limit that was stopped (rules V20)."""
    waited = state.offer or state.pending
    reserve = timing.charged(state, at)
    limit = timing.resumed(state, waited.left if waited else 0, reserve)
    return {
        "offer": None,
        "pending": None,
        "reserve": reserve,
        "clock": clocks.run(state.clock, seat=state.turn, start=at, limit=limit),
    }


def _draw_declined(state: MatchState, event: e.DrawDeclined) -> Changes:
    return _turn_returns(state, event.at)


def _draw_lapsed(state: MatchState, event: e.DrawLapsed) -> Changes:
    return _turn_returns(state, event.lapsed_at)


def _asked(state: MatchState, seat: int, at: int) -> Changes:
    """`seat` must answer; it has a limit of its own for that."""
    reserve = timing.charged(state, at)
    limit = timing.turn_limit(state, seat, reserve)
    return {
        "reserve": reserve,
        "clock": clocks.run(state.clock, seat=seat, start=at, limit=limit),
    }


def _left(state: MatchState, at: int) -> int:
    """What the seat on turn has left, now or since its time was stopped."""
    return timing.paused(state, at) if state.pending is None else state.pending.left


def _doubled(state: MatchState, event: e.Doubled) -> Changes:
    offer = CubeOffer(event.seat, Raise.DOUBLE, _left(state, event.at))
    return {**_asked(state, 1 - event.seat, event.at), "pending": offer}


def _taken(state: MatchState, event: e.Taken) -> Changes:
    """Who takes a double owns the cube; a beaver and a raccoon leave it with the beaverer (C7)."""
    raised = state.pending.raised if isinstance(state.pending, CubeOffer) else Raise.DOUBLE
    owner = event.seat if raised is Raise.DOUBLE else state.cube.owner
    cube = replace(state.cube, value=event.value, owner=owner)
    return {**_turn_returns(state, event.at), "cube": cube}


def _dropped(state: MatchState, event: e.Dropped) -> Changes:
    return {}


def _beavered(state: MatchState, event: e.Beavered) -> Changes:
    beavers = state.cube.beavers + 1
    cube = Cube(value=event.value // 2, owner=event.seat, beavers=beavers)
    offer = CubeOffer(event.seat, Raise.BEAVER, _left(state, event.at))
    return {**_asked(state, 1 - event.seat, event.at), "cube": cube, "pending": offer}


def _raccooned(state: MatchState, event: e.Raccooned) -> Changes:
    cube = replace(state.cube, value=event.value // 2)
    offer = CubeOffer(event.seat, Raise.RACCOON, _left(state, event.at))
    return {**_asked(state, 1 - event.seat, event.at), "cube": cube, "pending": offer}


def _resignation_offered(state: MatchState, event: e.ResignationOffered) -> Changes:
    offer = ResignationOffer(event.seat, event.level, _left(state, event.at))
    return {**_asked(state, 1 - event.seat, event.at), "pending": offer}


def _resignation_declined(state: MatchState, event: e.ResignationDeclined) -> Changes:
    level = state.pending.level if isinstance(state.pending, ResignationOffer) else 0
    return {**_turn_returns(state, event.at), "refused_level": level}


def _roll_held(state: MatchState, event: e.RollHeld) -> Changes:
    first, second = state.holds
    return {"holds": (first, event.on) if event.seat else (event.on, second)}


def _next_game_wanted(state: MatchState, event: e.NextGameWanted) -> Changes:
    first, second = state.ready
    return {"ready": (first, True) if event.seat else (True, second)}


def _session_left(state: MatchState, event: e.SessionLeft) -> Changes:
    return {}


def _limit_passed(state: MatchState, event: e.LimitPassed) -> Changes:
    return {"clock": replace(state.clock, verdict=clocks.CLAIMABLE, unknown_until=None)}


def _presence_unknown(state: MatchState, event: e.PresenceUnknown) -> Changes:
    return {"clock": replace(state.clock, unknown_until=event.until)}


def _clock_credited(state: MatchState, event: e.ClockCredited) -> Changes:
    return {"clock": clocks.credited(state.clock, since=event.since, at=event.at)}


def _vacation_taken(state: MatchState, event: e.VacationTaken) -> Changes:
    return {
        "vacation": timing.with_seat(state.vacation, event.seat, event.left),
        "clock": clocks.longer(state.clock, clocks.DAY_MS),
    }


def _game_ended(state: MatchState, event: e.GameEnded) -> Changes:
    clock = clocks.stop(state.clock)
    changes: Changes = {
        "phase": Phase.WAITING,
        "offer": None,
        "pending": None,
        "score": score_after(state.score, event.winner, event.points),
        "reserve": timing.charged(state, event.at),
        "clock": clock,
    }
    if state.options.length is None:
        wait = state.control.idle_ms or state.control.limit_ms
        changes["phase"] = Phase.BETWEEN
        changes["clock"] = clocks.idle_from(clock, start=event.at, limit=wait)
    return changes


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
    e.Placed: _placed,
    e.Doubled: _doubled,
    e.Taken: _taken,
    e.Dropped: _dropped,
    e.Beavered: _beavered,
    e.Raccooned: _raccooned,
    e.ResignationOffered: _resignation_offered,
    e.ResignationDeclined: _resignation_declined,
    e.RollHeld: _roll_held,
    e.NextGameWanted: _next_game_wanted,
    e.SessionLeft: _session_left,
    e.VacationTaken: _vacation_taken,
    e.GameEnded: _game_ended,
    e.MatchEnded: _match_ended,
}
