"""Telling members what happened: on the page at once, by e-mail through Celery.

A notice is told once: `about` names what it is about, and telling it again changes nothing. It
leaves with the transaction that it belongs to.
"""

import datetime
import json
import logging
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import transaction

from accounts.enums import NoticeKind
from accounts.models import Member, Notice
from accounts.models.notices import ABOUT_LENGTH, PATH_LENGTH
from accounts.services.members import member_group
from vrhcaby import clock
from vrhcaby.broadcast import broadcast_on_commit
from vrhcaby.queue import enqueue_on_commit

logger = logging.getLogger(__name__)

SEND = "accounts.send_notices"
"""The task that sends what is due."""


def tell(
    *,
    member_ids: Collection[int],
    kind: NoticeKind,
    params: Mapping[str, Any],
    path: str,
    about: str,
    until: datetime.datetime | None = None,
) -> None:
    """Tell these members once; inner, in the caller's transaction.

    `params` are JSON values for the template of the kind, times as ISO texts in UTC; `path` is
    an address of this site, `about` a text of at most 120 characters, unique to member and kind.
    After `until` an e-mail is of no use and is not sent. What a member does not want of this kind
    he does not get. Raises ValueError for a path or an `about` that cannot be.
    """
    if not path.startswith("/") or len(path) > PATH_LENGTH or not 0 < len(about) <= ABOUT_LENGTH:
        raise ValueError(f"not a notice: {path!r}, {about!r}")
    now = moment()
    members = Member.objects.filter(pk__in=set(member_ids), is_active=True).order_by("pk")
    wanted = [
        Notice(
            member=member,
            kind=kind,
            about=about,
            params=json.loads(json.dumps(dict(params))),
            path=path,
            at=now,
            on_page=kind not in member.unseen_notices,
            mail_at=now if member.email and kind not in member.unmailed_notices else None,
            mail_until=until,
        )
        for member in members
        if not {kind} <= {*member.unseen_notices} & {*member.unmailed_notices}
    ]
    # Ascending members, one statement: two that tell the same people wait, and do not deadlock.
    Notice.objects.bulk_create(wanted, ignore_conflicts=True)
    for notice in wanted:
        if notice.on_page:
            broadcast_on_commit(member_group(notice.member_id), {"type": "member.notice"})
    if any(notice.mail_at for notice in wanted):
        enqueue_on_commit(SEND)


@transaction.atomic(durable=True)
def read(*, member_id: int, notice_ids: Iterable[int] | None = None) -> int:
    """Mark notices of a member as read, all of them with None; return how many were not."""
    unread = Notice.objects.unread().filter(member=member_id)
    if notice_ids is not None:
        unread = unread.filter(pk__in=list(notice_ids))
    return unread.update(read_at=moment())


@transaction.atomic(durable=True)
def unsubscribe(*, member_id: int, kind: NoticeKind) -> None:
    """Send a member no more e-mails of this kind; what is due of it is not sent either."""
    member = Member.objects.select_for_update().get(pk=member_id)
    if kind not in member.unmailed_notices:
        member.unmailed_notices = [*member.unmailed_notices, str(kind)]
        member.save(update_fields=["unmailed_notices"])
    Notice.objects.filter(member=member, kind=kind, sent_at=None).update(mail_at=None)
    logger.info("member %s wants no e-mails about %s", member_id, kind)


def moment() -> datetime.datetime:
    """Return the time by the site's clock."""
    return datetime.datetime.fromtimestamp(clock.now() / 1000, datetime.UTC)
