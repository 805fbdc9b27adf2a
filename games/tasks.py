"""Celery tasks of the games: shells around services, run by beat."""

from celery import shared_task

from games.services import clocks, lobby


@shared_task(name="games.sweep")
def sweep() -> None:
    """Judge what is due; each second, in the queue `clocks`."""
    clocks.sweep()


@shared_task(name="games.close_stale_challenges")
def close_stale_challenges() -> None:
    """Expire challenges that have waited too long."""
    lobby.close_stale()
