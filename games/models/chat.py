"""What people say to each other at a match and in the lobby, and what is reported of it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.enums import ChatRoom, QuickPhrase, ReportReason, ReportStatus
from games.models.matches import Match

LINE_LENGTH = 300
"""Longest line, in characters, after cleaning."""

NOTE_LENGTH = 500


class ChatLineQuerySet(models.QuerySet["ChatLine"]):
    """Chainable filters of chat lines."""

    def of_room(self, room: str, match_id: int | None) -> "ChatLineQuerySet":
        """Keep the lines of a room; the lobby has no match."""
        return self.filter(room=room, match=match_id)


class ChatLine(models.Model):
    """One line: a text, or a quick phrase that each reads in his language."""

    match = models.ForeignKey(
        Match,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="chat_lines",
        verbose_name=_("match"),
    )
    room = models.CharField(_("room"), max_length=16, choices=ChatRoom)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="chat_lines",
        verbose_name=_("author"),
    )
    text = models.CharField(_("text"), max_length=LINE_LENGTH, blank=True)
    quick = models.CharField(_("quick phrase"), max_length=16, choices=QuickPhrase, blank=True)
    at = models.DateTimeField(_("at"))
    removed = models.BooleanField(_("removed by a moderator"), default=False)

    objects = ChatLineQuerySet.as_manager()

    class Meta:
        verbose_name = _("chat line")
        verbose_name_plural = _("chat lines")
        ordering = ["-id"]
        indexes = [
            models.Index(name="chat_of_room", fields=["match", "room", "-id"]),
            models.Index(name="chat_of_author", fields=["author", "-at"]),
            models.Index(name="chat_by_age", fields=["at"]),
        ]
        constraints = [
            models.CheckConstraint(name="chat_room_known", condition=Q(room__in=ChatRoom.values)),
            models.CheckConstraint(
                name="chat_lobby_has_no_match",
                condition=(
                    Q(room=ChatRoom.LOBBY, match=None)
                    | (~Q(room=ChatRoom.LOBBY) & Q(match__isnull=False))
                ),
            ),
            models.CheckConstraint(
                name="chat_text_or_phrase",
                condition=(Q(text="") & ~Q(quick="")) | (~Q(text="") & Q(quick="")),
            ),
        ]

    def __str__(self) -> str:
        return self.text or str(self.get_quick_display())


class Report(models.Model):
    """A member shows a line to the moderators; `context` keeps it and what stood around it."""

    line = models.ForeignKey(
        ChatLine,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="reports",
        verbose_name=_("chat line"),
    )
    match = models.ForeignKey(
        Match, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("match")
    )
    room = models.CharField(_("room"), max_length=16, choices=ChatRoom)
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("reported by")
    )
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("member")
    )
    reason = models.CharField(_("reason"), max_length=16, choices=ReportReason)
    note = models.CharField(_("note"), max_length=NOTE_LENGTH, blank=True)
    context = models.JSONField(_("lines around it"))
    at = models.DateTimeField(_("at"))
    status = models.CharField(
        _("status"), max_length=16, choices=ReportStatus, default=ReportStatus.OPEN
    )
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    closed_at = models.DateTimeField(_("decided"), null=True, blank=True)
    verdict = models.CharField(_("verdict"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["-id"]
        indexes = [
            models.Index(name="report_open", fields=["id"], condition=Q(status=ReportStatus.OPEN)),
        ]
        constraints = [
            models.UniqueConstraint(name="report_once", fields=["line", "reporter"]),
            models.CheckConstraint(
                name="report_open_or_decided",
                condition=(
                    Q(status=ReportStatus.OPEN, closed_by=None, closed_at=None)
                    | (
                        ~Q(status=ReportStatus.OPEN)
                        & Q(closed_by__isnull=False, closed_at__isnull=False)
                    )
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.member}"
