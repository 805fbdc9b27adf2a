"""The one door to Celery for services: something is to be done later, said by name."""

from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction


def enqueue_on_commit(name: str, **kwargs: Any) -> None:
    """Send the named task to its queue if the transaction around the call commits.

    Keyword arguments must be JSON values. A broker that is away is logged, never raised: what
    is done is done, and what must be done is found again by a sweep.
    """
    transaction.on_commit(partial(_send, name, kwargs), robust=True)


def _send(name: str, kwargs: dict[str, Any]) -> None:
    current_app.send_task(name, kwargs=kwargs)
