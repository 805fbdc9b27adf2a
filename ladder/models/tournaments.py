"""Tournaments, who enters them, and who directs them."""

import datetime
import zoneinfo
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ladder.enums import (
    EntryState,
    LateMissed,
    NoShowRule,
    RoleKind,
    RoundsOpen,
    Seating,
    TournamentFormat,
    TournamentState,
    Visibility,
    WithdrawalPolicy,
)
from ladder.rules.results import Scheme

if TYPE_CHECKING:
    from accounts.models import Member

NAME_LENGTH = 80
LEAST_GRACE = 5
"""Nobody is missing before so many minutes have passed."""
ENTERED = (EntryState.ENTERED, EntryState.CONFIRMED)
"""States of an entry that has a place."""


class TournamentQuerySet(models.QuerySet["Tournament"]):
    """Chainable filters of tournaments."""

    def published(self) -> "TournamentQuerySet":
        """Keep those that have left the drawer."""
        return self.exclude(state=TournamentState.DRAFT)

    def running(self) -> "TournamentQuerySet":
        """Keep those being played."""
        return self.filter(state=TournamentState.RUNNING)


_Manager = models.Manager.from_queryset(TournamentQuerySet)


class TournamentManager(_Manager["Tournament"]):
    """Tournaments without the drafts that were thrown away."""

    def get_queryset(self) -> TournamentQuerySet:
        """Return what anybody may find."""
        rows = cast("TournamentQuerySet", super().get_queryset())
        return rows.filter(discarded_at=None)


