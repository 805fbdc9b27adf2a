"""What the site remembers of itself: its nightly looks at what must always hold."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class AuditRun(models.Model):
    """One look at all invariants. Not ended: it runs, or the process was killed under it."""

    night = models.DateField(_("night"), unique=True)
    since = models.DateTimeField(
        _("matches since"),
        null=True,
        blank=True,
        help_text=_("Finished matches that were looked at ended after this; empty: all were."),
    )
    began = models.DateTimeField(_("began"))
    ended = models.DateTimeField(_("ended"), null=True, blank=True)
    violations = models.PositiveIntegerField(_("violations"), default=0)
    lines = models.TextField(_("the first of them"), blank=True)

    class Meta:
        verbose_name = _("audit")
        verbose_name_plural = _("audits")
        ordering = ["-night"]
        constraints = [
            models.CheckConstraint(
                name="audit_ends_after_it_began", condition=Q(ended=None) | Q(ended__gte=F("began"))
            ),
        ]

    def __str__(self) -> str:
        return str(self.night)
