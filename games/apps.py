"""The games application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Register games with Django."""

    name = "games"
    verbose_name = _("Games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let operators see the referee, and members their data."""
        from accounts import personal_data
        from accounts.signals import member_forgotten
        from games import watch
        from games.services import privacy

        watch.register()
        personal_data.register(privacy.files_of)
        member_forgotten.connect(privacy.forget_member, dispatch_uid="games.forget")
