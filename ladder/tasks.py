"""Celery tasks of the ladder: shells around services, run by beat."""

from celery import shared_task

from ladder.services.tournaments import clockwork, forecasting


@shared_task(name="ladder.tick")
def tick() -> None:
    """Do what is due in tournaments; each minute."""
    clockwork.tick()


@shared_task(name="ladder.forecast")
def forecast() -> None:
    """Compute the places still possible where a page would have to wait for them."""
    forecasting.refresh()
