"""Tables of the ladder: pools, current ratings, and the ledger they follow from."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ladder.rules import FIBS, Constants, Standing
from vrhcaby.append_only import AppendOnlyModel, AppendOnlyQuerySet

HISTORY_LENGTH = 20
"""How many of the last ratings a `Rating` keeps for the small graph."""

PROVISIONAL_BELOW = 20
"""With less experience than this a rating is provisional."""


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
    last_sequence = models.PositiveBigIntegerField(_("entries of the ledger"), default=0)
    last_correction = models.PositiveIntegerField(_("corrections"), default=0)

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
        "ladder.LadderResult",
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

    def remember(self, rating: float) -> None:
        """Add a rating to the last ones; does not save."""
        self.history = [*self.history, rating][-HISTORY_LENGTH:]

    @property
    def is_provisional(self) -> bool:
        """Tell whether too few results stand behind the rating."""
        return self.experience < PROVISIONAL_BELOW


_FORMULA = ("difference", "k", "expected", "score")
_OF_RESULT = Q(ladder_result__isnull=False, reset=None, opponent__isnull=False)
_NO_FORMULA = Q(**dict.fromkeys(_FORMULA))
_RATED = _OF_RESULT & Q(length__isnull=False, **{f"{name}__isnull": False for name in _FORMULA})
_ANNULLED = _OF_RESULT & _NO_FORMULA & Q(length__isnull=False, after=F("before"))
_RESET = _NO_FORMULA & Q(ladder_result=None, reset__isnull=False, opponent=None, length=None)


class RatingChangeQuerySet(AppendOnlyQuerySet["RatingChange"]):
    """Reads and inserts; changing and deleting raise AppendOnlyError."""

    def newest(self) -> "RatingChangeQuerySet":
        """Keep of each entry and member the newest correction, annulled results among them."""
        newer = RatingChange.objects.filter(
            pool=OuterRef("pool"),
            sequence=OuterRef("sequence"),
            member=OuterRef("member"),
            correction__gt=OuterRef("correction"),
        )
        return self.filter(~Exists(newer))

    def in_force(self) -> "RatingChangeQuerySet":
        """Keep the lines that make up the ratings: the newest, without annulled results."""
        return self.newest().filter(Q(score__isnull=False) | Q(reset__isnull=False))

    def of_results(self) -> "RatingChangeQuerySet":
        """Keep lines of results that count, leaving out resets."""
        return self.filter(score__isnull=False)


class RatingChange(AppendOnlyModel):
    """A line of the ledger: what one entry did to one member, with all that went into the sum.

    An entry is a result, or a soft reset (then there is no opponent and no formula). Numbers are
    double precision columns and hold exactly what the formula gave, so that a replay is compared
    with ``==``. `sequence` is the place of the entry in its pool, taken under the pool's lock and
    shared by its lines; the replay goes by it. `correction` 0 is the original line, else the
    number of the correction that wrote it; the newest is in force. A line of an annulled result
    has no score, and leaves rating and experience as they were.
    """

    # Foreign keys that the indexes below begin with, or that nothing is looked up by, have none of
    # their own: a correction writes hundreds of thousands of lines.
    pool = models.ForeignKey(
        Pool,
        models.PROTECT,
        related_name="changes",
        verbose_name=_("rating pool"),
        db_index=False,
    )
    sequence = models.PositiveBigIntegerField(_("number in the pool"))
    ladder_result = models.ForeignKey(
        "ladder.LadderResult",
        models.PROTECT,
        null=True,
        related_name="changes",
        verbose_name=_("result"),
        db_index=False,
    )
    reset = models.ForeignKey(
        "ladder.SoftReset",
        models.PROTECT,
        null=True,
        related_name="changes",
        verbose_name=_("soft reset"),
    )
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="rating_changes",
        verbose_name=_("member"),
        db_index=False,
    )
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("opponent"),
        db_index=False,
    )
    correction = models.PositiveIntegerField(_("correction"), default=0)
    difference = models.FloatField(_("difference of ratings (D)"), null=True)
    length = models.PositiveIntegerField(_("match length (n)"), null=True)
    k = models.FloatField(_("factor of experience (K)"), null=True)
    expected = models.FloatField(_("expected score (E)"), null=True)
    score = models.FloatField(_("score (S)"), null=True)
    before = models.FloatField(_("rating before"))
    after = models.FloatField(_("rating after"))
    experience_before = models.PositiveIntegerField(_("experience before"))
    at = models.DateTimeField(_("finished"))

    objects: ClassVar = RatingChangeQuerySet.as_manager()

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        ordering = ["pool", "sequence", "id"]
        constraints = [
            models.UniqueConstraint(
                name="change_once", fields=["ladder_result", "member", "correction"]
            ),
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
            models.CheckConstraint(
                name="change_of_a_result_or_reset", condition=_RATED | _ANNULLED | _RESET
            ),
        ]
        indexes = [
            models.Index(name="change_of_member", fields=["member", "pool", "-sequence"]),
            models.Index(name="change_recent", fields=["pool", "-at"]),
        ]

    def __str__(self) -> str:
        return f"{self.pool_id}/{self.sequence} {self.member_id}: {self.amount:+.2f}"

    def get_absolute_url(self) -> str:
        """Return the address of the page that shows the sum; a reset's is that of its season."""
        if self.ladder_result_id is None:
            return reverse("ladder:seasons")
        return reverse("ladder:result", kwargs={"ladder_result_id": self.ladder_result_id})

    @property
    def amount(self) -> float:
        """Return the points won or lost."""
        return self.after - self.before

    @property
    def experience_after(self) -> int:
        """Return the experience with the match counted in; annulled results and resets add none."""
        return self.experience_before + (0 if self.score is None else self.length or 0)
