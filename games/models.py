"""Tables of matches, challenges, presence and the referee; constraints come first."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.enums import ChallengeStatus, EndReason, MatchSource, MatchStatus

SEED_LENGTH = 128
"""Longest seed text a player may give, in characters."""

KEY_LENGTH = 64
"""Longest id a client may give a command, in characters."""


class AppendOnlyError(TypeError):
    """A written row of an append-only table was to be changed or deleted."""


class AppendOnlyQuerySet(models.QuerySet["MatchEvent"]):
    """Reads and inserts; changing and deleting raise AppendOnlyError."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Refuse: rows are facts."""
        raise AppendOnlyError("Match events are never changed.")

    def delete(self) -> NoReturn:
        """Refuse: rows are facts."""
        raise AppendOnlyError("Match events are never deleted.")


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


class Outage(models.Model):
    """A time in which no clock was enforced (rules V23)."""

    since = models.BigIntegerField(_("since"))
    until = models.BigIntegerField(_("until"))

    class Meta:
        verbose_name = _("outage")
        verbose_name_plural = _("outages")
        constraints = [
            models.CheckConstraint(name="outage_takes_time", condition=Q(until__gt=F("since"))),
        ]

    def __str__(self) -> str:
        return f"{self.since}–{self.until}"


class Heartbeat(models.Model):
    """The referee's one row: when the last sweep ran, and the newest outage it found."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    swept_at = models.BigIntegerField(_("last sweep"), null=True, blank=True)
    enforcing_since = models.BigIntegerField(_("enforcing since"), null=True, blank=True)
    outage = models.ForeignKey(
        Outage, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("outage")
    )

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")
        constraints = [models.CheckConstraint(name="heartbeat_single_row", condition=Q(id=1))]

    def __str__(self) -> str:
        return str(self.swept_at)


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
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="seats", verbose_name=_("member")
    )
    seed = models.CharField(_("player's seed"), max_length=SEED_LENGTH, blank=True)
    rating_before = models.DecimalField(
        _("rating before"), max_digits=8, decimal_places=3, null=True, blank=True
    )
    rating_after = models.DecimalField(
        _("rating after"), max_digits=8, decimal_places=3, null=True, blank=True
    )
    points = models.PositiveIntegerField(_("points"), default=0)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["side", "place"]
        constraints = [
            models.UniqueConstraint(name="seat_taken_once", fields=["match", "side", "place"]),
            models.UniqueConstraint(name="seat_once_a_member", fields=["match", "member"]),
            models.CheckConstraint(name="seat_side_known", condition=Q(side__in=[0, 1])),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.side}"


class Command(models.Model):
    """An accepted command with its answer, so that the same id is answered the same again."""

    match = models.ForeignKey(
        Match, models.PROTECT, related_name="commands", verbose_name=_("match")
    )
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("member")
    )
    key = models.CharField(_("client's id"), max_length=KEY_LENGTH)
    body_hash = models.CharField(_("hash of the body"), max_length=64)
    answer = models.JSONField(_("answer"))
    version = models.PositiveIntegerField(_("version after it"))

    class Meta:
        verbose_name = _("command")
        verbose_name_plural = _("commands")
        constraints = [
            models.UniqueConstraint(name="command_once", fields=["match", "member", "key"]),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}@{self.version}"


class MatchEvent(models.Model):
    """A fact of a match, numbered from 1 without a gap; never changed, never deleted."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="events", verbose_name=_("match"))
    seq = models.PositiveIntegerField(_("number"))
    at = models.BigIntegerField(_("at"))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    command = models.ForeignKey(
        Command,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="events",
        verbose_name=_("command"),
    )
    kind = models.CharField(_("kind"), max_length=32)
    data = models.JSONField(_("facts"))

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        verbose_name = _("match event")
        verbose_name_plural = _("match events")
        ordering = ["match", "seq"]
        constraints = [
            models.UniqueConstraint(name="event_numbered_once", fields=["match", "seq"]),
            models.CheckConstraint(name="event_numbered_from_one", condition=Q(seq__gte=1)),
            models.CheckConstraint(
                name="event_seat_known", condition=Q(seat=None) | Q(seat__in=[0, 1])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seq} {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row. Raises AppendOnlyError when it is already written."""
        if not self._state.adding:
            raise AppendOnlyError("Match events are never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse: the row is a fact."""
        raise AppendOnlyError("Match events are never deleted.")


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


class Challenge(models.Model):
    """An offer to play, to one member or to all; `taker` has accepted and waits (rules V25)."""

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
    status = models.CharField(
        _("status"), max_length=16, choices=ChallengeStatus, default=ChallengeStatus.OPEN
    )
    seed = models.CharField(_("challenger's seed"), max_length=SEED_LENGTH, blank=True)
    dice = models.OneToOneField(
        DiceSeed, models.PROTECT, related_name="challenge", verbose_name=_("dice seed")
    )
    taker = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("who accepted and waits"),
    )
    taker_seed = models.CharField(_("his seed"), max_length=SEED_LENGTH, blank=True)
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
                condition=Q(status=ChallengeStatus.OPEN, opponent__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.status}"


class Instance(models.Model):
    """A server process that holds sockets; `renewed` by its own loop while it lives."""

    id = models.CharField(max_length=32, primary_key=True)
    started = models.BigIntegerField(_("started"))
    renewed = models.BigIntegerField(_("renewed"))

    class Meta:
        verbose_name = _("server instance")
        verbose_name_plural = _("server instances")

    def __str__(self) -> str:
        return self.id[:8]


class Lease(models.Model):
    """A connection was alive at t if since <= t < expires (rules V16).

    Without a match it is a connection to the lobby. Without an instance it was given to a
    player at the start of the match (rules V25), not earned by a connection.
    """

    connection = models.CharField(_("connection"), max_length=32)
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("member")
    )
    match = models.ForeignKey(
        Match,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="leases",
        verbose_name=_("match"),
    )
    instance = models.ForeignKey(
        Instance,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="leases",
        verbose_name=_("server instance"),
    )
    since = models.BigIntegerField(_("since"))
    expires = models.BigIntegerField(_("expires"))

    class Meta:
        verbose_name = _("lease")
        verbose_name_plural = _("leases")
        indexes = [
            models.Index(name="lease_judged", fields=["match", "member", "-expires"]),
            models.Index(name="lease_running_out", fields=["expires"]),
        ]
        constraints = [
            models.UniqueConstraint(name="lease_opened_once", fields=["connection", "since"]),
            models.CheckConstraint(name="lease_lives", condition=Q(expires__gt=F("since"))),
        ]

    def __str__(self) -> str:
        return f"{self.member_id}@{self.match_id}"


class Audience(models.Model):
    """How many spectators of a match a server instance holds; valid while the instance lives."""

    instance = models.ForeignKey(
        Instance, models.CASCADE, related_name="audiences", verbose_name=_("server instance")
    )
    match = models.ForeignKey(
        Match, models.CASCADE, related_name="audiences", verbose_name=_("match")
    )
    count = models.PositiveIntegerField(_("spectators"))

    class Meta:
        verbose_name = _("audience")
        verbose_name_plural = _("audiences")
        constraints = [
            models.UniqueConstraint(name="audience_once", fields=["instance", "match"]),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.count}"
