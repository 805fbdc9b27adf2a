"""The course of a tournament: stages, rounds, pairings."""

import datetime
from collections.abc import Collection
from typing import Any, Self

from django.db import models
from django.db.models import F, Q
from django.db.models.base import ModelState
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ladder.enums import (
    FeedsFrom,
    PairingSource,
    PairingState,
    RoundState,
    StageKind,
)
from ladder.models.tournaments import Entry, Tournament

UNDECIDED = (
    PairingState.WAITING,
    PairingState.OPEN,
    PairingState.PLAYING,
    PairingState.REPORTED,
    PairingState.DISPUTED,
)


class Stage(models.Model):
    """A part of a tournament with a table or a bracket of its own.

    Stages of one `phase` run beside each other (groups); `decides` names the stage whose tied
    places a play-off settles. Kinds may be added; `settings` holds what only one kind needs.
    """

    tournament = models.ForeignKey(
        Tournament, models.PROTECT, related_name="stages", verbose_name=_("tournament")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=16, choices=StageKind)
    phase = models.PositiveSmallIntegerField(_("phase"), default=1)
    name = models.CharField(pgettext_lazy("of a thing", "name"), max_length=40, blank=True)
    double = models.BooleanField(_("double"), default=False)
    decides = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="play_offs",
        verbose_name=_("decides"),
    )
    settings = models.JSONField(_("settings"), default=dict, blank=True)

    class Meta:
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(name="stage_numbered_once", fields=["tournament", "number"]),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"


