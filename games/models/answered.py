"""Requests that were answered, so that the same one sent again does nothing twice."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.events import KEY_LENGTH


class Answered(models.Model):
    """What a member's request by a client's id was answered; `answer` null while it is judged."""

    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("member")
    )
    key = models.CharField(_("client's id"), max_length=KEY_LENGTH)
    body_hash = models.CharField(_("hash of the body"), max_length=64)
    answer = models.JSONField(_("answer"), null=True)
    at = models.BigIntegerField(_("at"))

    class Meta:
        verbose_name = _("answered request")
        verbose_name_plural = _("answered requests")
        constraints = [
            models.UniqueConstraint(name="answered_once", fields=["member", "key"]),
        ]
        indexes = [models.Index(name="answered_at", fields=["at"])]

    def __str__(self) -> str:
        return f"{self.member_id}: {self.key}"