class Tournament(models.Model):
    """A tournament with everything that is agreed before it begins.

    `options` is the data of `games.terms.Terms`: rules, match length and time control. `version`
    grows with every act and is what a page knew when its form was filled in. The row is locked by
    whoever changes anything of the tournament, after the pairings (see `services.tournaments`).
    """

    name = models.CharField(pgettext_lazy("of a thing", "name"), max_length=NAME_LENGTH)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    text_cs = models.TextField(_("text in Czech"), blank=True)
    text_en = models.TextField(_("text in English"), blank=True)
    state = models.CharField(
        _("state"), max_length=16, choices=TournamentState, default=TournamentState.DRAFT
    )
    format = models.CharField(
        _("format"), max_length=24, choices=TournamentFormat, default=TournamentFormat.ROUND_ROBIN
    )
    rounds_open = models.CharField(
        _("rounds"), max_length=16, choices=RoundsOpen, default=RoundsOpen.ONE_BY_ONE
    )
    visibility = models.CharField(
        _("who sees it"), max_length=16, choices=Visibility, default=Visibility.PUBLIC
    )

    ruleset = models.CharField(_("rules"), max_length=32)
    options = models.JSONField(_("options"), help_text=_("Rules, options and clock, resolved."))
    lengths = models.JSONField(
        _("match length by round"),
        default=dict,
        blank=True,
        help_text=_("Number of the round → points; other rounds have the usual length."),
    )
    rated = models.BooleanField(pgettext_lazy("of a tournament", "rated"), default=True)

    places = models.PositiveSmallIntegerField(_("places"), null=True, blank=True)
    waiting_list = models.BooleanField(_("waiting list"), default=True)
    registration_from = models.DateTimeField(_("registration opens"), null=True, blank=True)
    registration_until = models.DateTimeField(_("registration closes"), null=True, blank=True)
    rating_min = models.PositiveSmallIntegerField(_("lowest rating"), null=True, blank=True)
    rating_max = models.PositiveSmallIntegerField(_("highest rating"), null=True, blank=True)
    games_min = models.PositiveSmallIntegerField(_("least experience"), default=0)
    invitation_only = models.BooleanField(_("by invitation only"), default=False)

    seating = models.CharField(_("draw"), max_length=16, choices=Seating, default=Seating.RATING)
    lot_seed = models.CharField(
        _("seed of the lot"), max_length=80, blank=True, help_text=_("Published before the draw.")
    )

    points_win = models.CharField(_("points for a win"), max_length=8, default="1")
    points_draw = models.CharField(_("points for a draw"), max_length=8, default="1/2")
    points_loss = models.CharField(_("points for a loss"), max_length=8, default="0")
    chain = models.JSONField(_("tie-breaks"), default=list)

    time_zone = models.CharField(_("time zone"), max_length=64, default="Europe/Prague")
    first_start = models.DateTimeField(_("start of the first round"), null=True, blank=True)
    round_every_minutes = models.PositiveIntegerField(
        _("minutes from round to round"), null=True, blank=True
    )
    round_lasts_minutes = models.PositiveIntegerField(
        _("minutes from a round's start to its deadline"), null=True, blank=True
    )
    no_show = models.CharField(
        _("no-show rule"), max_length=16, choices=NoShowRule, default=NoShowRule.BOTH
    )
    grace_minutes = models.PositiveSmallIntegerField(_("lateness in minutes"), default=15)
    late_until_round = models.PositiveSmallIntegerField(
        _("late entries until round"), null=True, blank=True
    )
    late_missed = models.CharField(
        _("rounds missed"), max_length=16, choices=LateMissed, default=LateMissed.WALKOVER
    )
    withdrawal_policy = models.CharField(
        _("withdrawal"), max_length=24, choices=WithdrawalPolicy, default=WithdrawalPolicy.HALF
    )
    groups = models.PositiveSmallIntegerField(_("groups"), default=1)
    qualifiers = models.PositiveSmallIntegerField(_("who go on from each group"), default=2)
    third_place = models.BooleanField(_("match for the third place"), default=True)

    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="tournaments_made",
        verbose_name=_("made by"),
    )
    created_at = models.DateTimeField(_("made"))
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    version = models.PositiveIntegerField(_("version"), default=0)

    discarded_at = models.DateTimeField(
        _("thrown away"), null=True, blank=True, help_text=_("A draft that nobody finds any more.")
    )

    objects = TournamentManager()

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-id"]
        indexes = [models.Index(name="tournament_by_state", fields=["state", "-id"])]
        constraints = [
            models.CheckConstraint(
                name="tournament_state_known", condition=Q(state__in=TournamentState.values)
            ),
            models.CheckConstraint(
                name="tournament_has_places", condition=Q(places=None) | Q(places__gte=2)
            ),
            models.CheckConstraint(
                name="tournament_window",
                condition=Q(registration_from=None)
                | Q(registration_until=None)
                | Q(registration_from__lt=F("registration_until")),
            ),
            models.CheckConstraint(
                name="tournament_ratings",
                condition=Q(rating_min=None)
                | Q(rating_max=None)
                | Q(rating_min__lte=F("rating_max")),
            ),
            models.CheckConstraint(
                name="tournament_groups", condition=Q(groups__gte=1, qualifiers__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the tournament's page."""
        return reverse("ladder:tournament", kwargs={"slug": self.slug})

    @property
    def scheme(self) -> Scheme:
        """Return what a win, a draw and a loss are worth."""
        return Scheme(*map(Fraction, (self.points_win, self.points_draw, self.points_loss)))

    @property
    def zone(self) -> datetime.tzinfo:
        """Return the time zone in which its times are shown."""
        return zoneinfo.ZoneInfo(self.time_zone)

    @property
    def match_length(self) -> int:
        """Return the usual length of a match in points."""
        return int(self.options["length"])

    @property
    def patience(self) -> int:
        """Return how many minutes a player may be late, whatever was set."""
        return max(self.grace_minutes, LEAST_GRACE)

    @property
    def is_double(self) -> bool:
        """Tell whether everybody meets everybody twice."""
        return self.format == TournamentFormat.DOUBLE_ROUND_ROBIN


class EntryQuerySet(models.QuerySet["Entry"]):
    """Chainable filters of entries."""

    def seated(self) -> "EntryQuerySet":
        """Keep those that have a place."""
        return self.filter(state__in=ENTERED)


class Entry(models.Model):
    """Somebody's entry: a member, or a guest at the board who has only a name and is never rated.

    `number` is the order of entering, `seat_order` the place the director gave before the draw.
    One who leaves while it runs keeps the state in which he played and has `left_round`, the first
    round he does not play, and `left_policy`.
    """

    tournament = models.ForeignKey(
        Tournament, models.PROTECT, related_name="entries", verbose_name=_("tournament")
    )
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="entries",
        verbose_name=_("member"),
    )
    name = models.CharField(_("name of a guest"), max_length=NAME_LENGTH, blank=True)
    state = models.CharField(_("state"), max_length=16, choices=EntryState)
    number = models.PositiveSmallIntegerField(_("order of entering"))
    seat_order = models.PositiveSmallIntegerField(_("place in the draw"), null=True, blank=True)
    entered_at = models.DateTimeField(_("entered"))
    left_round = models.PositiveSmallIntegerField(_("left before round"), null=True, blank=True)
    left_policy = models.CharField(
        _("what becomes of the games"), max_length=24, choices=WithdrawalPolicy, blank=True
    )

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(name="entry_once", fields=["tournament", "member"]),
            models.UniqueConstraint(name="entry_numbered_once", fields=["tournament", "number"]),
            models.CheckConstraint(
                name="entry_state_known", condition=Q(state__in=EntryState.values)
            ),
            models.CheckConstraint(
                name="entry_member_or_guest",
                condition=Q(member=None) & ~Q(name="") | Q(member__isnull=False, name=""),
            ),
            models.CheckConstraint(
                name="entry_left_with_policy",
                condition=Q(left_round=None, left_policy="")
                | Q(left_round__isnull=False, left_policy__in=WithdrawalPolicy.values),
            ),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """Return the member's name or the guest's; join `member` before asking many."""
        member: Member | None = self.member
        return self.name if member is None else member.username

    @property
    def has_place(self) -> bool:
        """Tell whether it takes one of the places."""
        return self.state in ENTERED

    @property
    def has_left(self) -> bool:
        """Tell whether the player has left the running tournament."""
        return self.left_round is not None


class Role(models.Model):
    """What a member may do in one tournament, from when he accepted."""

    tournament = models.ForeignKey(
        Tournament, models.PROTECT, related_name="roles", verbose_name=_("tournament")
    )
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="tournament_roles",
        verbose_name=_("member"),
    )
    kind = models.CharField(_("role"), max_length=16, choices=RoleKind)
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("invited by")
    )
    invited_at = models.DateTimeField(_("invited"))
    accepted_at = models.DateTimeField(_("accepted"), null=True, blank=True)

    class Meta:
        verbose_name = _("role in a tournament")
        verbose_name_plural = _("roles in tournaments")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(name="role_once", fields=["tournament", "member"]),
            models.CheckConstraint(name="role_known", condition=Q(kind__in=RoleKind.values)),
        ]

    def __str__(self) -> str:
        return f"{self.member_id}: {self.kind}"


class CalendarKey(models.Model):
    """The secret in the address of a member's own calendar feed."""

    member = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="calendar_key",
        verbose_name=_("member"),
    )
    key = models.CharField(_("key"), max_length=64, unique=True)
    made_at = models.DateTimeField(_("made"))

    class Meta:
        verbose_name = _("key of a calendar")
        verbose_name_plural = _("keys of calendars")

    def __str__(self) -> str:
        return str(self.member_id)
