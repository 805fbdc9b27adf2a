"""How often each roll came in real matches, kept up so that nobody reads all events for it."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
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


class MemberDice(models.Model):
    """What a member rolled in matches that are over, opening rolls aside.

    An opening roll is both players', and one that is played is never a double.
    """

    member = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        primary_key=True,
        related_name="dice",
        verbose_name=_("member"),
    )
    rolls = models.PositiveBigIntegerField(_("rolls"), default=0)
    pips = models.PositiveBigIntegerField(
        _("pips rolled"), default=0, help_text=_("A double counts four times its face.")
    )
    doubles = models.PositiveBigIntegerField(_("doubles"), default=0)

    class Meta:
        verbose_name = _("dice of a member")
        verbose_name_plural = _("dice of members")
        constraints = [
            models.CheckConstraint(
                name="member_dice_possible",
                condition=Q(
                    doubles__lte=F("rolls"), pips__gte=3 * F("rolls"), pips__lte=24 * F("rolls")
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member_id}: {self.rolls}"


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
