"""How often each roll came in real matches, kept up so that nobody reads all events for it."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class DiceTally(models.Model):
    """How often two dice came in this order in matches of a ruleset."""

    ruleset = models.CharField(_("rules"), max_length=32)
    first = models.PositiveSmallIntegerField(_("first die"))
    second = models.PositiveSmallIntegerField(_("second die"))
    count = models.PositiveBigIntegerField(_("how often"), default=0)

    class Meta:
        verbose_name = _("tally of dice")
        verbose_name_plural = _("tallies of dice")
        constraints = [
            models.UniqueConstraint(name="tally_once", fields=["ruleset", "first", "second"]),
            models.CheckConstraint(
                name="tally_of_dice",
                condition=Q(first__gte=1, first__lte=6, second__gte=1, second__lte=6),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.first}-{self.second}: {self.count}"


class DiceCount(models.Model):
    """How far the tallies have got: every match up to this result is in them; one row."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    upto_result = models.PositiveBigIntegerField(_("up to result"), default=0)
    matches = models.PositiveBigIntegerField(_("matches"), default=0)
    counted_at = models.BigIntegerField(_("counted"), default=0)

    class Meta:
        verbose_name = _("count of dice")
        verbose_name_plural = _("counts of dice")
        constraints = [models.CheckConstraint(name="dice_count_single_row", condition=Q(id=1))]

    def __str__(self) -> str:
        return f"{self.matches}"
