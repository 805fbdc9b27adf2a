"""Tables of the games app, by subject."""

from games.models.challenges import Challenge
from games.models.events import KEY_LENGTH, AppendOnlyError, Command, MatchEvent
from games.models.matches import Annulment, DiceSeed, Match, Result, Seat
from games.models.presence import Audience, Instance, Lease
from games.models.referee import Heartbeat, Outage

__all__ = [
    "KEY_LENGTH",
    "Annulment",
    "AppendOnlyError",
    "Audience",
    "Challenge",
    "Command",
    "DiceSeed",
    "Heartbeat",
    "Instance",
    "Lease",
    "Match",
    "MatchEvent",
    "Outage",
    "Result",
    "Seat",
]
