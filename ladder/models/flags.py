"""Patterns of results that were shown to the officials, with their evidence and the decision."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from ladder.enums import FlagPattern, FlagStatus


class RatingFlag(models.Model):
    """A pattern between two members: `gainer` won points from `giver` by these results.

    It changes nothing by itself. While it is open its evidence is brought up to date; when an
    official has decided, only results after it bring the same pattern up again.
    """

    pattern = models.CharField(_("pattern"), max_length=16, choices=FlagPattern)
    gainer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("who gained")
    )
    giver = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("who lost")
    )
    results = models.JSONField(_("results"), help_text=_("Numbers of the results, oldest first."))
    figures = models.JSONField(_("figures"))
    found_at = models.DateTimeField(_("found"))
    status = models.CharField(
        _("status"), max_length=16, choices=FlagStatus, default=FlagStatus.OPEN
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("rating flag")
        verbose_name_plural = _("rating flags")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                name="flag_open_once",
                fields=["pattern", "gainer", "giver"],
                condition=Q(status=FlagStatus.OPEN),
            ),
            models.CheckConstraint(name="flag_between_two", condition=~Q(gainer=F("giver"))),
            models.CheckConstraint(
                name="flag_open_or_decided",
                condition=(
                    Q(status=FlagStatus.OPEN, decided_by=None, decided_at=None)
                    | (
                        ~Q(status=FlagStatus.OPEN)
                        & Q(decided_by__isnull=False, decided_at__isnull=False)
                    )
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_pattern_display()}: {self.gainer} – {self.giver}"
