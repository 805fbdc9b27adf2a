"""A match at the table: what was done, what came of it, and that both agree."""

from collections.abc import Mapping, Sequence

import pytest

from games.engine import codec, position_id
from games.engine.board import Board
from games.engine.chance import ScriptedDice
from games.engine.clock import TimeControl
from games.engine.commands import Command, Step
from games.engine.decide import apply, decide, start
from games.engine.errors import RuleViolation
from games.engine.events import Cause, Event
from games.engine.evolve import evolve, fold
from games.engine.rules import MatchOptions, Rules, preset
from games.engine.settle import Presence, credit, settle
from games.engine.state import MatchState, deadline, new_match

T0 = 1_700_000_000_000
SECOND = 1_000
MINUTE = 60_000
HOURS = 3_600_000


class Table:
    """One match with dice known beforehand; every act is checked to be what its events say."""

    def __init__(
        self,
        rolls: Sequence[tuple[int, int]] | Mapping[int, tuple[int, int]] = (),
        *,
        rules: Rules | str = "vrhcaby",
        options: MatchOptions | None = None,
        control: TimeControl | None = None,
        position: Board | str | None = None,
        lots: Sequence[int] | int = 0,
        at: int = T0,
    ) -> None:
        self.rules = preset(rules) if isinstance(rules, str) else rules
        self.dice = ScriptedDice(rolls, lots)
        control = control or TimeControl.of(self.rules)
        self.waiting = new_match(self.rules, options or MatchOptions(), control)
        self.state: MatchState = self.waiting
        self.events: list[Event] = []
        board = position_id.decode(position) if isinstance(position, str) else position
        self._keep(start(self.state, at=at, dice=self.dice, position=board))

    def do(self, command: Command, *, at: int = T0) -> list[str]:
        """Obey a command; the kinds of its events."""
        events = decide(self.state, command, at=at, dice=self.dice)
        assert apply(self.state, command, at=at, dice=self.dice)[1] == fold(self.state, events)
        assert {event.at for event in events} == {max(at, self.events[-1].at)}
        return self._keep(events)

    def step(self, *steps: tuple[int, int], at: int = T0) -> list[str]:
        """Play single steps, (origin, die), of the seat on turn."""
        kinds: list[str] = []
        for origin, die in steps:
            kinds += self.do(Step(self.state.turn, origin, die), at=at)
        return kinds

    def refused(self, command: Command, *, at: int = T0) -> str:
        """The code of a refusal, which changes nothing (rules G3)."""
        before = codec.state_to_json(self.state)
        with pytest.raises(RuleViolation) as refusal:
            decide(self.state, command, at=at, dice=self.dice)
        assert codec.state_to_json(self.state) == before
        return refusal.value.code

    def settle(self, at: int, presence: Presence = "online") -> list[str]:
        """Let the clock decide, and see that it does so once."""
        events = settle(self.state, at=at, presence=lambda seat, moment: presence)
        kinds = self._keep(events)
        assert settle(self.state, at=at, presence=lambda seat, moment: presence) == ()
        due = deadline(self.state)
        assert due is None or due > at
        return kinds

    def credit(self, since: int, at: int, cause: Cause = Cause.OUTAGE) -> list[str]:
        """Give time back."""
        return self._keep(credit(self.state, since=since, at=at, cause=cause))

    def _keep(self, events: Sequence[Event]) -> list[str]:
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)
            assert self.state.version == len(self.events)
        text = codec.state_to_json(self.state)
        assert text == codec.state_to_json(fold(self.waiting, self.events))
        assert codec.state_from_json(text) == self.state
        return [event.kind for event in events]


def opening_table(**more: object) -> Table:
    """A vrhcáby game after the roll 6-5 of seat 0, who has not stepped yet."""
    return Table([(6, 5), (4, 2), (3, 1), (6, 4), (5, 2)], **more)  # type: ignore[arg-type]
