"""What a Celery worker tells of its tasks: counts, times, and ids in its logs.

A worker that is a process of its own shows its figures on WORKER_METRICS (`host:port`).
"""

import time
from typing import Any

import structlog
from celery import signals
from django.conf import settings
from prometheus_client import start_http_server

from vrhcaby import metrics

_begun: dict[str, float] = {}


@signals.worker_init.connect
def show_figures(**_signal: Any) -> None:
    """Listen for Prometheus, where an address is set."""
    host, _, port = settings.WORKER_METRICS.rpartition(":")
    if port:
        start_http_server(int(port), addr=host or "127.0.0.1")


@signals.task_prerun.connect
def begin(task_id: str, task: Any, **_signal: Any) -> None:
    """Name the task in whatever is logged from now on."""
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(task=task.name, task_id=task_id)
    _begun[task_id] = time.monotonic()


@signals.task_postrun.connect
def end(task_id: str, task: Any, state: str | None = None, **_signal: Any) -> None:
    """Count the task and its time."""
    begun = _begun.pop(task_id, None)
    if begun is not None:
        metrics.TASK_SECONDS.labels(task.name).observe(time.monotonic() - begun)
    metrics.TASKS.labels(task.name, (state or "unknown").lower()).inc()
    structlog.contextvars.clear_contextvars()
