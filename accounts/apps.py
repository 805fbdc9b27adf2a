"""The accounts application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Register accounts with Django."""

    name = "accounts"
    verbose_name = _("Accounts")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let a second factor that is set up end the sessions that did without."""
        from allauth.mfa import signals

        from accounts import second_factor

        signals.authenticator_added.connect(
            second_factor.end_other_sessions, dispatch_uid="accounts.second_factor"
        )
