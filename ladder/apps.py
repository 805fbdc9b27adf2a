"""The ladder application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LadderConfig(AppConfig):
    """Register ladder with Django, and with the games below it."""

    name = "ladder"
    verbose_name = _("Ladder")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let the games read ratings, and rate what they finish."""
        from games import hooks, signals
        from ladder import phrases, receivers
        from ladder.selectors import ledger
        from vrhcaby.rest import schema, words

        hooks.register_ratings(ledger.ratings_of)
        signals.game_finished.connect(receivers.rate_finished, dispatch_uid="ladder.rate")
        words.register("ladder", phrases.REFUSALS, lambda code, _: str(phrases.REFUSALS[code]))
        schema.register_path("pool", "Key of the pool's ruleset.", {"type": "string"})
        schema.register_path("result_id", "The result's number.")
        schema.register_path("other_id", "The other member's number.")
