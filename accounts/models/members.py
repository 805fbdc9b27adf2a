"""The member: who somebody is on the site, and how he likes it."""

import datetime
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts import names, phrases
from accounts.enums import Animation, Direction, Language, Theme
from accounts.validators import validate_time_zone, validate_username

DEFAULT_TIME_ZONE = "Europe/Prague"
TINTS = 8


class MemberQuerySet(models.QuerySet["Member"]):
    """Chainable filters over members."""

    def banned(self, *, at: datetime.datetime) -> "MemberQuerySet":
        """Members whose suspension lasts at that time."""
        return self.filter(banned_until__gt=at)

    def left(self) -> "MemberQuerySet":
        """Those who have left for good; the row and its number stay."""
        return self.filter(is_active=False, username__startswith=names.LEFT)

    def named(self, name: str) -> "MemberQuerySet":
        """The member whose name is this one or looks like it."""
        return self.filter(canonical=names.canonical(name))


class MemberManager(BaseUserManager.from_queryset(MemberQuerySet)):  # type: ignore[misc]
    """Creates members; finds them by any spelling of their name."""

    def create_user(
        self, username: str, email: str = "", password: str | None = None, **fields: Any
    ) -> "Member":
        """Create a member; no password means one that never matches. Names are not judged here."""
        member: Member = self.model(
            username=names.normalise(username), email=_stored_email(email), **fields
        )
        member.set_password(password)
        member.save(using=self._db)
        return member

    def create_superuser(
        self, username: str, email: str = "", password: str | None = None, **fields: Any
    ) -> "Member":
        """Create a member of the staff who may do everything."""
        fields |= {"is_staff": True, "is_superuser": True}
        return self.create_user(username, email, password, **fields)

    def get_by_natural_key(self, username: str | None) -> "Member":
        """Find a member by name, whatever its case and accents."""
        member: Member = self.get(canonical=names.canonical(username or ""))
        return member

    async def aget_by_natural_key(self, username: str | None) -> "Member":
        """Find a member by name, whatever its case and accents."""
        member: Member = await self.aget(canonical=names.canonical(username or ""))
        return member


