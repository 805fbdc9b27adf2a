"""What the clock decides by itself: passed limits, lapsed offers, ten hours, and credits."""

from collections.abc import Callable
from typing import Literal

from games.engine import events as e
from games.engine.clock import UNKNOWN_MS, idle_growth, step_growth
from games.engine.flow import Log
from games.engine.rules import PastLimit
from games.engine.state import DrawOffer, MatchState, Phase, deadline, limit_moment

Presence = Literal["online", "offline", "unknown"]
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
    if state.phase is not Phase.LIVE:
        return ()
    step = step_growth(state.clock, since=since, at=at)
    if not step and not idle_growth(state.clock, since=since, at=at):
        return ()
    return (e.ClockCredited(at=at, since=since, ms=step, cause=cause),)


def _settle_one(log: Log, due: int, presence: PresenceAt) -> None:
    state = log.state
    if state.offer is not None:
        _lapse(log, state.offer, due)
    elif due == limit_moment(state):
        _judge_limit(log, due, presence(state.turn, due))
    else:
        log.end(1 - state.turn, e.Reason.IDLE)


def _lapse(log: Log, offer: DrawOffer, due: int) -> None:
    """Nobody answered: the turn returns as of the end of the answer's time (rules V20)."""
    log.add(e.DrawLapsed(at=log.at, seat=offer.seat, lapsed_at=due))


def _judge_limit(log: Log, due: int, found: Presence) -> None:
    """One verdict, as of the limit (rules V16), unless presence is unknown for a while (V23)."""
    state = log.state
    seat = state.turn
    limit_at = state.clock.ends
    if found == "unknown" and state.clock.unknown_until is None:
        until = limit_at + UNKNOWN_MS
        log.add(e.PresenceUnknown(at=log.at, seat=seat, since=limit_at, until=until))
        return
    online = found == "online"
    log.add(e.LimitPassed(at=log.at, seat=seat, online=online, limit_at=limit_at))
    if not online and state.rules.past_limit is PastLimit.CLAIM_OR_OFFLINE_LOSS:
        log.end(1 - seat, e.Reason.ABSENT)
