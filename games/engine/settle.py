"""What the clock decides by itself: passed limits, lapsed offers, ten hours, and credits."""

from collections.abc import Callable
from typing import Literal

from games.engine import events as e
from games.engine import outcome
from games.engine.clock import UNKNOWN_MS, ControlKind, idle_growth, step_growth
from games.engine.controls import past_limit
from games.engine.flow import Log
from games.engine.rules import PastLimit
from games.engine.state import DrawOffer, MatchState, Phase, deadline, limit_moment, must_act

Presence = Literal["online", "offline", "unknown", "unreachable"]
"""Unknown: his server died. Unreachable: nor could he have come back since, for want of servers."""

PresenceAt = Callable[[int, int], Presence]


def settle(state: MatchState, *, at: int, presence: PresenceAt) -> tuple[e.Event, ...]:
    """Everything the clock has decided by `at`, each as of its own moment; () when nothing.

    `presence(seat, t)` tells who was there at t. Applying the events and settling again gives
    nothing. A match to points may be left waiting for its next game: `start` begins it.
    """
    log = Log(state, max(at, state.at))
    while (due := deadline(log.state)) is not None and due <= at:
        _settle_one(log, due, presence)
    return tuple(log.events)


def credit(state: MatchState, *, since: int, at: int, cause: e.Cause) -> tuple[e.Event, ...]:
    """Give back the time in [since, at) that was not the players' (rules V23).

    Every running limit (step or turn, offer, ten hours) grows by at − max(since, its start), less
    what was credited before. For a lost instance, `since` is the last heartbeat of the seat that
    must act and `at` its return.
    """
    if state.phase not in (Phase.LIVE, Phase.BETWEEN):
        return ()
    step = step_growth(state.clock, since=since, at=at)
    if not step and not idle_growth(state.clock, since=since, at=at):
        return ()
    return (e.ClockCredited(at=at, since=since, ms=step, cause=cause),)


def _settle_one(log: Log, due: int, presence: PresenceAt) -> None:
    state = log.state
    if state.phase is Phase.BETWEEN:
        log.add(outcome.session_ended(state, at=log.at))
    elif state.offer is not None:
        _lapse(log, state.offer, due)
    elif due == limit_moment(state):
        _limit_ends(log, state.clock.seat or 0, due, presence)
    else:
        log.end(1 - (must_act(state) or 0), e.Reason.IDLE)


def _lapse(log: Log, offer: DrawOffer, due: int) -> None:
    """Nobody answered: the turn returns as of the end of the answer's time (rules V20)."""
    log.add(e.DrawLapsed(at=log.at, seat=offer.seat, lapsed_at=due))


def _limit_ends(log: Log, seat: int, due: int, presence: PresenceAt) -> None:
    """By letter a day of vacation goes first, and nobody has to be there."""
    state = log.state
    if state.control.kind is not ControlKind.CORRESPONDENCE:
        _judge_limit(log, seat, presence(seat, due))
    elif state.vacation[seat]:
        left = state.vacation[seat] - 1
        log.add(e.VacationTaken(at=log.at, seat=seat, limit_at=due, left=left))
    else:
        _judge_limit(log, seat, "offline")


def _judge_limit(log: Log, seat: int, found: Presence) -> None:
    """One verdict, as of the limit (rules V16), unless presence is unknown for a while (V23)."""
    state = log.state
    limit_at, unknown_until = state.clock.ends, state.clock.unknown_until
    if found == "unreachable" or (found == "unknown" and unknown_until is None):
        until = (unknown_until or limit_at) + UNKNOWN_MS
        log.add(e.PresenceUnknown(at=log.at, seat=seat, since=limit_at, until=until))
        return
    online = found == "online"
    log.add(e.LimitPassed(at=log.at, seat=seat, online=online, limit_at=limit_at))
    past = past_limit(state.rules, state.control)
    if past is PastLimit.LOSS:
        log.end(1 - seat, e.Reason.TIME)
    elif past is PastLimit.CLAIM_OR_OFFLINE_LOSS and not online:
        log.end(1 - seat, e.Reason.ABSENT)
