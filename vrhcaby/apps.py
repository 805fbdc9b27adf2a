"""The site itself as a Django application: commands, checks, static files, Celery."""

from django.apps import AppConfig


class VrhcabyConfig(AppConfig):
    """Register the checks, and make `shared_task` find our Celery application."""

    name = "vrhcaby"

    def ready(self) -> None:
        from django.urls import register_converter

        from vrhcaby import celery, checks, task_watch  # noqa: F401  (they register themselves)
        from vrhcaby.rest.converters import IdConverter

        register_converter(IdConverter, "id")
