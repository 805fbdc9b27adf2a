"""Notices: what happened that a member should know, on the page and perhaps by e-mail."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.enums import NoticeKind
from accounts.models.members import Member

PATH_LENGTH = 300
ABOUT_LENGTH = 120


class NoticeQuerySet(models.QuerySet["Notice"]):
    """Chainable filters of notices."""

    def shown(self) -> "NoticeQuerySet":
        """Keep those that the member wanted on the page."""
        return self.filter(on_page=True)

    def unread(self) -> "NoticeQuerySet":
        """Keep those on the page that he has not seen."""
        return self.filter(on_page=True, read_at=None)


class Notice(models.Model):
    """One thing told to one member, once: unique by member, kind and what it is about.

    The sentence is made of the kind's template and `params` when it is read, so that it speaks
    the reader's language; times in `params` are ISO texts in UTC. What he wanted of this kind at
    the time is in `on_page` and `mail_at`; an e-mail is due from `mail_at` on, until `mail_until`,
    and is out when `sent_at` is set. `taken_at` says that a worker is sending it.
    """

    member = models.ForeignKey(
        Member, models.CASCADE, related_name="notices", verbose_name=_("member")
    )
    kind = models.CharField(_("kind"), max_length=24, choices=NoticeKind)
    about = models.CharField(_("about"), max_length=ABOUT_LENGTH)
    params = models.JSONField(_("what it says"), default=dict)
    path = models.CharField(_("where it leads"), max_length=PATH_LENGTH)
    at = models.DateTimeField(_("at"))
    on_page = models.BooleanField(_("on the page"), default=True)
    read_at = models.DateTimeField(_("read"), null=True, blank=True)
    mail_at = models.DateTimeField(_("e-mail due"), null=True, blank=True)
    mail_until = models.DateTimeField(_("e-mail of use until"), null=True, blank=True)
    taken_at = models.DateTimeField(_("being sent since"), null=True, blank=True)
    sent_at = models.DateTimeField(_("e-mail sent"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts to send"), default=0)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(name="notice_told_once", fields=["member", "kind", "about"]),
            models.CheckConstraint(
                name="notice_leads_into_the_site",
                condition=Q(path__startswith="/") & ~Q(path__startswith="//"),
            ),
        ]
        indexes = [
            models.Index(
                name="notice_unread", fields=["member"], condition=Q(on_page=True, read_at=None)
            ),
            models.Index(
                name="notice_to_mail",
                fields=["mail_at"],
                condition=Q(mail_at__isnull=False, sent_at=None),
            ),
            models.Index(name="notice_of_member", fields=["member", "-id"]),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.about}"
