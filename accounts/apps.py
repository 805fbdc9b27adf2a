"""The accounts application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Register accounts with Django."""

    name = "accounts"
    verbose_name = _("Club members")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let a second factor end other sessions, and the REST interface say our refusals."""
        from allauth.mfa import signals

        from accounts import phrases, second_factor
        from accounts.enums import Office
        from vrhcaby.rest import problem_shapes, schema, shaping, words

        words.register("accounts", phrases.REFUSALS, lambda code, _: str(phrases.refusal(code)))
        problem_shapes.register_details(
            {
                "until": shaping.moment("The end of a suspension or of a mute."),
                "reason": shaping.text("Why: of those, or what is wrong in a file."),
            }
        )
        schema.register_path("member_id", "The member's number.")
        schema.register_path("token_id", "The token's number.")
        schema.register_path("office", "The office.", {"type": "string", "enum": Office.values})
        signals.authenticator_added.connect(
            second_factor.end_other_sessions, dispatch_uid="accounts.second_factor"
        )
