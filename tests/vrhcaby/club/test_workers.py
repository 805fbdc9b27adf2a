"""The worker thread and its death."""

import logging
import threading

from vrhcaby.club import workers


def test_a_worker_that_ends_by_itself_is_told(monkeypatch, caplog):
    died = threading.Event()

    def broken(**options):
        raise OSError("no broker")

    monkeypatch.setattr(workers, "WorkController", broken)
    caplog.set_level(logging.CRITICAL, "vrhcaby.club.workers")

    running = workers.Workers(on_death=died.set)
    running.start()

    assert died.wait(5)
    assert running.stop()
