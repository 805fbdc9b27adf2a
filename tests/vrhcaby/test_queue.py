"""The one door to Celery."""

import pytest
from celery import current_app
from django.db import transaction

from vrhcaby.queue import enqueue_on_commit


@pytest.mark.django_db(transaction=True)
def test_a_task_is_sent_by_name_after_the_commit(monkeypatch):
    sent = []
    monkeypatch.setattr(
        current_app, "send_task", lambda name, kwargs: sent.append((name, kwargs)), raising=False
    )

    with transaction.atomic():
        enqueue_on_commit("ladder.announce_round", tournament_id=7)
        assert sent == []

    assert sent == [("ladder.announce_round", {"tournament_id": 7})]
