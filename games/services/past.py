"""A match of the past: played from its first step to its end at once, at times of its own.

For a club that begins with a history. The moves are judged by the engine and kept as any others
are; what the players would have chosen follows from a text by hashing, so that nothing here is
chance but the dice of the match.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.db import transaction

from games.engine import commands
from games.engine.board import BAR, OFF
from games.engine.commands import Command
from games.engine.decide import decide
from games.engine.graph import legal_steps
from games.engine.settle import Presence, settle
from games.engine.state import MatchState, Phase, deadline, draw_block, must_act
from games.engine.steps import StepOption
from games.services import keep
from games.services.table import Table, take

LEAST_PAUSE_MS = 1_500
LONGEST_PAUSE_MS = 9_000
_LAST_POINT_OF_REAR = 18


class Ending(StrEnum):
    """How a match of the past ends once its steps have been played."""

    PLAYED = "played"
    RESIGNED = "resigned"
    CLAIMED = "claimed"
    ABSENT = "absent"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class Course:
    """How a match goes: by which text, how well each seat plays (0 … 1), and how it ends.

    An `ending` other than PLAYED comes after `steps`, unless the match is over before.
    """

    text: str
    skills: tuple[float, float]
    ending: Ending = Ending.PLAYED
    steps: int = 0


class Choices:
    """Numbers in [0, 1) that follow from a text, the same each time."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._count = 0

    def next(self) -> float:
        """Return the next number."""
        self._count += 1
        digest = hashlib.sha256(f"{self._text}:{self._count}".encode()).digest()
        return int.from_bytes(digest[:6]) / 2**48


def play_through(*, match_id: int, course: Course) -> int:
    """Play a live match to its end; return when it ended, in milliseconds.

    Entry service. The first step comes after the last event of the match, the others after
    pauses that stay within the limit.
    """
    with transaction.atomic(durable=True):
        table = take(match_id)
        choices = Choices(course.text)
        while table.state.phase is Phase.LIVE:
            if _ends_now(table.state, course):
                _ENDINGS[course.ending](table, choices)
            else:
                _step(table, course, choices)
        keep.write(table)
        return table.state.at


def _ends_now(state: MatchState, course: Course) -> bool:
    if course.ending is Ending.PLAYED or state.steps_played < course.steps:
        return False
    if course.ending is Ending.DRAWN:
        return draw_block(state, state.turn, state.at)[0] is None
    return True


def _judge(table: Table, command: Command, choices: Choices) -> None:
    pause = LEAST_PAUSE_MS + int(choices.next() * (LONGEST_PAUSE_MS - LEAST_PAUSE_MS))
    at = table.state.at + pause
    table.happen(decide(table.state, command, at=at, dice=table.dice))


def _step(table: Table, course: Course, choices: Choices) -> None:
    state = table.state
    options = list(legal_steps(state.board, state.dice_left, state.rules))
    if choices.next() < course.skills[state.turn]:
        counts = state.board.counts
        option = max(options, key=lambda option: (_worth(counts, option), option))
    else:
        option = options[int(choices.next() * len(options))]
    _judge(table, commands.Step(state.turn, option.origin, option.die), choices)


def _worth(counts: bytes, option: StepOption) -> float:
    """Return how a beginner's rules of thumb like a step: hit, cover, leave no blot, go home."""
    worth = 3.0 if option.hit else 0.0
    if option.target == OFF:
        worth += 4.0
    else:
        worth += {0: -1.5, 1: 2.0}.get(counts[option.target], 0.5)
    if option.origin != BAR:
        worth += {1: 1.0, 2: -1.5}.get(counts[option.origin], 0.0)
    return worth + (0.5 if option.origin > _LAST_POINT_OF_REAR else 0.0)


def _resign(table: Table, choices: Choices) -> None:
    seat = must_act(table.state)
    assert seat is not None  # noqa: S101  (the match is live)
    _judge(table, commands.Resign(seat), choices)


def _agree_on_a_draw(table: Table, choices: Choices) -> None:
    seat = table.state.turn
    _judge(table, commands.OfferDraw(seat), choices)
    _judge(table, commands.Accept(1 - seat), choices)


def _claim(table: Table, choices: Choices) -> None:
    seat = table.state.turn
    _let_the_limit_pass(table, "online")
    _judge(table, commands.Claim(1 - seat), choices)


def _go_offline(table: Table, choices: Choices) -> None:
    _let_the_limit_pass(table, "offline")


def _let_the_limit_pass(table: Table, presence: Presence) -> None:
    due = deadline(table.state)
    assert due is not None  # noqa: S101  (a limit runs in every live match)
    table.happen(settle(table.state, at=due, presence=lambda seat, moment: presence))


_ENDINGS: Mapping[Ending, Callable[[Table, Choices], None]] = {
    Ending.RESIGNED: _resign,
    Ending.CLAIMED: _claim,
    Ending.ABSENT: _go_offline,
    Ending.DRAWN: _agree_on_a_draw,
}