class Member(AbstractBaseUser, PermissionsMixin):
    """A person with an account. Names are unique by `canonical`, e-mails whatever their case."""

    username = models.CharField(
        _("name"),
        max_length=names.MAX_LENGTH,
        unique=True,
        validators=[validate_username],
        help_text=_("2 to 20 letters, digits and inner _ - . signs; Czech letters are welcome."),
        error_messages={"unique": phrases.refusal("name_taken")},
    )
    canonical = models.CharField(
        _("key of the name"),
        max_length=3 * names.MAX_LENGTH,
        unique=True,
        editable=False,
        error_messages={"unique": phrases.refusal("name_taken")},
    )
    email = models.EmailField(_("e-mail"), blank=True)
    is_staff = models.BooleanField(
        _("staff"), default=False, help_text=_("May enter the admin site.")
    )
    is_active = models.BooleanField(
        _("active"), default=True, help_text=_("Unticked instead of deleting an account.")
    )
    date_joined = models.DateTimeField(_("member since"), default=timezone.now, editable=False)

    language = models.CharField(
        _("language"), max_length=5, choices=Language, default=Language.CZECH
    )
    time_zone = models.CharField(
        _("time zone"), max_length=64, default=DEFAULT_TIME_ZONE, validators=[validate_time_zone]
    )
    theme = models.CharField(_("colours"), max_length=5, choices=Theme, default=Theme.AUTO)
    board_direction = models.CharField(
        _("board"), max_length=5, choices=Direction, default=Direction.RIGHT
    )
    animation = models.CharField(
        _("animation"), max_length=6, choices=Animation, default=Animation.NORMAL
    )
    sounds = models.BooleanField(_("sounds"), default=True)
    muted_sounds = models.JSONField(
        _("muted sounds"), default=list, blank=True, help_text=_("These are never played.")
    )
    autoplay = models.BooleanField(
        _("play an only legal step by itself"),
        default=False,
        help_text=_("Otherwise such a step is offered as one tap."),
    )
    autobear = models.BooleanField(
        _("bear off by itself"),
        default=False,
        help_text=_("Whenever a checker can be borne off and the two sides no longer meet."),
    )
    unseen_notices = models.JSONField(_("notices not shown on the page"), default=list, blank=True)
    unmailed_notices = models.JSONField(_("notices not sent by e-mail"), default=list, blank=True)

    is_bot = models.BooleanField(
        _("bot"), default=False, help_text=_("A program plays under this name; everybody sees it.")
    )
    rated_with_bots = models.BooleanField(
        _("rated games between people and bots"),
        default=False,
        help_text=_("Such a game is rated only if both players have ticked this."),
    )

    banned_until = models.DateTimeField(_("suspended until"), null=True, blank=True)
    ban_reason = models.CharField(_("reason of the suspension"), max_length=500, blank=True)
    banned_by = models.ForeignKey(
        "self",
        verbose_name=_("suspended by"),
        null=True,
        blank=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    session_epoch = models.PositiveIntegerField(
        default=0, editable=False, help_text="Counted up to end all sessions of the member."
    )

    objects = MemberManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        ordering = ("username",)
        constraints = (
            models.UniqueConstraint(
                Lower("email"),
                condition=~models.Q(email=""),
                name="member_email_unique",
                violation_error_message=phrases.refusal("email_taken"),
            ),
            models.CheckConstraint(
                condition=~models.Q(canonical=""), name="member_canonical_not_empty"
            ),
            models.CheckConstraint(
                condition=models.Q(banned_until__isnull=True) | ~models.Q(ban_reason=""),
                name="member_ban_has_reason",
            ),
        )

    def __str__(self) -> str:
        return self.username

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the key in step with the name and the e-mail in its stored form."""
        self.canonical = names.canonical(self.username)
        self.email = _stored_email(self.email)
        fields = kwargs.get("update_fields")
        if fields is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "canonical"}
        super().save(*args, **kwargs)

    def clean(self) -> None:
        """Bring name and e-mail to their stored form before uniqueness is checked."""
        self.username = names.normalise(self.username)
        self.canonical = names.canonical(self.username)
        self.email = _stored_email(self.email)

    def is_banned(self, *, at: datetime.datetime) -> bool:
        """Tell whether the suspension lasts at that time; its end is exclusive."""
        return self.banned_until is not None and at < self.banned_until

    @property
    def initials(self) -> str:
        """Return one or two capital letters for the avatar."""
        words = [word for word in _words(self.username) if word]
        text = words[0][0] + words[1][0] if len(words) > 1 else self.username[:2]
        return text.upper()[:2]

    @property
    def tint(self) -> int:
        """Return the number of the avatar's colour, 0 … 7, the same on every page."""
        return (self.pk or 0) % TINTS

    def get_full_name(self) -> str:
        """Return the name shown; members have no other."""
        return self.username

    def get_short_name(self) -> str:
        """Return the name shown."""
        return self.username

    def _get_session_auth_hash(self, secret: str | bytes | None = None) -> str:
        """Bind sessions to the password and to the epoch, so that either ends them."""
        return session_hash(self.password, self.session_epoch, secret=secret)


def session_hash(password: str, epoch: int, *, secret: str | bytes | None = None) -> str:
    """Return what a session must remember to be one of a member with this password hash."""
    return salted_hmac(
        "accounts.models.Member.session", f"{epoch}:{password}", secret=secret, algorithm="sha256"
    ).hexdigest()


def _stored_email(email: str | None) -> str:
    return (email or "").strip().lower()


def _words(name: str) -> list[str]:
    for separator in names.SEPARATORS:
        name = name.replace(separator, " ")
    return name.split(" ")
