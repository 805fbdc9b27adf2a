"""What members and moderators decide about members: blocks, mutes, and the log of the acts."""

import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.enums import ActKind
from vrhcaby.append_only import AppendOnlyModel


class Block(models.Model):
    """A member does not want to meet another: no chat, no challenges, no notices of his."""

    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks", verbose_name=_("member")
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("blocked member")
    )
    at = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [
            models.UniqueConstraint(name="block_once", fields=["member", "blocked"]),
            models.CheckConstraint(name="block_another", condition=~Q(member=F("blocked"))),
        ]

    def __str__(self) -> str:
        return f"{self.member_id} – {self.blocked_id}"


class MuteQuerySet(models.QuerySet["Mute"]):
    """Chainable filters of mutes."""

    def lasting(self, *, at: datetime.datetime) -> "MuteQuerySet":
        """Keep mutes that last at that time; the end is exclusive."""
        return self.filter(at__lte=at, until__gt=at, lifted_at=None)

    def ended_untold(self, *, at: datetime.datetime) -> "MuteQuerySet":
        """Keep mutes whose member has not been told yet that they are over."""
        over = Q(until__lte=at) | Q(lifted_at__isnull=False)
        return self.filter(over, end_told=False)


class Mute(models.Model):
    """A member may not write in the chats until a time; he can read the reason."""

    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes", verbose_name=_("member")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("moderator")
    )
    reason = models.CharField(_("reason"), max_length=500)
    at = models.DateTimeField(_("since"))
    until = models.DateTimeField(_("until"))
    lifted_at = models.DateTimeField(_("lifted"), null=True, blank=True)
    end_told = models.BooleanField(_("told of its end"), default=False)

    objects = MuteQuerySet.as_manager()

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        ordering = ["-id"]
        indexes = [
            models.Index(name="mute_end_untold", fields=["until"], condition=Q(end_told=False)),
        ]
        constraints = [
            models.CheckConstraint(name="mute_has_reason", condition=~Q(reason="")),
            models.CheckConstraint(name="mute_ends_later", condition=Q(until__gt=F("at"))),
            models.UniqueConstraint(
                name="mute_one_untold",
                fields=["member"],
                condition=Q(lifted_at=None, end_told=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member}: {self.reason}"


class ModeratorAct(AppendOnlyModel):
    """What somebody of the staff did to a member, and why; the log of moderation."""

    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("moderator")
    )
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("member")
    )
    kind = models.CharField(_("act"), max_length=16, choices=ActKind)
    why = models.CharField(_("reason"), max_length=500, blank=True)
    details = models.JSONField(_("details"), default=dict, blank=True)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("moderator's act")
        verbose_name_plural = _("moderators' acts")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(name="act_kind_known", condition=Q(kind__in=ActKind.values)),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.member}"
