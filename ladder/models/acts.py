"""The official log: who did what, when and why, with before and after."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ladder.models.tournaments import Tournament
from vrhcaby.append_only import AppendOnlyModel


class OfficialAct(AppendOnlyModel):
    """A line of the log; without an `official` it was the clock or the game itself.

    `code` has its sentence in `phrases.ACTS`, filled from `subject` (names, numbers) with before
    and after as plain JSON values.
    """

    tournament = models.ForeignKey(
        Tournament,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="acts",
        verbose_name=_("tournament"),
    )
    official = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("who"),
    )
    code = models.CharField(_("what"), max_length=40)
    at = models.DateTimeField(_("at"))
    version = models.PositiveIntegerField(_("version after it"), default=0)
    subject = models.JSONField(_("about"), default=dict)
    before = models.JSONField(_("before"), default=dict)
    after = models.JSONField(_("after"), default=dict)
    why = models.TextField(_("reason"), blank=True)

    class Meta:
        verbose_name = _("official act")
        verbose_name_plural = _("official acts")
        ordering = ["-id"]
        indexes = [models.Index(name="act_of_tournament", fields=["tournament", "-id"])]
        constraints = [models.CheckConstraint(name="act_named", condition=~Q(code=""))]

    def __str__(self) -> str:
        return f"{self.tournament_id}@{self.version}: {self.code}"
