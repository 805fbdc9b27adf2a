"""Closed lists of the games app, with their names for people."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class MatchStatus(models.TextChoices):
    """Where a match stands; clocks run in live matches only."""

    LIVE = "live", _("Live")
    FINISHED = "finished", _("Finished")


class MatchSource(models.TextChoices):
    """What brought a match about."""

    CHALLENGE = "challenge", _("Challenge")
    PAIRING = "pairing", _("Tournament pairing")
    PRACTICE = "practice", _("Practice")


class EndReason(models.TextChoices):
    """Why a match ended; the codes are the engine's."""

    BORNE_OFF = "borne_off", _("All checkers borne off")
    RESIGNED = "resigned", _("Resignation")
    LEFT = "left", _("Left the game")
    CLAIMED = "claimed", _("Claimed after the time limit")
    ABSENT = "absent", _("Offline at the time limit")
    IDLE = "idle", _("Ten hours without a step")
    DRAW_AGREED = "draw_agreed", _("Draw agreed")
    DRAW_PASSES = "draw_passes", _("Draw by five passes in a row")
    ANNULLED = "annulled", _("Annulled")
    DROPPED = "dropped", _("Double dropped")
    TIME = "time", _("Time used up")
    SESSION_ENDED = "session_ended", _("End of the session")


class ChallengeStatus(models.TextChoices):
    """What became of a challenge."""

    OPEN = "open", _("Open")
    ACCEPTED = "accepted", _("Accepted")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    EXPIRED = "expired", _("Expired")


class ChatRoom(models.TextChoices):
    """Where people write; players see their spectators' room after the game."""

    PLAYERS = "players", _("Players")
    SPECTATORS = "spectators", _("Spectators")
    LOBBY = "lobby", _("Lobby")


class QuickPhrase(models.TextChoices):
    """What is said with one tap, and read by each in his own language."""

    HELLO = "hello", _("Hello!")
    GOOD_LUCK = "good_luck", _("Good luck!")
    WELL_PLAYED = "well_played", _("Well played!")
    THANKS = "thanks", _("Thank you for the game!")
    LUCKY = "lucky", _("What a roll!")
    SORRY = "sorry", _("Sorry!")
    MOMENT = "moment", _("One moment, please.")
    BYE = "bye", _("I have to go. Goodbye!")


class ReportReason(models.TextChoices):
    """Why a member reports a chat line."""

    INSULT = "insult", _("Insult or threat")
    SPAM = "spam", _("Advertising or flood")
    CHEATING = "cheating", _("Advice during a game, agreed results")
    OTHER = "other", _("Something else")


class ReportStatus(models.TextChoices):
    """What became of a report."""

    OPEN = "open", _("Open")
    UPHELD = "upheld", _("Upheld")
    DISMISSED = "dismissed", _("Dismissed")
