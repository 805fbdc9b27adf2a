"""Closed lists of the ladder app, with their names for people."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class RatingStatus(models.TextChoices):
    """Whether a result counts for the ladder, and if not, why."""

    RATED = "rated", _("Rated: two members agreed before the game that it counts.")
    UNRATED = "unrated", _("Not rated: the game was agreed as unrated before it began.")
    ANNULLED = "annulled", _("Not rated: an official annulled the game.")
    MONEY = "money", _("Not rated: money sessions do not count.")
    PRACTICE = "practice", _("Not rated: games against the computer do not count.")


class Outcome(models.TextChoices):
    """How a game ended for one player."""

    WON = "won", _("Won")
    DRAWN = "drawn", _("Drawn")
    LOST = "lost", _("Lost")
    ANNULLED = "annulled", _("Annulled")
