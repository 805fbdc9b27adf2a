"""Results that count for the ladder, as they happened; corrections stand beside them."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ladder.models.ratings import Pool
from vrhcaby.append_only import AppendOnlyModel


class LadderResult(AppendOnlyModel):
    """A result that entered a pool's ledger: who met whom, over what length, how it ended.

    It comes from a match played here, or from a pairing whose result was entered from the board.
    It stays as it happened; what officials made of it later is in its corrections, of which the
    newest is in force. `sequence` is its place in the ledger, taken under the pool's lock.
    """

    pool = models.ForeignKey(
        Pool, models.PROTECT, related_name="results", verbose_name=_("rating pool")
    )
    sequence = models.PositiveBigIntegerField(_("number in the pool"))
    result = models.OneToOneField(
        "games.Result",
        models.PROTECT,
        null=True,
        related_name="ladder_result",
        verbose_name=_("result"),
    )
    pairing = models.OneToOneField(
        "ladder.Pairing",
        models.PROTECT,
        null=True,
        related_name="ladder_result",
        verbose_name=_("pairing"),
        help_text=_("Of a result entered from the board."),
    )
    first = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("first player")
    )
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("second player")
    )
    length = models.PositiveIntegerField(_("match length (n)"))
    score = models.FloatField(_("score of the first player (S)"))
    at = models.DateTimeField(_("finished"))

    class Meta:
        verbose_name = _("result for the ladder")
        verbose_name_plural = _("results for the ladder")
        ordering = ["pool", "sequence"]
        constraints = [
            models.UniqueConstraint(
                name="ladder_result_numbered_once", fields=["pool", "sequence"]
            ),
            models.CheckConstraint(
                name="ladder_result_score_known", condition=Q(score__in=[0, 0.5, 1])
            ),
            models.CheckConstraint(
                name="ladder_result_of_a_match", condition=Q(length__gte=1, sequence__gte=1)
            ),
            models.CheckConstraint(
                name="ladder_result_of_one_source",
                condition=(
                    Q(result__isnull=False, pairing=None) | Q(result=None, pairing__isnull=False)
                ),
            ),
            models.CheckConstraint(name="ladder_result_of_two", condition=~Q(first=F("second"))),
        ]

    def __str__(self) -> str:
        return f"{self.pool_id}/{self.sequence}: {self.first_id} – {self.second_id}"

    def get_absolute_url(self) -> str:
        """Return the address of the page that shows both sums and all corrections."""
        return reverse("ladder:result", kwargs={"ladder_result_id": self.pk})
