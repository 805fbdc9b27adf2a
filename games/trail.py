"""What a page shows of the past: the steps of the last turn, the opening roll, the last game."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.engine.board import HAND
from games.engine.events import Event, GameEnded, GameStarted, Placed, Stepped, TurnEnded

LATER_WORDS = frozenset({"opening", "number", "game"})
"""What trails did not have in the first release."""


def follow(trail: Mapping[str, Any], events: Iterable[Event]) -> dict[str, Any]:
    """Return the trail after some events.

    `seat`, `steps` as [from, to, hit] and `ended` of the last turn in which somebody stepped;
    where there are such, `opening` as [die of seat 0, die of seat 1] with the ties, `number` of
    the game in progress after the first, and `game` as [number, winner, level, points, reason].
    """
    now: dict[str, Any] = {"seat": None, "steps": [], "ended": True, **trail}
    now["steps"] = list(now["steps"])
    for event in events:
        if isinstance(event, Stepped | Placed):
            _moved(now, event)
        elif isinstance(event, TurnEnded):
            now["ended"] = True
        elif isinstance(event, GameStarted):
            _started(now, event)
        elif isinstance(event, GameEnded):
            _ended(now, event)
    return now


def _moved(now: dict[str, Any], event: Stepped | Placed) -> None:
    if now["ended"] or now["seat"] != event.seat:
        now |= {"seat": event.seat, "steps": [], "ended": False}
    if isinstance(event, Stepped):
        now["steps"].append([event.origin, event.target, event.hit])
    else:
        now["steps"].append([HAND, event.target, False])


def _started(now: dict[str, Any], event: GameStarted) -> None:
    if event.opening:
        now["opening"] = [[first, second] for _, first, second in event.opening]
    if event.number > 1:
        now |= {"number": event.number, "seat": None, "steps": [], "ended": True}


def _ended(now: dict[str, Any], event: GameEnded) -> None:
    number = now.get("number", 1)
    now["ended"] = True
    now["game"] = [number, event.winner, event.level, event.points, str(event.reason)]
