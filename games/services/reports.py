"""Reports of chat lines: made by members, decided by moderators, both kept.

Lock order: the report's row, then the row of the member it is about (by `accounts.mutes`).
"""

import datetime
import logging
from typing import Any

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction

from accounts import acts, mutes
from accounts import permissions as accounts
from accounts.enums import ActKind
from games import realtime, selectors, wire
from games.enums import ReportStatus
from games.instants import to_datetime
from games.models import NOTE_LENGTH, ChatLine, Report
from games.services.answers import Done, answering
from games.services.challenges import NoSuchMember
from vrhcaby import clock, plain_line
from vrhcaby.errors import DomainError, WhyMissing

logger = logging.getLogger(__name__)

LINES_BEFORE, LINES_AFTER = 15, 5
MOST_IN_AN_HOUR = 10
HOUR_MS = 3_600_000


class NoSuchLine(DomainError):
    """No line that the member may read has this number."""

    code = "no_such_line"


class LineIsYours(DomainError):
    """Nobody reports himself."""

    code = "line_is_yours"


class ReportedAlready(DomainError):
    """The member has reported this line before."""

    code = "reported_already"


class TooManyReports(DomainError):
    """The member has made as many reports as one may in an hour."""

    code = "too_many_reports"


class ReportDecided(DomainError):
    """Somebody has decided about this report before."""

    code = "report_decided"


@answering
def report(*, member_id: int, line_id: int, reason: str, note: str = "") -> Done:
    """Show a line to the moderators, with what stands around it; entry service.

    `reason` is a ReportReason. What is around the line is copied: it outlives the lines.
    """
    with transaction.atomic(durable=True):
        member = get_user_model().objects.select_for_update().filter(pk=member_id).first()
        if member is None:
            raise NoSuchMember
        accounts.require_can_act(member)
        line = _readable_line(line_id, member_id)
        now = clock.now()
        _require_may_report(member_id, line, now)
        _keep(line, member_id=member_id, reason=reason, note=note, now=now)
        for moderator in _moderators(member_id):
            realtime.notice(moderator, "report_made")
    return Done()


@answering
def decide(
    *,
    report_id: int,
    moderator: Any,
    why: str,
    remove: bool = False,
    mute_until: datetime.datetime | None = None,
) -> Done:
    """Decide about all open reports of a line; entry service, logged act by act.

    With `remove` the line goes, with `mute_until` its author may not write until then; with
    neither the reports are dismissed. `why` is read by a member who is muted.
    """
    accounts.require_moderator(moderator)
    if not why.strip():
        raise WhyMissing
    with transaction.atomic(durable=True):
        row = Report.objects.select_for_update().get(pk=report_id)
        if row.status != ReportStatus.OPEN:
            raise ReportDecided
        if mute_until is not None:
            mutes.impose(member_id=row.member_id, by=moderator, until=mute_until, reason=why)
        if remove:
            _remove(row, moderator, why)
        if not remove and mute_until is None:
            _log(row, moderator, ActKind.DISMISS, why)
        upheld = remove or mute_until is not None
        _close(row, moderator, why, ReportStatus.UPHELD if upheld else ReportStatus.DISMISSED)
    return Done()


def _readable_line(line_id: int, member_id: int) -> ChatLine:
    line = ChatLine.objects.select_related("author").filter(pk=line_id, removed=False).first()
    if line is None or line.room not in selectors.open_rooms(line.match_id, member_id):
        raise NoSuchLine
    return line


def _require_may_report(member_id: int, line: ChatLine, now: int) -> None:
    if line.author_id == member_id:
        raise LineIsYours
    made = Report.objects.filter(reporter=member_id)
    if made.filter(line=line).exists():
        raise ReportedAlready
    if made.filter(at__gt=to_datetime(now - HOUR_MS)).count() >= MOST_IN_AN_HOUR:
        raise TooManyReports


def _keep(line: ChatLine, *, member_id: int, reason: str, note: str, now: int) -> None:
    try:
        with transaction.atomic():
            made = Report.objects.create(
                line=line,
                match_id=line.match_id,
                room=line.room,
                reporter_id=member_id,
                member_id=line.author_id,
                reason=reason,
                note=plain_line.clean(note)[:NOTE_LENGTH],
                context=_around(line),
                at=to_datetime(now),
            )
    except IntegrityError as twice:
        raise ReportedAlready from twice
    logger.info("member %s reported line %s as %s", member_id, line.pk, made.reason)


def _around(line: ChatLine) -> list[dict[str, Any]]:
    rows = ChatLine.objects.of_room(line.room, line.match_id).select_related("author")
    before = list(rows.filter(pk__lte=line.pk).order_by("-id")[: LINES_BEFORE + 1])[::-1]
    after = list(rows.filter(pk__gt=line.pk).order_by("id")[:LINES_AFTER])
    return [
        {
            "id": row.pk,
            "author": str(row.author),
            "author_id": row.author_id,
            "text": row.text,
            "quick": row.quick,
            "at": row.at.isoformat(),
            "reported": row.pk == line.pk,
        }
        for row in [*before, *after]
    ]


def _moderators(but: int) -> list[int]:
    """Return whose duty it is to decide; all of the staff are few."""
    staff = get_user_model().objects.filter(is_staff=True, is_active=True).exclude(pk=but)
    return [one.pk for one in staff if accounts.is_moderator(one)]


def _remove(row: Report, moderator: Any, why: str) -> None:
    if row.line_id is None:
        return
    ChatLine.objects.filter(pk=row.line_id).update(removed=True)
    realtime.chat_removed(row.match_id, wire.ChatRemoved(room=row.room, line=row.line_id))
    _log(row, moderator, ActKind.REMOVE, why)


def _log(row: Report, moderator: Any, kind: ActKind, why: str) -> None:
    said = next((line["text"] for line in row.context if line["reported"]), "")
    acts.record(
        moderator=moderator,
        member=row.member,
        kind=kind,
        why=why.strip(),
        report=row.pk,
        line=row.line_id,
        said=said,
    )


def _close(row: Report, moderator: Any, why: str, status: ReportStatus) -> None:
    """Close this report and the other open ones of the same line; tell who made them."""
    same = Report.objects.filter(status=ReportStatus.OPEN)
    same = same.filter(pk=row.pk) if row.line_id is None else same.filter(line=row.line_id)
    for reporter in set(same.values_list("reporter", flat=True)):
        realtime.notice(reporter, "report_decided")
    same.update(
        status=status,
        closed_by=moderator,
        closed_at=to_datetime(clock.now()),
        verdict=why.strip()[:NOTE_LENGTH],
    )
