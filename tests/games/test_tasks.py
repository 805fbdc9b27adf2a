"""The tasks that beat starts: shells around services."""

import pytest
from django.conf import settings

from games import tasks
from games.models import Heartbeat
from vrhcaby.celery import app

pytestmark = pytest.mark.django_db


def test_every_task_of_the_schedule_is_one_of_ours():
    app.loader.import_default_modules()  # as a worker does

    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert entry["task"] in app.tasks


def test_the_sweep_has_its_own_queue_and_a_late_one_is_dropped():
    assert settings.CELERY_TASK_ROUTES["games.sweep"] == {"queue": "clocks"}
    assert settings.CELERY_BEAT_SCHEDULE["sweep"]["options"]["expires"] == 2


def test_sweeping_writes_the_heartbeat(hand):
    tasks.sweep()

    assert Heartbeat.objects.get().swept_at == hand.ms


def test_closing_stale_challenges_does_nothing_in_an_empty_club(hand):
    tasks.close_stale_challenges()
