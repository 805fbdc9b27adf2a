"""What officials made of results that count: corrections, of which the newest is in force."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ladder.enums import CorrectionKind
from ladder.models.ratings import Pool
from ladder.models.results import LadderResult
from vrhcaby.append_only import AppendOnlyModel


class Correction(AppendOnlyModel):
    """An official's act on a result: what the first player's score was, and what it is since.

    A score is None where the result does not count. `number` counts the corrections of a pool,
    from 1; lines of the ledger that a correction changed carry it.
    """

    pool = models.ForeignKey(
        Pool, models.PROTECT, related_name="corrections", verbose_name=_("rating pool")
    )
    number = models.PositiveIntegerField(_("number"))
    ladder_result = models.ForeignKey(
        LadderResult, models.PROTECT, related_name="corrections", verbose_name=_("result")
    )
    kind = models.CharField(_("act"), max_length=8, choices=CorrectionKind)
    score_before = models.FloatField(_("score before"), null=True)
    score = models.FloatField(_("score since"), null=True)
    undoes = models.OneToOneField(
        "self", models.PROTECT, null=True, related_name="undone_by", verbose_name=_("undoes")
    )
    official = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        verbose_name=_("official"),
    )
    why = models.TextField(_("reason"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")
        ordering = ["pool", "number"]
        constraints = [
            models.UniqueConstraint(name="correction_numbered_once", fields=["pool", "number"]),
            models.CheckConstraint(name="correction_has_reason", condition=~Q(why="")),
            models.CheckConstraint(
                name="correction_scores_known",
                condition=(
                    (Q(score=None) | Q(score__in=[0, 0.5, 1]))
                    & (Q(score_before=None) | Q(score_before__in=[0, 0.5, 1]))
                ),
            ),
            models.CheckConstraint(
                name="correction_of_one_kind",
                condition=(
                    Q(kind=CorrectionKind.ANNUL, score=None, undoes=None)
                    | Q(kind=CorrectionKind.CORRECT, score__isnull=False, undoes=None)
                    | Q(kind=CorrectionKind.UNDO, undoes__isnull=False)
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pool_id}/{self.number}: {self.kind}"
