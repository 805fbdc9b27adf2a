"""What the referee remembers: its heartbeat and the outages it found."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.instants import to_datetime


class Outage(models.Model):
    """A time in which no clock was enforced (rules V23)."""

    since = models.BigIntegerField(_("since"))
    until = models.BigIntegerField(_("until"))

    class Meta:
        verbose_name = _("outage")
        verbose_name_plural = _("outages")
        constraints = [
            models.CheckConstraint(name="outage_takes_time", condition=Q(until__gt=F("since"))),
        ]

    def __str__(self) -> str:
        since, until = to_datetime(self.since), to_datetime(self.until)
        return f"{since:%Y-%m-%d %H:%M:%S}–{until:%H:%M:%S} UTC"


class Heartbeat(models.Model):
    """The referee's one row: when the last sweep ran, and the newest outage it found."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    swept_at = models.BigIntegerField(_("last sweep"), null=True, blank=True)
    enforcing_since = models.BigIntegerField(_("enforcing since"), null=True, blank=True)
    outage = models.ForeignKey(
        Outage, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("outage")
    )

    credited = models.BooleanField(
        _("credited"), default=True, help_text=_("All live matches were credited for the outage.")
    )

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")
        constraints = [models.CheckConstraint(name="heartbeat_single_row", condition=Q(id=1))]

    def __str__(self) -> str:
        return str(self.swept_at)
