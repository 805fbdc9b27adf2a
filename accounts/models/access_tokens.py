"""Access tokens: what a program shows instead of a member's password. Only their hash is kept."""

import datetime
import hashlib
import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.enums import Scope

MARK = "vrh_"
SHOWN = 10
"""So many characters of a token stay readable, so that its owner tells his tokens apart."""

LONGEST = 64
"""No text longer than this is looked up as a token."""

NAME_LENGTH = 60


def draw() -> str:
    """Return a new token: the mark of this site and 256 random bits."""
    return MARK + secrets.token_urlsafe(32)


def digest_of(token: str) -> str:
    """Return the SHA-256 of a token in hexadecimal; a token has enough chance in it for that."""
    return hashlib.sha256(token.encode()).hexdigest()


class AccessTokenQuerySet(models.QuerySet["AccessToken"]):
    """Chainable filters of tokens."""

    def living(self, *, at: datetime.datetime) -> "AccessTokenQuerySet":
        """Keep tokens that are neither revoked nor expired at that time."""
        return self.filter(Q(expires_at=None) | Q(expires_at__gt=at), revoked_at=None)


class AccessToken(models.Model):
    """A token of a member; `scopes` never lack `read`."""

    member = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="access_tokens",
        verbose_name=_("member"),
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    digest = models.CharField(_("hash"), max_length=64, unique=True, editable=False)
    prefix = models.CharField(_("beginning"), max_length=SHOWN, editable=False)
    scopes = models.JSONField(_("scopes"), default=list)
    created_at = models.DateTimeField(_("made"))
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    objects = AccessTokenQuerySet.as_manager()

    class Meta:
        verbose_name = _("access token")
        verbose_name_plural = _("access tokens")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(name="access_token_has_hash", condition=~Q(digest="")),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    def allows(self, scope: str) -> bool:
        """Tell whether the token may be used for this."""
        return scope == Scope.READ or scope in self.scopes

    def is_living(self, *, at: datetime.datetime) -> bool:
        """Tell whether the token is neither revoked nor expired at that time."""
        return self.revoked_at is None and not self.is_expired(at=at)

    def is_expired(self, *, at: datetime.datetime) -> bool:
        """Tell whether the token's time is over; its end is exclusive."""
        return self.expires_at is not None and self.expires_at <= at

    @property
    def scope_names(self) -> list[Any]:
        """Return the names of the scopes for people, from the least to the greatest."""
        return [scope.label for scope in Scope if self.allows(scope)]
