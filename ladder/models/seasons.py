"""Seasons of the ladder: when one ran, and the table that its end left behind."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ladder.models.ratings import Pool
from vrhcaby.append_only import AppendOnlyModel


class SeasonQuerySet(models.QuerySet["Season"]):
    """Chainable filters of seasons."""

    def open(self) -> "SeasonQuerySet":
        """Keep the season that runs, if there is one."""
        return self.filter(closed_at=None)

    def closed(self) -> "SeasonQuerySet":
        """Keep seasons whose tables are frozen."""
        return self.filter(closed_at__isnull=False)


class Season(models.Model):
    """A stretch of time of all pools, from its opening to its closing by an official."""

    name = models.CharField(pgettext_lazy("of a thing", "name"), max_length=80, unique=True)
    opened_at = models.DateTimeField(_("opened"))
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("opened by")
    )
    closed_at = models.DateTimeField(_("closed"), null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("closed by"),
    )

    objects = SeasonQuerySet.as_manager()

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-opened_at"]
        constraints = [
            models.UniqueConstraint(
                models.ExpressionWrapper(Q(closed_at=None), models.BooleanField()),
                name="season_one_open",
                condition=Q(closed_at=None),
            ),
            models.CheckConstraint(
                name="season_closed_by_somebody",
                condition=(
                    Q(closed_at=None, closed_by=None)
                    | Q(closed_at__isnull=False, closed_by__isnull=False)
                ),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the archived tables."""
        return reverse("ladder:season", kwargs={"season_id": self.pk})


class SoftReset(AppendOnlyModel):
    """A pull of all ratings of a pool towards one number, as an entry of its ledger.

    after = target + keep * (before - target); experience stays. Each member rated before it has
    a line of the ledger, so that a replay passes through the reset and still gives the current
    rating.
    """

    pool = models.ForeignKey(
        Pool, models.PROTECT, related_name="resets", verbose_name=_("rating pool")
    )
    season = models.ForeignKey(
        Season, models.PROTECT, related_name="resets", verbose_name=_("season")
    )
    sequence = models.PositiveBigIntegerField(_("number in the pool"))
    target = models.FloatField(_("towards"))
    keep = models.FloatField(_("share of the distance that is kept"))
    official = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("official")
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("soft reset")
        verbose_name_plural = _("soft resets")
        ordering = ["pool", "sequence"]
        constraints = [
            models.UniqueConstraint(name="reset_numbered_once", fields=["pool", "sequence"]),
            models.UniqueConstraint(name="reset_once_a_season", fields=["pool", "season"]),
            models.CheckConstraint(
                name="reset_keeps_a_share", condition=Q(keep__gte=0, keep__lt=1, sequence__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pool_id}/{self.sequence}: {self.keep}"


class SeasonPlace(AppendOnlyModel):
    """A member's line of a season's archived table; `place` None while provisional.

    Numbers are those of the moment of closing; a name is not kept, because who has left for good
    must not be found by it. Only members with a rated result within the season have one.
    """

    season = models.ForeignKey(
        Season, models.PROTECT, related_name="places", verbose_name=_("season")
    )
    pool = models.ForeignKey(Pool, models.PROTECT, related_name="+", verbose_name=_("rating pool"))
    place = models.PositiveIntegerField(_("place"), null=True)
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="season_places",
        verbose_name=_("member"),
    )
    rating = models.FloatField(_("rating"))
    experience = models.PositiveIntegerField(_("experience"))
    gained = models.FloatField(_("points won in the season"))
    won = models.PositiveIntegerField(_("won"))
    drawn = models.PositiveIntegerField(_("drawn"))
    lost = models.PositiveIntegerField(_("lost"))

    class Meta:
        verbose_name = _("place in a season")
        verbose_name_plural = _("places in seasons")
        ordering = ["season", "pool", "-rating", "member"]
        constraints = [
            models.UniqueConstraint(name="season_place_once", fields=["season", "pool", "member"]),
        ]
        indexes = [
            # The order of the archived table. PostgreSQL has nulls last by itself; SQLite knows no
            # such index, and sorts.
            models.Index(
                "season", "pool", "place", F("rating").desc(), "member", name="season_place_ranked"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.pool_id}: {self.place} {self.member_id}"
