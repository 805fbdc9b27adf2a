"""Telling members what happened: on the page at once, by e-mail through Celery.

A notice is told once: `about` names what it is about, and telling it again changes nothing. It
leaves with the transaction that it belongs to.
"""

import datetime
import json
import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

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

AT_ONCE = 400
"""How many notices one question is about."""


class Told(NamedTuple):
    """What one member is told; see `tell`."""

    member_id: int
    about: str
    path: str
    params: Mapping[str, Any]
    until: datetime.datetime | None = None


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
    tell_each(kind, [Told(pk, about, path, params, until) for pk in sorted(set(member_ids))])


def tell_each(kind: NoticeKind, told: Collection[Told]) -> int:
    """Tell each member something of his own, all in two statements; inner, as `tell`.

    Returns how many notices there were, those told before among them.
    """
    if not told:
        return 0
    for one in told:
        _require_sound(one)
    members = Member.objects.filter(is_active=True).in_bulk({one.member_id for one in told})
    now = moment()
    # Ascending members, one statement: two that tell the same people wait, and do not deadlock.
    wanted = [
        _notice(kind, one, members[one.member_id], now)
        for one in sorted(told, key=lambda one: (one.member_id, one.about))
        if one.member_id in members and _wants(members[one.member_id], kind)
    ]
    Notice.objects.bulk_create(wanted, ignore_conflicts=True)
    for member_id in {notice.member_id for notice in wanted if notice.on_page}:
        broadcast_on_commit(member_group(member_id), {"type": "member.notice"})
    if any(notice.mail_at for notice in wanted):
        enqueue_on_commit(SEND)
    return len(wanted)


def known(kind: NoticeKind, told: Sequence[Told]) -> set[tuple[int, str]]:
    """Return who has been told which of these already, as member and `about`; reads only."""
    found: set[tuple[int, str]] = set()
    for start in range(0, len(told), AT_ONCE):
        some = told[start : start + AT_ONCE]
        rows = Notice.objects.filter(
            kind=kind,
            member__in={one.member_id for one in some},
            about__in={one.about for one in some},
        )
        found.update(rows.values_list("member", "about"))
    return found


def _require_sound(told: Told) -> None:
    path, about = told.path, told.about
    if not path.startswith("/") or len(path) > PATH_LENGTH or not 0 < len(about) <= ABOUT_LENGTH:
        raise ValueError(f"not a notice: {path!r}, {about!r}")


def _wants(member: Member, kind: NoticeKind) -> bool:
    return kind not in member.unseen_notices or kind not in member.unmailed_notices


def _notice(kind: NoticeKind, told: Told, member: Member, now: datetime.datetime) -> Notice:
    return Notice(
        member=member,
        kind=kind,
        about=told.about,
        params=json.loads(json.dumps(dict(told.params))),
        path=told.path,
        at=now,
        on_page=kind not in member.unseen_notices,
        mail_at=now if member.email and kind not in member.unmailed_notices else None,
        mail_until=told.until,
    )


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
