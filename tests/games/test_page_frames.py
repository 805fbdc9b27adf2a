"""Frames as the server makes them, written down for the tests of the page's scripts.

`tests/js` reads `tests/data/frames`; this test says that the files are what the engine gives now.
To write them anew: `WRITE_FRAMES=1 python3 manage.py test tests/games/test_page_frames.py`.
"""

import json
import os
from pathlib import Path

import msgspec

from games import projection, trail, wire
from games.engine import codec, commands
from games.engine.board import BAR
from games.engine.decide import decide, start
from games.engine.events import Event
from games.engine.evolve import fold
from games.engine.fairness import Stream
from games.engine.graph import legal_steps
from games.engine.state import MatchState, Phase, board_of
from games.terms import resolve

FOLDER = Path(__file__).resolve().parents[1] / "data" / "frames"
NOON = 1_700_000_000_000
A_STEP_EVERY_MS = 1_500
OPENING_FRAMES = 14


class Recorded:
    """A match played by the first legal step each time, and the frames that it gives."""

    def __init__(self) -> None:
        self.state = resolve("vrhcaby").new_match()
        self.boards = [list(board_of(self.state, seat).counts[: BAR + 1]) for seat in (0, 1)]
        self.trail: dict[str, object] = {}
        self.events: list[wire.EventFrame] = []
        self.dice = Stream(bytes(32), ("anna", "boris"))
        self.happen(start(self.state, at=NOON, dice=self.dice))
        self.snapshot = self._snapshot()
        self.frames: list[wire.Events] = []

    def play(self) -> None:
        """Play to the end."""
        while self.state.phase is not Phase.OVER:
            option = legal_steps(self.state.board, self.state.dice_left, self.state.rules)[-1]
            step = commands.Step(self.state.turn, option.origin, option.die, option.target)
            at = self.state.at + A_STEP_EVERY_MS
            fresh = self.happen(decide(self.state, step, at=at, dice=self.dice))
            self.frames.append(self._frame(fresh))

    def happen(self, events: tuple[Event, ...]) -> list[wire.EventFrame]:
        """Let events have happened and return them as frames."""
        first = self.state.version + 1
        self.state = fold(self.state, events)
        self.trail = trail.follow(self.trail, events)
        fresh = [_frame_of(seq, event) for seq, event in enumerate(events, first)]
        self.events += fresh
        return fresh

    def _shown(self) -> dict[str, object]:
        state: MatchState = self.state
        return {
            "match": 7,
            "version": state.version,
            "now": state.at,
            "state": projection.state(state, self.trail, at=state.at),
            "legal": projection.legal(state),
            "choices": projection.choices(state, at=state.at),
            "clock": projection.clock(state, at=state.at, paused=False),
            "result": None,
        }

    def _snapshot(self) -> wire.Snapshot:
        here = wire.Presence(online=True, since=NOON)
        return wire.Snapshot(
            **self._shown(),
            you=0,
            names=("Anna", "Boris"),
            bots=(False, False),
            ratings=("1512.3", None),
            ruleset="vrhcaby",
            options=self.state.options.to_data(),
            rated=True,
            presence=(here, here),
            spectators=3,
            commitment="66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
            rematch=None,
            moved=None,
        )

    def _frame(self, fresh: list[wire.EventFrame]) -> wire.Events:
        return wire.Events(events=fresh, **self._shown())


def _frame_of(seq: int, event: Event) -> wire.EventFrame:
    kind, facts = codec.event_to_data(event)
    return wire.EventFrame(seq, kind, event.at, event.seat, facts)


def _text(value: object) -> str:
    return json.dumps(msgspec.to_builtins(value), ensure_ascii=False, separators=(",", ":")) + "\n"


def test_written_frames_are_those_of_the_server() -> None:
    recorded = Recorded()
    recorded.play()

    written = {
        "opening.json": {
            "snapshot": recorded.snapshot,
            "frames": recorded.frames[:OPENING_FRAMES],
        },
        "match.json": {
            "boards": recorded.boards,
            "events": recorded.events,
            "end": recorded.frames[-1].state,
        },
    }

    for name, value in written.items():
        if os.environ.get("WRITE_FRAMES"):
            (FOLDER / name).write_text(_text(value))
        assert (FOLDER / name).read_text() == _text(value), name
