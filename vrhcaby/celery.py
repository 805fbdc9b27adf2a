"""The Celery application; tasks live in the applications, the beat schedule in the settings."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vrhcaby.settings.embedded")
app = Celery("vrhcaby")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.set_default()
app.autodiscover_tasks()
