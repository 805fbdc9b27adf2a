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
        from accounts.signals import member_forgotten
        from games import hooks, signals
        from ladder import phrases, receivers
        from ladder.api.statuses import STATUSES
        from ladder.selectors import ledger
        from ladder.services import privacy
        from vrhcaby.rest import statuses, words

        personal_data.register(privacy.files_of)
        member_forgotten.connect(privacy.forget_member, dispatch_uid="ladder.forget")
        hooks.register_ratings(ledger.ratings_of)
        signals.match_began.connect(receivers.begin_pairing, dispatch_uid="ladder.begin_pairing")
        # The pairings come before the ratings: so goes the lock order.
        signals.game_finished.connect(receivers.settle_pairing, dispatch_uid="ladder.pairing")
        signals.games_finished.connect(receivers.rate_finished, dispatch_uid="ladder.rate")
        words.register("ladder", phrases.CODES, phrases.sentence)
        statuses.register(STATUSES)
        self._tell_programs()

    def _tell_programs(self) -> None:
        """Say for the document what stands in addresses, in answers and in refusals."""
        from ladder.api import archive_shape, details, facts
        from vrhcaby.rest import problem_shapes, schema

        schema.register_components(facts.components)
        problem_shapes.register_details(details.DETAILS)
        for code, own in details.OWN.items():
            problem_shapes.register_own_details(code, own)
        schema.register_components(archive_shape.components)
        schema.register_path("pool", "Key of the pool's ruleset.", {"type": "string"})
        schema.register_path("ladder_result_id", "The result's number in the ladder.")
        schema.register_path("pairing_id", "The pairing's number.")
        schema.register_path("entry_id", "The entry's number.")
        schema.register_path("flag_id", "The flag's number.")
        schema.register_path("claim_id", "The claim's number.")
        slug = {"type": "string", "pattern": "^[-a-zA-Z0-9_]{1,60}$"}
        schema.register_path("slug", "The tournament's name in addresses.", slug)
        schema.register_path("season_id", "The season's number.")
        schema.register_path("result_id", "The result's number.")
        schema.register_path("other_id", "The other member's number.")
