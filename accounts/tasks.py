"""What Celery runs for the accounts; each task calls one service."""

from celery import shared_task

from accounts import mails, mutes, retention
from accounts.services import mailing, notices


@shared_task(name=notices.SEND)
def send_notices() -> None:
    """Send the e-mails that are due: after each transaction that made some, and by beat."""
    mailing.send_due()


@shared_task(name="accounts.tell_ended_mutes")
def tell_ended_mutes() -> None:
    """Tell those whose mutes are over; run by beat."""
    mutes.tell_ends()


@shared_task(name="accounts.mail_mute")
def mail_mute(*, mute_id: int, over: bool) -> None:
    """Write to a member that the chats were taken from him, or given back."""
    mails.mute(mute_id=mute_id, over=over)


@shared_task(name="accounts.forget_old")
def forget_old() -> None:
    """Delete what has been kept for as long as the settings say; run by beat."""
    retention.forget_old()
