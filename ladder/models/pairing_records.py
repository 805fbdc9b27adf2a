"""What is kept beside stages and pairings: earlier matches, reports, claims, forecasts."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ladder.enums import ClaimState
from ladder.models.pairings import Pairing, Stage
from ladder.models.tournaments import Entry


class PairingMatch(models.Model):
    """A match that was played for a pairing and is no longer its result."""

    pairing = models.ForeignKey(
        Pairing, models.CASCADE, related_name="earlier_matches", verbose_name=_("pairing")
    )
    match = models.OneToOneField(
        "games.Match", models.PROTECT, related_name="earlier_of", verbose_name=_("match")
    )
    at = models.DateTimeField(_("set aside"))

    class Meta:
        verbose_name = _("earlier match of a pairing")
        verbose_name_plural = _("earlier matches of pairings")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.pairing_id}: {self.match_id}"


class ResultReport(models.Model):
    """What one player says the score was; the newest of each player stands."""

    pairing = models.ForeignKey(
        Pairing, models.CASCADE, related_name="reports", verbose_name=_("pairing")
    )
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+", verbose_name=_("by"))
    first_score = models.PositiveSmallIntegerField(_("first's points"))
    second_score = models.PositiveSmallIntegerField(_("second's points"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("reported result")
        verbose_name_plural = _("reported results")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(name="report_once_a_player", fields=["pairing", "entry"]),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}: {self.first_score}:{self.second_score}"


class NoShowClaim(models.Model):
    """A player's claim that the other did not come, with what the system had recorded.

    `evidence`: the window looked at, and how long and when last each of the two was here.
    """

    pairing = models.ForeignKey(
        Pairing, models.CASCADE, related_name="claims", verbose_name=_("pairing")
    )
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+", verbose_name=_("by"))
    at = models.DateTimeField(_("at"))
    evidence = models.JSONField(_("evidence"))
    state = models.CharField(_("state"), max_length=16, choices=ClaimState, default=ClaimState.OPEN)
    judged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("judged by"),
    )
    judged_at = models.DateTimeField(_("judged"), null=True, blank=True)

    class Meta:
        verbose_name = _("no-show claim")
        verbose_name_plural = _("no-show claims")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                name="claim_open_once", fields=["pairing"], condition=Q(state=ClaimState.OPEN)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}: {self.state}"


class Forecast(models.Model):
    """Places that are still possible in a stage, computed in the background for large fields.

    `version` is the tournament's for which the rows hold.
    """

    stage = models.OneToOneField(
        Stage, models.CASCADE, related_name="forecast", verbose_name=_("stage")
    )
    version = models.PositiveIntegerField(_("version"))
    rows = models.JSONField(_("places by entry"))

    class Meta:
        verbose_name = _("forecast")
        verbose_name_plural = _("forecasts")

    def __str__(self) -> str:
        return f"{self.stage_id}@{self.version}"
