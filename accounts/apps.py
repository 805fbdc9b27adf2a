"""The accounts application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Register accounts with Django."""

    name = "accounts"
    verbose_name = _("Accounts")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let the REST interface say what the accounts refuse."""
        from accounts import phrases
        from vrhcaby.rest import schema, words

        words.register("accounts", phrases.REFUSALS, lambda code, _: str(phrases.refusal(code)))
        schema.register_path("member_id", "The member's number.")
