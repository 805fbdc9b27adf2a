"""A match of this engine as a record: what was played, as other programs know it."""

from collections.abc import Iterable

from games.engine import events as e
from games.engine.board import HAND
from games.engine.evolve import evolve
from games.engine.formats.record import Action, ActionKind, Game, Record
from games.engine.outcome import SINGLE
from games.engine.state import Crawford, MatchState

Info = tuple[tuple[str, str], ...]
_CUBE = {
    e.Doubled: ActionKind.DOUBLE,
    e.Taken: ActionKind.TAKE,
    e.Dropped: ActionKind.DROP,
    e.Beavered: ActionKind.BEAVER,
    e.Raccooned: ActionKind.RACCOON,
}
_PLAYED_OUT = frozenset({e.Reason.BORNE_OFF, e.Reason.DROPPED})


def record_of(
    waiting: MatchState,
    events: Iterable[e.Event],
    *,
    ruleset: str,
    players: tuple[str, str],
    info: Info = (),
) -> Record:
    """The record of the events of a match; `waiting` is its state before them.

    Leaving, claims and losses on time are resignations here: the formats know no other way to
    lose in the middle of a game. One that costs the match keeps all its points, see `conceded`.
    """
    state = waiting
    games: list[_GameSoFar] = []
    for event in events:
        if isinstance(event, e.GameStarted):
            games.append(_GameSoFar(evolve(state, event), event))
        elif games:
            games[-1].follow(state, event)
        state = evolve(state, event)
    return Record(
        players=players,
        ruleset=ruleset,
        options=waiting.options,
        games=tuple(game.done() for game in games),
        info=info,
    )


class _GameSoFar:
    """One game while its events come."""

    def __init__(self, begun: MatchState, event: e.GameStarted) -> None:
        position = event.position
        if position is not None and event.starter:
            position = position.turned()
        longer = begun.options.length != 1
        self._start = position
        self._score = begun.score
        self._cube = begun.cube.value
        self._crawford = longer and begun.crawford is Crawford.NOW
        # Of a match to one point both players need one: that is past any Crawford game.
        self._post_crawford = begun.crawford is Crawford.AFTER or not longer
        self._actions: list[Action] = []
        self._steps: list[tuple[int, int]] = []
        self._end: e.GameEnded | None = None
        self._level = 0

    def follow(self, state: MatchState, event: e.Event) -> None:
        """Note what an event adds; `state` is that before it."""
        if isinstance(event, e.Stepped):
            self._steps.append((event.origin, event.target))
        elif isinstance(event, e.Placed):
            self._steps.append((HAND, event.target))
        elif isinstance(event, e.TurnEnded | e.Passed):
            self._turn_over(state)
        elif isinstance(event, e.GameEnded):
            self._over(state, event)
        elif type(event) in _CUBE and event.seat is not None:
            self._actions.append(Action(_CUBE[type(event)], event.seat))

    def _turn_over(self, state: MatchState) -> None:
        """Who is closed out and does not roll has done nothing."""
        if state.roll is not None:
            steps = tuple(self._steps)
            self._actions.append(Action(ActionKind.MOVE, state.turn, state.roll, steps))
        self._steps = []

    def _over(self, state: MatchState, event: e.GameEnded) -> None:
        self._end = event
        given_up = event.winner is not None and event.reason not in _PLAYED_OUT
        # Points beyond the game's own cost the match; with Jacoby there are less of them.
        counted = min(event.level * state.cube.value, event.points)
        self._level = -(-counted // state.cube.value)
        if self._steps:
            self._turn_over(state)
        elif (
            state.roll is not None and event.reason not in _PLAYED_OUT and event.winner is not None
        ):
            self._actions.append(Action(ActionKind.ROLL, state.turn, state.roll))
        if event.winner is not None and given_up:
            level = max(self._level, SINGLE)
            self._actions.append(Action(ActionKind.RESIGN, 1 - event.winner, level=level))

    def done(self) -> Game:
        """The game as a value."""
        end = self._end
        return Game(
            score=self._score,
            crawford=self._crawford,
            post_crawford=self._post_crawford,
            start=self._start,
            cube=self._cube,
            actions=tuple(self._actions),
            finished=end is not None,
            winner=None if end is None else end.winner,
            level=self._level,
            points=0 if end is None else end.points,
        )
