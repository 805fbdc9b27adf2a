"""Tables of the games app, by subject."""

from games.models.answered import Answered
from games.models.challenges import Challenge
from games.models.chat import LINE_LENGTH, NOTE_LENGTH, ChatLine, Report
from games.models.events import KEY_LENGTH, Command, MatchEvent
from games.models.matches import Annulment, DiceSeed, Match, Result, Seat
from games.models.presence import Audience, Instance, Lease
from games.models.referee import Heartbeat, Outage
from games.models.tallies import DiceCount, DiceTally, MemberDice

__all__ = [
    "KEY_LENGTH",
    "LINE_LENGTH",
    "NOTE_LENGTH",
    "Annulment",
    "Answered",
    "Audience",
    "Challenge",
    "ChatLine",
    "Command",
    "DiceCount",
    "DiceSeed",
    "DiceTally",
    "Heartbeat",
    "Instance",
    "Lease",
    "Match",
    "MatchEvent",
    "MemberDice",
    "Outage",
    "Report",
    "Result",
    "Seat",
]
