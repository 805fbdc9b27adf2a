"""A record as the events of a match, so that it can be shown as any other."""

from games.engine import events as e
from games.engine.board import HAND
from games.engine.clock import TimeControl
from games.engine.cube import Cube
from games.engine.evolve import evolve
from games.engine.formats.record import Action, ActionKind, Game, Moves, Record
from games.engine.graph import TurnGraph
from games.engine.state import MatchState, changed, new_match
from games.engine.steps import StepOption

A_MOMENT_MS = 1000


def events_of(record: Record) -> tuple[MatchState, tuple[tuple[e.Event, MatchState], ...]]:
    """The state before a record's first game, and its events, each with the state after it.

    The record is one that `reading.read_match` gave, so that all its play is legal. Moments are
    counted, for a file tells none; who opened with which die no file tells either.
    """
    log = _Log(new_match(record.rules, record.options, TimeControl.of(record.rules)))
    before = log.state
    for number, game in enumerate(record.games, 1):
        _game(log, number, game)
    if record.decided:
        score = record.final_score
        reason = _reason(record.games[-1])
        winner = int(score[1] > score[0])
        log.add(e.MatchEnded(at=log.at, winner=winner, points=score, reason=reason))
    return before, tuple(log.told)


class _Log:
    """Events being written, and the state after them."""

    def __init__(self, state: MatchState) -> None:
        self.state = state
        self.told: list[tuple[e.Event, MatchState]] = []

    @property
    def at(self) -> int:
        """The moment of the next event."""
        return len(self.told) * A_MOMENT_MS

    def add(self, event: e.Event, **overrides: object) -> None:
        """Write an event down; `overrides` are what of the state no event tells."""
        self.state = evolve(self.state, event)
        if overrides:
            self.state = changed(self.state, overrides)
        self.told.append((event, self.state))


def _game(log: _Log, number: int, game: Game) -> None:
    starter = game.actions[0].seat if game.actions else 0
    position = game.start
    if position is not None and starter:
        position = position.turned()
    begun = e.GameStarted(at=log.at, number=number, starter=starter, position=position)
    log.add(begun, cube=Cube(value=game.cube, owner=game.owner), score=game.score)
    for action in game.actions:
        _act(log, action)
    if game.finished:
        log.add(
            e.GameEnded(
                at=log.at,
                winner=game.winner,
                level=game.level,
                points=game.points,
                reason=_reason(game),
            )
        )


def _act(log: _Log, action: Action) -> None:
    seat, value = action.seat, log.state.cube.value
    match action.kind:
        case ActionKind.MOVE:
            _turn(log, action)
        case ActionKind.ROLL:
            _rolled(log, action)
        case ActionKind.DOUBLE:
            _to_move(log, seat)
            log.add(e.Doubled(at=log.at, seat=seat, value=2 * value))
        case ActionKind.TAKE:
            log.add(e.Taken(at=log.at, seat=seat, value=2 * value))
        case ActionKind.DROP:
            log.add(e.Dropped(at=log.at, seat=seat))
        case ActionKind.BEAVER:
            log.add(e.Beavered(at=log.at, seat=seat, value=4 * value))
        case ActionKind.RACCOON:
            log.add(e.Raccooned(at=log.at, seat=seat, value=4 * value))


def _to_move(log: _Log, seat: int) -> None:
    """Who is not on turn was closed out or had nothing to place: he passes without a roll."""
    if log.state.turn != seat:
        log.add(e.Passed(at=log.at, seat=log.state.turn))


def _rolled(log: _Log, action: Action) -> None:
    _to_move(log, action.seat)
    dice = action.dice or (0, 0)
    log.add(e.Rolled(at=log.at, seat=action.seat, dice=dice, roll=log.state.rolls + 1))


def _turn(log: _Log, action: Action) -> None:
    _rolled(log, action)
    seat = action.seat
    if not action.steps:
        log.add(e.Passed(at=log.at, seat=seat))
        return
    if action.steps[0][0] == HAND:
        for _, target in action.steps:
            log.add(e.Placed(at=log.at, seat=seat, target=target, die=25 - target))
    else:
        for step in _steps(log.state, action.steps):
            log.add(
                e.Stepped(
                    at=log.at,
                    seat=seat,
                    origin=step.origin,
                    target=step.target,
                    die=step.die,
                    hit=step.hit,
                )
            )
    if not log.state.board.won:
        log.add(e.TurnEnded(at=log.at, seat=seat))


def _steps(state: MatchState, told: Moves) -> tuple[StepOption, ...]:
    """The steps with their dice, in an order in which each is possible when its turn comes."""
    rules = state.rules
    graph = TurnGraph(state.board, state.dice_left, rules)
    for order in (told, told[::-1]):
        found = _along(graph, order, ())
        if found is not None:
            return found
    raise ValueError(told)


def _along(
    graph: TurnGraph, rest: Moves, played: tuple[StepOption, ...]
) -> tuple[StepOption, ...] | None:
    if not rest:
        return played
    for step in graph.allowed(*played):
        if (step.origin, step.target) == rest[0]:
            found = _along(graph, rest[1:], (*played, step))
            if found is not None:
                return found
    return None


def _reason(game: Game) -> e.Reason:
    last = game.actions[-1].kind if game.actions else None
    if game.winner is None:
        return e.Reason.DRAW_AGREED
    if last is ActionKind.DROP:
        return e.Reason.DROPPED
    return e.Reason.RESIGNED if last is ActionKind.RESIGN else e.Reason.BORNE_OFF
