"""The ladder application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LadderConfig(AppConfig):
    """Register ladder with Django, and with the games below it."""

    name = "ladder"
    verbose_name = _("Ladder")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let the games read ratings, rate what they finish, and tell members what is kept."""
        from accounts import personal_data
        from games import hooks, signals
        from ladder import receivers
        from ladder.selectors import ledger
        from ladder.services import privacy

        personal_data.register(privacy.files_of)
        hooks.register_ratings(ledger.ratings_of)
        signals.match_began.connect(receivers.begin_pairing, dispatch_uid="ladder.begin_pairing")
        # The pairings come before the ratings: so goes the lock order.
        signals.game_finished.connect(receivers.settle_pairing, dispatch_uid="ladder.pairing")
        signals.games_finished.connect(receivers.rate_finished, dispatch_uid="ladder.rate")
