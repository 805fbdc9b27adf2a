"""Closed lists of the ladder app, with their names for people."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class RatingStatus(models.TextChoices):
    """Whether a result counts for the ladder, and if not, why."""

    RATED = "rated", _("Rated")
    UNRATED = "unrated", _("Not rated")
    ANNULLED = "annulled", _("Annulled")
    MONEY = "money", _("Money session")
    PRACTICE = "practice", _("Practice")


class Outcome(models.TextChoices):
    """How a game ended for one player."""

    WON = "won", _("Won")
    DRAWN = "drawn", _("Drawn")
    LOST = "lost", _("Lost")
    ANNULLED = "annulled", _("Annulled")


class FlagPattern(models.TextChoices):
    """What the results of a pair look like; the keys are those of `ladder.rules.suspicion`."""

    SHORT_LOSSES = "short_losses", _("Short games given up again and again")
    SAME_PAIR = "same_pair", _("The same pair, the same winner")
    NEW_ACCOUNT = "new_account", _("A new member loses to one opponent")


class FlagStatus(models.TextChoices):
    """What an official made of a flag."""

    OPEN = "open", _("Open")
    CLEARED = "cleared", _("Nothing wrong")
    CONFIRMED = "confirmed", _("Confirmed")
