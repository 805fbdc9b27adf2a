"""Sending notices by e-mail: each once, whatever workers die or run twice.

A worker takes due rows under their lock and lets go of it before it speaks to the mail server:
on SQLite a lock held so long would stop the site. Who dies meanwhile leaves the row taken; it is
sent anew after `TAKEN_S`, under the same Message-ID.
"""

import datetime
import logging
from smtplib import SMTPException

from django.core.mail import get_connection
from django.db import transaction
from django.db.models import F, Q

from accounts import letters
from accounts.models import Notice
from accounts.services.notices import moment

logger = logging.getLogger(__name__)

BATCH = 50
TAKEN_S = 15 * 60
ATTEMPTS_AT_MOST = 8
FIRST_WAIT_S = 60


def send_due() -> int:
    """Send every e-mail that is due; return how many went out. Idempotent, safe beside others."""
    sent = 0
    while taken := _take():
        sent += sum(_send(notice) for notice in taken)
    return sent


@transaction.atomic(durable=True)
def _take() -> list[Notice]:
    """Take a batch of due notices; those that came too late are given up and said so."""
    now = moment()
    due = Notice.objects.filter(mail_at__lte=now, sent_at=None).filter(
        Q(taken_at=None) | Q(taken_at__lt=now - datetime.timedelta(seconds=TAKEN_S))
    )
    late = due.filter(Q(mail_until__lt=now) | Q(member__is_active=False))
    given_up = late.update(mail_at=None)
    if given_up:
        logger.warning("%s notices were not sent: no longer of use", given_up)
    rows = due.select_for_update(skip_locked=True, of=("self",)).select_related("member")
    taken = list(rows.order_by("mail_at", "pk")[:BATCH])
    Notice.objects.filter(pk__in=[notice.pk for notice in taken]).update(taken_at=now)
    return taken


def _send(notice: Notice) -> bool:
    """Send one; what the mail server refuses is tried again later, less and less often."""
    try:
        with get_connection() as connection:
            letter = letters.letter(notice)
            letter.connection = connection
            letter.send()
    except (SMTPException, OSError) as error:
        _later(notice, error)
        return False
    Notice.objects.filter(pk=notice.pk).update(sent_at=moment(), taken_at=None)
    return True


def _later(notice: Notice, error: Exception) -> None:
    attempts = notice.attempts + 1
    wait = datetime.timedelta(seconds=FIRST_WAIT_S * 2**notice.attempts)
    again = None if attempts >= ATTEMPTS_AT_MOST else moment() + wait
    logger.warning("notice %s could not be sent (%s), again at %s", notice.pk, error, again)
    Notice.objects.filter(pk=notice.pk).update(
        attempts=F("attempts") + 1, mail_at=again, taken_at=None
    )
