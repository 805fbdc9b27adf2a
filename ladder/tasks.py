"""Celery tasks of the ladder: shells around services, run by beat."""

from celery import shared_task

from ladder.services import flags, invariants


@shared_task(name="ladder.audit")
def audit() -> None:
    """Look at the invariants if this night's look is due; asked several times an hour."""
    invariants.nightly()


@shared_task(name="ladder.look_for_abuse")
def look_for_abuse() -> None:
    """Show officials what results look like points given away; a few times a day."""
    flags.look()