class StageSeat(models.Model):
    """A player's number in a stage: his line of the table, his place in the Berger table."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="seats", verbose_name=_("stage"))
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats", verbose_name=_("entry"))
    number = models.PositiveSmallIntegerField(_("number"))

    class Meta:
        verbose_name = _("seat in a stage")
        verbose_name_plural = _("seats in stages")
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(name="stage_seat_numbered_once", fields=["stage", "number"]),
            models.UniqueConstraint(name="stage_seat_taken_once", fields=["stage", "entry"]),
        ]

    def __str__(self) -> str:
        return f"{self.stage_id}: {self.number}"


class Round(models.Model):
    """A round of a stage; `length` null means the tournament's usual match length.

    `resting` is who is free in it by the draw; a selector notes it for a page.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds", verbose_name=_("stage"))
    number = models.PositiveSmallIntegerField(_("number"))
    length = models.PositiveSmallIntegerField(_("match length"), null=True, blank=True)
    opens_at = models.DateTimeField(_("start"), null=True, blank=True)
    deadline_at = models.DateTimeField(_("deadline"), null=True, blank=True)
    state = models.CharField(
        _("state"), max_length=16, choices=RoundState, default=RoundState.WAITING
    )
    opened_at = models.DateTimeField(_("opened"), null=True, blank=True)
    deadline_kept_at = models.DateTimeField(
        _("deadline dealt with"),
        null=True,
        blank=True,
        help_text=_("The deadline after which the clock has looked at the pairings."),
    )
    held = models.BooleanField(
        _("held"), default=False, help_text=_("A director decides when it opens or closes.")
    )

    resting: Entry | None = None

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["stage", "number"]
        indexes = [models.Index(name="round_due", fields=["state", "opens_at"])]
        constraints = [
            models.UniqueConstraint(name="round_numbered_once", fields=["stage", "number"]),
            models.CheckConstraint(
                name="round_deadline_after_start",
                condition=Q(opens_at=None) | Q(deadline_at=None) | Q(opens_at__lt=F("deadline_at")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage_id}/{self.number}"

    @property
    def to_final(self) -> int | None:
        """Return how many rounds of a knock-out come after this one, None in any other stage.

        One statement for a knock-out unless the rounds of `stage` are known.
        """
        if self.stage.kind != StageKind.KNOCKOUT:
            return None
        return max(played.number for played in self.stage.rounds.all()) - self.number


class PairingQuerySet(models.QuerySet["Pairing"]):
    """Chainable filters of pairings."""

    def undecided(self) -> "PairingQuerySet":
        """Keep those without a result that still can have one."""
        return self.filter(state__in=UNDECIDED)

    def of_tournament(self, tournament_id: int) -> "PairingQuerySet":
        """Keep those of one tournament."""
        return self.filter(round__stage__tournament=tournament_id)


class Pairing(models.Model):
    """Two who meet in a round, and what came of it.

    `first` or `second` may be unknown (a knock-out's later rounds, with `first_from` and
    `second_from`) or nobody (a bye). Results are WIN 2, DRAW 1, LOSS 0, each side's own: a double
    walkover is lost by both. Scores are points inside the match, unknown after a walkover.
    `forfeit`: decided without play. Of those who have left nothing is stored of what their games
    count for: a selector notes `forfeited` and `annulled` for a page. `match` is
    the live match in force, `challenge` the open invitation to sit down; earlier matches are in
    `PairingMatch`.
    """

    round = models.ForeignKey(
        Round, models.CASCADE, related_name="pairings", verbose_name=_("round")
    )
    number = models.PositiveSmallIntegerField(_("board"))
    first = models.ForeignKey(
        Entry,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="pairings_first",
        verbose_name=_("first"),
    )
    second = models.ForeignKey(
        Entry,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="pairings_second",
        verbose_name=_("second"),
    )
    first_from = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name="←"
    )
    first_takes = models.CharField(_("who comes"), max_length=8, choices=FeedsFrom, blank=True)
    second_from = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name="←"
    )
    second_takes = models.CharField(_("who comes"), max_length=8, choices=FeedsFrom, blank=True)
    for_place = models.PositiveSmallIntegerField(_("for place"), null=True, blank=True)

    state = models.CharField(
        _("state"), max_length=16, choices=PairingState, default=PairingState.WAITING
    )
    first_result = models.PositiveSmallIntegerField(_("first's result"), null=True, blank=True)
    second_result = models.PositiveSmallIntegerField(_("second's result"), null=True, blank=True)
    first_score = models.PositiveSmallIntegerField(_("first's points"), null=True, blank=True)
    second_score = models.PositiveSmallIntegerField(_("second's points"), null=True, blank=True)
    forfeit = models.BooleanField(_("without play"), default=False)
    source = models.CharField(_("source"), max_length=16, choices=PairingSource, blank=True)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    may_be_rated = models.BooleanField(
        _("may be rated"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("Whether the two allowed it when a result was first entered."),
    )

    match = models.OneToOneField(
        "games.Match",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="pairing",
        verbose_name=_("match"),
    )
    challenge = models.ForeignKey(
        "games.Challenge",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("invitation to sit down"),
    )
    dice = models.ForeignKey(
        "games.DiceSeed",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("dice seed"),
    )
    proposed_at = models.DateTimeField(_("time proposed"), null=True, blank=True)
    proposed_by = models.ForeignKey(
        Entry, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    agreed_at = models.DateTimeField(_("time agreed"), null=True, blank=True)
    deadline_at = models.DateTimeField(
        _("own deadline"), null=True, blank=True, help_text=_("Instead of the round's.")
    )
    attendance = models.JSONField(
        _("attendance"),
        default=dict,
        blank=True,
        help_text=_("Who was here when the pairing was due, recorded then."),
    )
    version = models.PositiveIntegerField(_("version"), default=0)

    forfeited: tuple[int, int] | None = None
    annulled = False

    objects = PairingQuerySet.as_manager()

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering = ["round", "number"]
        indexes = [
            models.Index(
                name="pairing_undecided", fields=["state"], condition=Q(state__in=UNDECIDED)
            ),
        ]
        constraints = [
            models.UniqueConstraint(name="pairing_numbered_once", fields=["round", "number"]),
            models.CheckConstraint(
                name="pairing_of_two", condition=Q(first=None) | ~Q(first=F("second"))
            ),
            models.CheckConstraint(
                name="pairing_decided_has_result",
                condition=(
                    Q(
                        state=PairingState.DECIDED,
                        first_result__in=[0, 1, 2],
                        second_result__in=[0, 1, 2],
                        decided_at__isnull=False,
                    )
                    & ~Q(source="")
                    | ~Q(state=PairingState.DECIDED)
                    & Q(first_result=None, second_result=None, decided_at=None, forfeit=False)
                ),
            ),
            models.CheckConstraint(
                name="pairing_result_possible",
                condition=Q(first_result=None) | Q(first_result__lte=2 - F("second_result")),
            ),
            models.CheckConstraint(
                name="pairing_playing_has_match",
                condition=~Q(state=PairingState.PLAYING) | Q(match__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.number}"

    def get_absolute_url(self) -> str:
        """Return the address of the pairing's page; `round.stage.tournament` should be joined."""
        slug = self.round.stage.tournament.slug
        return reverse("ladder:pairing", kwargs={"slug": slug, "pairing_id": self.pk})

    @classmethod
    def from_db(
        cls,
        db: str | None,
        field_names: Collection[str],
        values: Collection[Any],
        **_told_by_newer_versions: Any,
    ) -> Self:
        """Return a pairing as it was read.

        A table of 200 players reads 19,900, and a model's `__init__` with its signals, which
        nobody hears here, and its loop over all fields takes half of the page's time.
        """
        made = cls.__new__(cls)
        made._state = ModelState()
        made._state.adding, made._state.db = False, db
        made.__dict__.update(zip(field_names, values, strict=True))
        return made

    @property
    def due_at(self) -> datetime.datetime | None:
        """Return until when it must be played."""
        return self.deadline_at or self.round.deadline_at

    @property
    def is_bye(self) -> bool:
        """Tell whether only one player sits here, and nobody else will come."""
        return self.source == PairingSource.BYE
