"""Is a recorded match one that the rules allow? Each record is judged again as a command."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from games.engine import commands as c
from games.engine import events as e
from games.engine.chance import DiceSource, ScriptedDice
from games.engine.cube import ResignationOffer
from games.engine.decide import annul, decide, start
from games.engine.errors import RuleViolation
from games.engine.evolve import fold
from games.engine.rules import Commit
from games.engine.settle import Presence, credit, settle
from games.engine.state import MatchState, must_act


@dataclass(frozen=True, slots=True)
class Difference:
    """The first event, by its number, that does not follow by the rules.

    `code` is `refused` (with the refusal in `detail`), `differs` (with the kind that should
    have come, "" for none) or `incomplete` (the record ends before this event of that kind).
    """

    seq: int
    code: str
    detail: str


def first_difference(state: MatchState, events: Sequence[e.Event]) -> Difference | None:
    """Judge a record again from the state before it; None when the engine says the same."""
    dice = recorded_dice(events)
    done = 0
    while done < len(events):
        try:
            following = _judge_again(state, events[done:], dice)
        except RuleViolation as refusal:
            return Difference(done + 1, "refused", refusal.code)
        except LookupError:
            return Difference(done + 1, "refused", "no_such_roll")
        difference = _compare(done, following, events[done:])
        if difference is not None:
            return difference
        state = fold(state, following)
        done += len(following)
    return None


def recorded_dice(events: Sequence[e.Event]) -> DiceSource:
    """The dice that a record shows, by their numbers."""
    rolls = {}
    lots = []
    for event in events:
        if isinstance(event, e.Rolled):
            rolls[event.roll] = event.dice
        elif isinstance(event, e.GameStarted):
            lots.append(event.lot or 0)
            rolls.update({number: (first, second) for number, first, second in event.opening})
    return ScriptedDice(rolls, lots)


def _compare(
    done: int, following: Sequence[e.Event], recorded: Sequence[e.Event]
) -> Difference | None:
    if not following:
        return Difference(done + 1, "differs", "")
    for seq, event in enumerate(following, start=done + 1):
        at = seq - done - 1
        if at >= len(recorded):
            return Difference(seq, "incomplete", event.kind)
        if event != recorded[at]:
            return Difference(seq, "differs", event.kind)
    return None


def _judge_again(
    state: MatchState, events: Sequence[e.Event], dice: DiceSource
) -> tuple[e.Event, ...]:
    """The events that should stand at the head of `events`."""
    first = events[0]
    if isinstance(first, e.MatchStarted | e.GameStarted):
        position = next((it.position for it in events[:2] if isinstance(it, e.GameStarted)), None)
        return start(state, at=first.at, dice=dice, position=position)
    if isinstance(first, e.ClockCredited):
        return credit(state, since=first.since, at=first.at, cause=first.cause)
    if isinstance(first, e.GameEnded) and first.reason is e.Reason.ANNULLED:
        return annul(state, at=first.at)
    command = _command(state, events)
    if command is not None:
        return decide(state, command, at=first.at, dice=dice)
    verdicts = _verdicts(events)
    return settle(state, at=first.at, presence=lambda seat, at: next(verdicts, "online"))


def _command(state: MatchState, events: Sequence[e.Event]) -> c.Command | None:
    """What was asked for, if these events begin with the answer to a command."""
    first = events[0]
    simple = _SIMPLE.get(type(first))
    if simple is not None and first.seat is not None:
        return simple(first.seat)
    match first:
        case e.Stepped():
            return _play(state, first, events)
        case e.Placed(seat=seat, die=die):
            return c.Place(seat, die)
        case e.ResignationOffered(seat=seat, level=level):
            return c.OfferResignation(seat, level)
        case e.RollHeld(seat=seat, on=on):
            return c.Hold(seat, on)
        case e.GameEnded():
            return _ending(state, first)
    return None


_SIMPLE: Mapping[type[e.Event], Callable[[int], c.Command]] = {
    e.Rolled: c.Roll,
    e.Passed: c.Roll,
    e.Doubled: c.Double,
    e.Taken: c.Take,
    e.Dropped: c.Drop,
    e.Beavered: c.Beaver,
    e.Raccooned: c.Raccoon,
    e.ResignationDeclined: c.Decline,
    e.DrawOffered: c.OfferDraw,
    e.DrawDeclined: c.Decline,
    e.NextGameWanted: c.NextGame,
    e.SessionLeft: c.Leave,
}


def _play(state: MatchState, step: e.Stepped, events: Sequence[e.Event]) -> c.Command:
    if state.rules.commit is Commit.STEP:
        return c.Step(step.seat, step.origin, step.die)
    steps = takewhile(lambda event: isinstance(event, e.Stepped), events)
    played = tuple((it.origin, it.die) for it in steps if isinstance(it, e.Stepped))
    return c.Turn(step.seat, played)


def _ending(state: MatchState, ended: e.GameEnded) -> c.Command | None:
    if ended.reason is e.Reason.DRAW_AGREED:
        return c.Accept(must_act(state) or 0)
    if ended.winner is None:
        return None
    if ended.reason is e.Reason.RESIGNED and isinstance(state.pending, ResignationOffer):
        return c.Accept(ended.winner)
    loser = 1 - ended.winner
    asked: dict[e.Reason, c.Command] = {
        e.Reason.RESIGNED: c.Resign(loser),
        e.Reason.LEFT: c.Leave(loser),
        e.Reason.CLAIMED: c.Claim(ended.winner),
    }
    return asked.get(ended.reason)


def _verdicts(events: Sequence[e.Event]) -> Iterator[Presence]:
    for event in events:
        if isinstance(event, e.PresenceUnknown):
            # The first time in a limit it is the same as unknown.
            yield "unreachable"
        elif isinstance(event, e.LimitPassed):
            yield "online" if event.online else "offline"
