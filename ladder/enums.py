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
