"""Who is connected, by which server process, and who watches."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.matches import Match


class Instance(models.Model):
    """A server process that holds sockets; `renewed` by its own loop while it lives.

    `started` is when it began, or began again after a silence in which it counted as dead;
    `stood_since` is when the last such silence began.
    """

    id = models.CharField(max_length=32, primary_key=True)
    started = models.BigIntegerField(_("started"))
    renewed = models.BigIntegerField(_("renewed"))
    stood_since = models.BigIntegerField(_("stood still since"), null=True, blank=True)

    class Meta:
        verbose_name = _("server instance")
        verbose_name_plural = _("server instances")

    def __str__(self) -> str:
        return self.id[:8]


class Lease(models.Model):
    """A connection was alive at t if since <= t < expires (rules V16).

    Without a match it is a connection to the lobby. Without an instance it was given to a
    player at the start of the match (rules V25), not earned by a connection.
    """

    connection = models.CharField(_("connection"), max_length=32)
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("member")
    )
    match = models.ForeignKey(
        Match,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="leases",
        verbose_name=_("match"),
    )
    instance = models.ForeignKey(
        Instance,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="leases",
        verbose_name=_("server instance"),
    )
    since = models.BigIntegerField(_("since"))
    expires = models.BigIntegerField(_("expires"))

    class Meta:
        verbose_name = _("lease")
        verbose_name_plural = _("leases")
        indexes = [
            models.Index(name="lease_judged", fields=["match", "member", "-expires"]),
            models.Index(name="lease_running_out", fields=["expires"]),
        ]
        constraints = [
            models.UniqueConstraint(name="lease_opened_once", fields=["connection", "since"]),
            models.CheckConstraint(name="lease_lives", condition=Q(expires__gt=F("since"))),
        ]

    def __str__(self) -> str:
        return f"{self.member_id}@{self.match_id}"


class Audience(models.Model):
    """How many spectators of a match a server instance holds; valid while the instance lives."""

    instance = models.ForeignKey(
        Instance, models.CASCADE, related_name="audiences", verbose_name=_("server instance")
    )
    match = models.ForeignKey(
        Match, models.CASCADE, related_name="audiences", verbose_name=_("match")
    )
    count = models.PositiveIntegerField(_("spectators"))

    class Meta:
        verbose_name = _("audience")
        verbose_name_plural = _("audiences")
        constraints = [
            models.UniqueConstraint(name="audience_once", fields=["instance", "match"]),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.count}"
