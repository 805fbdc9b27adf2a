"""A real Celery worker and beat in threads of this process."""

import logging
import os
import threading
from collections.abc import Callable

from celery import signals
from celery.beat import EmbeddedService, Scheduler
from celery.exceptions import WorkerShutdown, WorkerTerminate
from celery.worker import WorkController, state

from vrhcaby.celery import app

logger = logging.getLogger(__name__)

QUEUES = "clocks,default"
# Three long tasks make clocks late at a concurrency of 2, not at 8.
CONCURRENCY = 8
_STOP_LIMIT_S = 3.0


class Workers:
    """The worker and beat; `on_death` is called from the worker's thread if it ends by itself."""

    def __init__(self, *, on_death: Callable[[], None]) -> None:
        self._on_death = on_death
        self._stopping = False
        self._thread = threading.Thread(target=self._work, name="celery-worker", daemon=True)
        self._beat = EmbeddedService(app, thread=True, max_interval=1, scheduler_cls=Scheduler)

    def start(self) -> None:
        """Start both."""
        # The command that starts us has run the system checks.
        os.environ["CELERY_SKIP_CHECKS"] = "1"
        self._thread.start()
        self._beat.start()

    def stop(self) -> bool:
        """Stop the worker, then beat (the other order waits); say whether both have ended."""
        self._stopping = True
        state.should_stop = 0
        self._thread.join(_STOP_LIMIT_S)
        self._beat.stop()
        return not self._thread.is_alive()

    def _work(self) -> None:
        try:
            worker = WorkController(
                app=app,
                pool_cls="threads",
                concurrency=CONCURRENCY,
                queues=QUEUES,
                without_gossip=True,
                without_mingle=True,
                without_heartbeat=True,
                quiet=True,
            )
            # The command-line class would send it; without it database connections stay open.
            signals.worker_init.send(sender=worker)
            worker.start()
        except (WorkerShutdown, WorkerTerminate):
            pass
        except Exception:
            logger.exception("the Celery worker failed")
        if not self._stopping:
            self._on_death()
