"""The games application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Register games with Django."""

    name = "games"
    verbose_name = _("Games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let operators see the referee, members their data, and programs the interface."""
        from accounts import personal_data
        from accounts.signals import member_forgotten
        from games import phrases, watch
        from games.api import details, frames
        from games.engine.rules import PRESETS
        from games.services import privacy
        from vrhcaby.rest import problem_shapes, schema, words

        words.register("games", phrases.REFUSALS, phrases.sentence)
        schema.register_components(frames.components)
        problem_shapes.register_details(details.DETAILS)
        schema.register_path("match_id", "The match's number.")
        schema.register_path("line_id", "The chat line's number.")
        schema.register_path("report_id", "The report's number.")
        schema.register_path("challenge_id", "The challenge's number.")
        keys = {"type": "string", "enum": list(PRESETS)}
        schema.register_path("ruleset", "Key of the ruleset.", keys)
        forms = {"type": "string", "enum": ["mat", "sgf", "json"]}
        schema.register_path("form", "Format of the file.", forms)
        watch.register()
        personal_data.register(privacy.files_of)
        member_forgotten.connect(privacy.forget_member, dispatch_uid="games.forget")
