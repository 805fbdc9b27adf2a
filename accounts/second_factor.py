"""The second factor of signing in: how its secrets are kept. Who must have one: `permissions`."""

from functools import lru_cache
from typing import Any, ClassVar

from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.models import Member


class MFAAdapter(DefaultMFAAdapter):
    """Secrets lie encrypted in the database, under the keys of the dice seeds; words are ours."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultMFAAdapter.error_messages,
        "cannot_generate_recovery_codes": _("First switch the second factor on."),
        "incorrect_code": _("This code is not right, or no longer."),
        "unverified_email": _("First verify your e-mail address."),
    }

    def encrypt(self, text: str) -> str:
        """Return a secret as it is stored."""
        return _fernet(tuple(settings.SEED_KEYS)).encrypt(text.encode()).decode("ascii")

    def decrypt(self, encrypted_text: str) -> str:
        """Return a stored secret. Raises InvalidToken when no key of the list opens it."""
        return _fernet(tuple(settings.SEED_KEYS)).decrypt(encrypted_text.encode()).decode()

    def get_totp_label(self, user: Any) -> str:
        """Return the name under which an app lists the account."""
        return str(user)


def end_other_sessions(request: HttpRequest, user: Member, **_kwargs: Any) -> None:
    """Sessions that were opened by the password alone end when a second factor is set up."""
    member = services.end_sessions(member_id=user.pk)
    user.session_epoch = member.session_epoch
    update_session_auth_hash(request, member)


@lru_cache(maxsize=2)
def _fernet(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])
