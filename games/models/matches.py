"""Matches, their seats and their results; constraints come first."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.engine.fairness import MAX_SEED_LENGTH
from games.enums import EndReason, MatchSource, MatchStatus
from games.models.referee import Outage


class DiceSeed(models.Model):
    """The server's seed of one match: encrypted until the match ends, its hash public at once."""

    secret = models.TextField(_("encrypted seed"))
    commitment = models.CharField(_("commitment"), max_length=64, unique=True)
    created_at = models.BigIntegerField(_("created"), help_text=_("Milliseconds of the epoch."))

    class Meta:
        verbose_name = _("dice seed")
        verbose_name_plural = _("dice seeds")

    def __str__(self) -> str:
        return self.commitment[:12]


class MatchQuerySet(models.QuerySet["Match"]):
    """Chainable filters of matches."""

    def live(self) -> "MatchQuerySet":
        """Keep matches that are being played."""
        return self.filter(status=MatchStatus.LIVE)

    def finished(self) -> "MatchQuerySet":
        """Keep matches that are over."""
        return self.filter(status=MatchStatus.FINISHED)

    def of(self, member_id: int) -> "MatchQuerySet":
        """Keep matches at which a member sits."""
        return self.filter(seats__member_id=member_id)


class Match(models.Model):
    """One match; `state` is the engine's JSON text and always equals the fold of its events."""

    ruleset = models.CharField(_("rules"), max_length=32)
    options = models.JSONField(_("options"), help_text=_("Rules, options and clock, resolved."))
    rules_version = models.PositiveSmallIntegerField(_("version of the rules"))
    rated = models.BooleanField(_("rated"))
    source = models.CharField(_("source"), max_length=16, choices=MatchSource)
    status = models.CharField(
        _("status"), max_length=16, choices=MatchStatus, default=MatchStatus.LIVE
    )
    state = models.TextField(_("state"))
    version = models.PositiveIntegerField(_("version"), default=0)
    trail = models.JSONField(
        _("last turn"), default=dict, help_text=_("Steps of the last turn, for the page's arrows.")
    )
    deadline_at = models.BigIntegerField(_("next deadline"), null=True, blank=True)
    stopped_at = models.BigIntegerField(
        _("clock stopped"), null=True, blank=True, help_text=_("By an official, until he lets go.")
    )
    stopped_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        verbose_name=_("clock stopped by"),
    )
    stopped_why = models.CharField(_("why it was stopped"), max_length=500, blank=True)
    last_at = models.BigIntegerField(_("last event"))
    last_outage = models.ForeignKey(
        Outage,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("last outage credited"),
    )
    dice = models.OneToOneField(
        DiceSeed, models.PROTECT, related_name="match", verbose_name=_("dice seed")
    )
    started_at = models.DateTimeField(_("started"))
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    winner = models.PositiveSmallIntegerField(_("winner's seat"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=16, choices=EndReason, blank=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["-id"]
        indexes = [
            models.Index(
                name="match_due",
                fields=["deadline_at"],
                condition=Q(status=MatchStatus.LIVE),
            ),
            models.Index(name="match_live", fields=["id"], condition=Q(status=MatchStatus.LIVE)),
            models.Index(name="match_finished", fields=["-finished_at"]),
        ]
        constraints = [
            models.CheckConstraint(
                name="match_status_known", condition=Q(status__in=MatchStatus.values)
            ),
            models.CheckConstraint(
                name="match_live_or_ended",
                condition=(
                    Q(status=MatchStatus.LIVE, finished_at=None, winner=None, reason="")
                    | Q(
                        status=MatchStatus.FINISHED,
                        finished_at__isnull=False,
                        deadline_at=None,
                        reason__in=EndReason.values,
                    )
                ),
            ),
            models.CheckConstraint(
                name="match_winner_sits", condition=Q(winner=None) | Q(winner__in=[0, 1])
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"

    def get_absolute_url(self) -> str:
        """Return the address of the game page, which is also the replay."""
        return reverse("games:match", kwargs={"match_id": self.pk})


class Seat(models.Model):
    """A chair at a match: who sits there, with which dice seed, and what it cost or brought."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="seats", verbose_name=_("match"))
    side = models.PositiveSmallIntegerField(_("side"))
    place = models.PositiveSmallIntegerField(_("place in the team"), default=0)
    # The constraint below begins with the member and gives his matches in their order.
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="seats",
        verbose_name=_("member"),
        db_index=False,
    )
    seed = models.CharField(_("player's seed"), max_length=MAX_SEED_LENGTH, blank=True)
    rating_before = models.FloatField(_("rating before"), null=True, blank=True)
    rating_after = models.FloatField(_("rating after"), null=True, blank=True)
    points = models.PositiveIntegerField(_("points"), default=0)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["side", "place"]
        constraints = [
            models.UniqueConstraint(name="seat_taken_once", fields=["match", "side", "place"]),
            models.UniqueConstraint(name="seat_once_a_member", fields=["member", "match"]),
            models.CheckConstraint(name="seat_side_known", condition=Q(side__in=[0, 1])),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.side}"


class Result(models.Model):
    """How a match ended; one row for one match, ever."""

    match = models.OneToOneField(
        Match, models.PROTECT, related_name="result", verbose_name=_("match")
    )
    winner = models.PositiveSmallIntegerField(_("winner's seat"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=16, choices=EndReason)
    rated = models.BooleanField(_("rated"))
    finished_at = models.DateTimeField(_("finished"))

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints = [
            models.CheckConstraint(
                name="result_winner_sits", condition=Q(winner=None) | Q(winner__in=[0, 1])
            ),
            models.CheckConstraint(
                name="result_annulled_unrated",
                condition=~Q(reason=EndReason.ANNULLED) | Q(rated=False, winner=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.reason}"


class Annulment(models.Model):
    """An official's act that ended a match without a result, with his reason (rules V18)."""

    match = models.OneToOneField(
        Match, models.PROTECT, related_name="annulment", verbose_name=_("match")
    )
    official = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("official")
    )
    why = models.TextField(_("reason"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("annulment")
        verbose_name_plural = _("annulments")
        constraints = [
            models.CheckConstraint(name="annulment_has_reason", condition=~Q(why="")),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.why}"
