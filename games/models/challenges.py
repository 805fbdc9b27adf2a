"""Challenges: offers to play that wait."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.engine.fairness import MAX_SEED_LENGTH
from games.enums import ChallengeStatus, MatchSource
from games.models.matches import DiceSeed, Match


class Challenge(models.Model):
    """An offer to play, to one member or to all; `taker` has accepted and waits (rules V25).

    One of a tournament's pairing (`source`) has the pairing's dice seed, made anew until a match
    comes of it, and gives the challenger the pairing's side.
    """

    challenger = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="challenges_made",
        verbose_name=_("challenger"),
    )
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="challenges_received",
        verbose_name=_("opponent"),
    )
    ruleset = models.CharField(_("rules"), max_length=32)
    options = models.JSONField(_("options"), default=dict, blank=True)
    control = models.JSONField(_("time control"))
    terms = models.CharField(_("digest of the terms"), max_length=64)
    rated = models.BooleanField(_("rated"))
    source = models.CharField(
        _("source"), max_length=16, choices=MatchSource, default=MatchSource.CHALLENGE
    )
    challenger_side = models.PositiveSmallIntegerField(_("challenger's side"), default=0)
    status = models.CharField(
        _("status"), max_length=16, choices=ChallengeStatus, default=ChallengeStatus.OPEN
    )
    seed = models.CharField(_("challenger's seed"), max_length=MAX_SEED_LENGTH, blank=True)
    dice = models.ForeignKey(
        DiceSeed, models.PROTECT, related_name="challenges", verbose_name=_("dice seed")
    )
    taker = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("who accepted and waits"),
    )
    taker_seed = models.CharField(_("his seed"), max_length=MAX_SEED_LENGTH, blank=True)
    ready_until = models.BigIntegerField(_("ready question until"), null=True, blank=True)
    rematch_of = models.ForeignKey(
        Match,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="rematches",
        verbose_name=_("rematch of"),
    )
    match = models.OneToOneField(
        Match,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="challenge",
        verbose_name=_("match"),
    )
    created_at = models.DateTimeField(_("created"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")
        ordering = ["-id"]
        indexes = [
            models.Index(
                name="challenge_open", fields=["id"], condition=Q(status=ChallengeStatus.OPEN)
            ),
            models.Index(name="challenge_made", fields=["challenger", "created_at"]),
        ]
        constraints = [
            models.CheckConstraint(
                name="challenge_status_known", condition=Q(status__in=ChallengeStatus.values)
            ),
            models.CheckConstraint(
                name="challenge_to_another",
                condition=Q(opponent=None) | ~Q(opponent=F("challenger")),
            ),
            models.CheckConstraint(
                name="challenge_taken_by_another",
                condition=Q(taker=None) | ~Q(taker=F("challenger")),
            ),
            models.CheckConstraint(
                name="challenge_accepted_has_match",
                condition=(
                    Q(status=ChallengeStatus.ACCEPTED, match__isnull=False)
                    | (~Q(status=ChallengeStatus.ACCEPTED) & Q(match=None))
                ),
            ),
            models.CheckConstraint(
                name="challenge_question_has_taker",
                condition=(
                    Q(taker=None, ready_until=None)
                    | Q(
                        taker__isnull=False,
                        ready_until__isnull=False,
                        status=ChallengeStatus.OPEN,
                    )
                ),
            ),
            models.CheckConstraint(
                name="challenge_open_or_closed",
                condition=(
                    Q(status=ChallengeStatus.OPEN, closed_at=None)
                    | (~Q(status=ChallengeStatus.OPEN) & Q(closed_at__isnull=False))
                ),
            ),
            models.UniqueConstraint(
                name="challenge_to_all_once",
                fields=["challenger", "ruleset", "rated", "terms"],
                condition=Q(status=ChallengeStatus.OPEN, opponent=None),
            ),
            models.UniqueConstraint(
                name="challenge_to_one_once",
                fields=["challenger", "opponent", "ruleset", "rated", "terms"],
                condition=Q(
                    status=ChallengeStatus.OPEN,
                    opponent__isnull=False,
                    source=MatchSource.CHALLENGE,
                ),
            ),
            models.UniqueConstraint(
                name="challenge_dice_once",
                fields=["dice"],
                condition=Q(status__in=[ChallengeStatus.OPEN, ChallengeStatus.ACCEPTED]),
            ),
            models.CheckConstraint(
                name="challenge_side_known", condition=Q(challenger_side__in=[0, 1])
            ),
            models.CheckConstraint(
                name="challenge_of_pairing_directed",
                condition=~Q(source=MatchSource.PAIRING) | Q(opponent__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.status}"
