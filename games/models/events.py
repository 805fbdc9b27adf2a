"""What happened in matches, and the commands that brought it about."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.matches import Match
from vrhcaby.append_only import AppendOnlyModel

KEY_LENGTH = 64
"""Longest id a client may give a command, in characters."""


class Command(models.Model):
    """An accepted command with its answer, so that the same id is answered the same again."""

    match = models.ForeignKey(
        Match, models.PROTECT, related_name="commands", verbose_name=_("match")
    )
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("member")
    )
    key = models.CharField(_("client's id"), max_length=KEY_LENGTH)
    body_hash = models.CharField(_("hash of the body"), max_length=64)
    answer = models.JSONField(_("answer"))
    version = models.PositiveIntegerField(_("version after it"))

    class Meta:
        verbose_name = _("command")
        verbose_name_plural = _("commands")
        constraints = [
            models.UniqueConstraint(name="command_once", fields=["match", "member", "key"]),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}@{self.version}"


class MatchEvent(AppendOnlyModel):
    """A fact of a match, numbered from 1 without a gap; never changed, never deleted."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="events", verbose_name=_("match"))
    seq = models.PositiveIntegerField(_("number"))
    at = models.BigIntegerField(_("at"))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    command = models.ForeignKey(
        Command,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="events",
        verbose_name=_("command"),
    )
    kind = models.CharField(_("kind"), max_length=32)
    data = models.JSONField(_("facts"))

    class Meta:
        verbose_name = _("match event")
        verbose_name_plural = _("match events")
        ordering = ["match", "seq"]
        constraints = [
            models.UniqueConstraint(name="event_numbered_once", fields=["match", "seq"]),
            models.CheckConstraint(name="event_numbered_from_one", condition=Q(seq__gte=1)),
            models.CheckConstraint(
                name="event_seat_known", condition=Q(seat=None) | Q(seat__in=[0, 1])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seq} {self.kind}"
