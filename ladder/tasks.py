"""Celery tasks of the ladder: shells around services, run by beat."""

from celery import shared_task

from ladder.services import invariants


@shared_task(name="ladder.audit")
def audit() -> None:
    """Look at the invariants if this night's look is due; asked several times an hour."""
    invariants.nightly()
