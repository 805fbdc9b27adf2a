"""The ladder application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LadderConfig(AppConfig):
    """Register ladder with Django."""

    name = "ladder"
    verbose_name = _("Ladder")
    default_auto_field = "django.db.models.BigAutoField"
