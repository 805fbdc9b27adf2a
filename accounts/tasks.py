"""Celery tasks of the accounts: shells around services."""

from celery import shared_task

from accounts.services import mailing, notices


@shared_task(name=notices.SEND)
def send_notices() -> None:
    """Send the e-mails that are due: after each transaction that made some, and by beat."""
    mailing.send_due()
