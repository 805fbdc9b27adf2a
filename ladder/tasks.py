"""What Celery runs for the ladder and its tournaments; each task calls one service."""

from celery import shared_task

from ladder.services import flags, invariants
from ladder.services.tournaments import clockwork, forecasting


@shared_task(name="ladder.audit")
def audit() -> None:
    """Look at the invariants if this night's look is due; asked several times an hour."""
    invariants.nightly()


@shared_task(name="ladder.tick")
def tick() -> None:
    """Do what is due in tournaments; each minute."""
    clockwork.tick()


@shared_task(name="ladder.forecast")
def forecast() -> None:
    """Compute the places still possible where a page would have to wait for them."""
    forecasting.refresh()


@shared_task(name="ladder.look_for_abuse")
def look_for_abuse() -> None:
    """Show officials what results look like points given away; a few times a day."""
    flags.look()
