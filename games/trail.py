"""The steps of the last turn in which somebody stepped: what the page draws arrows for."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.engine.events import Event, GameEnded, Stepped, TurnEnded


def follow(trail: Mapping[str, Any], events: Iterable[Event]) -> dict[str, Any]:
    """Return the trail after some events: `seat`, `steps` as [from, to, hit], `ended`."""
    seat, steps, ended = trail.get("seat"), list(trail.get("steps", ())), trail.get("ended", True)
    for event in events:
        if isinstance(event, Stepped):
            if ended or seat != event.seat:
                seat, steps = event.seat, []
            steps.append([event.origin, event.target, event.hit])
            ended = False
        elif isinstance(event, TurnEnded | GameEnded):
            ended = True
    return {"seat": seat, "steps": steps, "ended": ended}
