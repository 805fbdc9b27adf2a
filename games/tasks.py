"""Celery tasks of the games: shells around services, run by beat."""

from celery import shared_task

from games.services import clocks, lobby, privacy, tallies


@shared_task(name="games.sweep")
def sweep() -> None:
    """Judge what is due; each second, in the queue `clocks`."""
    clocks.sweep()


@shared_task(name="games.close_stale_challenges")
def close_stale_challenges() -> None:
    """Expire challenges that have waited too long."""
    lobby.close_stale()


@shared_task(name="games.count_dice")
def count_dice() -> None:
    """Add the rolls of matches that have ended to the tallies."""
    tallies.count()


@shared_task(name="games.forget_old")
def forget_old() -> None:
    """Delete chat lines, reports and challenges that have been kept for long enough."""
    privacy.forget_old()
