"""Tables of the ladder: pools, current ratings, and the ledger they follow from."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ladder.rating_flags import RatingFlag as RatingFlag
from ladder.rules import FIBS, Change, Constants, Standing

HISTORY_LENGTH = 20
"""How many of the last ratings a `Rating` keeps for the small graph."""

PROVISIONAL_BELOW = 20
"""With less experience than this a rating is provisional."""


class AppendOnlyError(TypeError):
    """A written row of the ledger was to be changed or deleted."""


class Pool(models.Model):
    """One rating per member and pool; a pool is a ruleset, with the constants of its formula.

    The row is locked by whoever rates a result, and numbers the ledger.
    """

    ruleset = models.CharField(_("rules"), max_length=32, unique=True)
    start = models.FloatField(_("starting rating"), default=FIBS.start)
    scale = models.FloatField(_("scale"), default=FIBS.scale)
    factor = models.FloatField(_("factor"), default=FIBS.factor)
    ramp_start = models.FloatField(_("K of a newcomer"), default=FIBS.ramp_start)
    ramp_span = models.FloatField(_("experience that lowers K by one"), default=FIBS.ramp_span)
    ramp_floor = models.FloatField(_("lowest K"), default=FIBS.ramp_floor)
    last_sequence = models.PositiveBigIntegerField(_("results rated"), default=0)

    class Meta:
        verbose_name = _("rating pool")
        verbose_name_plural = _("rating pools")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                name="pool_constants_have_meaning",
                condition=Q(scale__gt=0, factor__gt=0, ramp_span__gt=0, ramp_floor__gte=0),
            ),
        ]

    def __str__(self) -> str:
        return self.ruleset

    @property
    def constants(self) -> Constants:
        """Return the constants as the formula takes them."""
        return Constants(
            start=self.start,
            scale=self.scale,
            factor=self.factor,
            ramp_start=self.ramp_start,
            ramp_span=self.ramp_span,
            ramp_floor=self.ramp_floor,
        )


class RatingQuerySet(models.QuerySet["Rating"]):
    """Chainable filters of current ratings."""

    def established(self) -> "RatingQuerySet":
        """Keep ratings that are no longer provisional."""
        return self.filter(experience__gte=PROVISIONAL_BELOW)

    def provisional(self) -> "RatingQuerySet":
        """Keep ratings of members who have rated results, but few."""
        return self.filter(experience__gt=0, experience__lt=PROVISIONAL_BELOW)


class Rating(models.Model):
    """A member's current rating in a pool: what a replay of the ledger gives, kept at hand."""

    pool = models.ForeignKey(
        Pool, models.PROTECT, related_name="ratings", verbose_name=_("rating pool")
    )
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="ratings", verbose_name=_("member")
    )
    rating = models.FloatField(_("rating"))
    experience = models.PositiveIntegerField(_("experience"), default=0)
    history = models.JSONField(_("last ratings, oldest first"), default=list)
    last_result = models.ForeignKey(
        "games.Result",
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("last rated result"),
    )
    last_rated_at = models.DateTimeField(_("last rated"), null=True)

    objects = RatingQuerySet.as_manager()

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [
            models.UniqueConstraint(name="rating_once_a_pool", fields=["pool", "member"]),
        ]
        indexes = [
            models.Index(
                "pool",
                F("rating").desc(),
                "member",
                "experience",
                "last_rated_at",
                name="rating_ranked",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member_id}: {self.rating:.1f}"

    @property
    def standing(self) -> Standing:
        """Return rating and experience as the formula takes them."""
        return Standing(self.rating, self.experience)

    @property
    def is_provisional(self) -> bool:
        """Tell whether too few results stand behind the rating."""
        return self.experience < PROVISIONAL_BELOW


class RatingChangeQuerySet(models.QuerySet["RatingChange"]):
    """Reads and inserts; changing and deleting raise AppendOnlyError."""

    def in_force(self) -> "RatingChangeQuerySet":
        """Keep of each result and member the newest correction."""
        newer = RatingChange.objects.filter(
            result=OuterRef("result"),
            member=OuterRef("member"),
            correction__gt=OuterRef("correction"),
        )
        return self.filter(~Exists(newer))

    def update(self, **kwargs: Any) -> NoReturn:
        """Refuse: rows are facts."""
        raise AppendOnlyError("Rating changes are never changed.")

    def delete(self) -> NoReturn:
        """Refuse: rows are facts."""
        raise AppendOnlyError("Rating changes are never deleted.")


class RatingChange(models.Model):
    """A line of the ledger: what one result did to one member, with all that went into the sum.

    Numbers are double precision columns and hold exactly what the formula gave, so that a replay
    is compared with ``==``. `sequence` is the place of the result in its pool, taken under the
    pool's lock and shared by both members' lines; the replay goes by it. `correction` 0 is the
    original line; of several corrections the newest is in force.
    """

    pool = models.ForeignKey(
        Pool, models.PROTECT, related_name="changes", verbose_name=_("rating pool")
    )
    sequence = models.PositiveBigIntegerField(_("number in the pool"))
    result = models.ForeignKey(
        "games.Result", models.PROTECT, related_name="rating_changes", verbose_name=_("result")
    )
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="rating_changes",
        verbose_name=_("member"),
    )
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("opponent")
    )
    correction = models.PositiveIntegerField(_("correction"), default=0)
    difference = models.FloatField(_("difference of ratings (D)"))
    length = models.PositiveIntegerField(_("match length (n)"))
    k = models.FloatField(_("factor of experience (K)"))
    expected = models.FloatField(_("expected score (E)"))
    score = models.FloatField(_("score (S)"))
    before = models.FloatField(_("rating before"))
    after = models.FloatField(_("rating after"))
    experience_before = models.PositiveIntegerField(_("experience before"))
    at = models.DateTimeField(_("finished"))

    objects = RatingChangeQuerySet.as_manager()

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        ordering = ["pool", "sequence", "id"]
        constraints = [
            models.UniqueConstraint(name="change_once", fields=["result", "member", "correction"]),
            models.UniqueConstraint(
                name="change_numbered_once", fields=["pool", "sequence", "member", "correction"]
            ),
            models.CheckConstraint(name="change_score_known", condition=Q(score__in=[0, 0.5, 1])),
            models.CheckConstraint(
                name="change_expectation_possible", condition=Q(expected__gte=0, expected__lte=1)
            ),
            models.CheckConstraint(
                name="change_of_a_match", condition=Q(length__gte=1, sequence__gte=1)
            ),
            models.CheckConstraint(
                name="change_against_another", condition=~Q(member=F("opponent"))
            ),
        ]
        indexes = [
            models.Index(name="change_of_member", fields=["member", "pool", "-sequence"]),
            models.Index(name="change_recent", fields=["pool", "-at"]),
        ]

    def __str__(self) -> str:
        return f"{self.pool_id}/{self.sequence} {self.member_id}: {self.amount:+.2f}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row. Raises AppendOnlyError when it is already written."""
        if not self._state.adding:
            raise AppendOnlyError("Rating changes are never changed.")
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        """Return the address of the page that shows the sum."""
        return reverse("ladder:change", kwargs={"result_id": self.result_id})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse: the row is a fact."""
        raise AppendOnlyError("Rating changes are never deleted.")

    @property
    def inputs(self) -> Change:
        """Return the line as the formula gives it."""
        return Change(
            self.difference,
            self.length,
            self.k,
            self.expected,
            self.score,
            self.before,
            self.after,
            self.experience_before,
        )

    @property
    def amount(self) -> float:
        """Return the points won or lost."""
        return self.after - self.before
