"""The Celery application; tasks live in the applications, the beat schedule in the settings."""

from celery import Celery

app = Celery("vrhcaby")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.set_default()
app.autodiscover_tasks()
