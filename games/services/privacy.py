"""What the games keep about a member, what goes when he leaves, and what goes by its age."""

import logging
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, Q, Value, When

from accounts import retention
from accounts.models import Member
from accounts.personal_data import File
from games import selectors
from games.enums import ChallengeStatus, ReportStatus
from games.models import Annulment, Challenge, ChatLine, DiceSeed, Lease, Match, MemberDice, Report
from vrhcaby.errors import DomainError

logger = logging.getLogger(__name__)

BATCH = 500


class StillPlaying(DomainError):
    """A member who sits at a live game cannot leave for good."""

    code = "still_playing"


def files_of(member: Member) -> Iterator[File]:
    """Give a member's games with all events, dice, challenges, chat lines and reports."""
    yield File("games.json", _games(member))
    his = Q(challenger=member) | Q(opponent=member) | Q(taker=member)
    mine = (When(challenger=member, then=F("seed")), When(taker=member, then=F("taker_seed")))
    challenges = Challenge.objects.filter(his).order_by("pk")
    challenges = challenges.annotate(my_seed=Case(*mine, default=Value("")))
    between = ("challenger__username", "opponent__username", "taker__username")
    wanted = (
        "ruleset",
        "options",
        "control",
        "rated",
        "status",
        "my_seed",
        "created_at",
        "closed_at",
    )
    dice = MemberDice.objects.filter(member=member)
    yield File("dice.json", dice.values("rolls", "pips", "doubles").iterator())
    yield File("challenges.json", challenges.values("pk", *between, *wanted).iterator())
    lines = ChatLine.objects.filter(author=member).order_by("pk")
    said = ("match", "room", "text", "quick", "at", "removed")
    yield File("chat.json", lines.values("pk", *said).iterator())
    yield from _reports(member)
    leases = Lease.objects.filter(member=member).order_by("pk")
    yield File("presence.json", leases.values("match", "since", "expires").iterator())
    annulled = Annulment.objects.filter(official=member).order_by("pk")
    yield File("annulments.json", annulled.values("match", "why", "at").iterator())


def forget_member(*, member: Member, name: str, **_kwargs: Any) -> None:
    """Delete what a leaving member wrote, and put `name` in the place of his in reports.

    Receiver of `member_forgotten`. Raises StillPlaying.
    """
    if Match.objects.live().of(member.pk).exists():
        raise StillPlaying
    for report in Report.objects.select_for_update().order_by("pk").iterator():
        _blur(report, member.pk, name)
    Report.objects.filter(reporter=member).update(note="")
    ChatLine.objects.filter(author=member).delete()
    Lease.objects.filter(member=member).delete()


def forget_old() -> dict[str, int]:
    """Delete chat lines, decided reports and closed challenges of a certain age; entry service."""
    return {
        "chat": _old_lines(),
        "reports": _old_reports(),
        "challenges": _old_challenges(),
    }


def _games(member: Member) -> Iterator[str]:
    matches = Match.objects.of(member.pk).order_by("pk").values_list("pk", flat=True)
    for pk in matches.iterator():
        yield selectors.export_text(pk)


def _reports(member: Member) -> Iterator[File]:
    """Give what a member has reported, and that he was reported; never by whom."""
    reports = Report.objects.filter(reporter=member).order_by("pk")
    made = ("member__username", "reason", "note", "context", "at", "status")
    yield File("reports.json", reports.values("pk", *made).iterator())
    about = Report.objects.filter(member=member).order_by("pk")
    yield File("reports_about_me.json", about.values("pk", "reason", "at", "status").iterator())


def _blur(report: Report, member_id: int, name: str) -> None:
    """Take a member's name and words out of the lines that a report has kept."""
    his = [line for line in report.context if line["author_id"] == member_id]
    for line in his:
        line["author"] = name
        if report.status != ReportStatus.OPEN:
            line["text"] = ""
    if his:
        report.save(update_fields=["context"])


def _old_lines() -> int:
    before = retention.limit(settings.KEEP_CHAT_DAYS)
    return 0 if before is None else ChatLine.objects.filter(at__lt=before).delete()[0]


def _old_reports() -> int:
    before = retention.limit(settings.KEEP_REPORTS_DAYS)
    if before is None:
        return 0
    decided = Report.objects.filter(closed_at__lt=before).exclude(status=ReportStatus.OPEN)
    return decided.delete()[0]


def _old_challenges() -> int:
    """Challenges that came to nothing go with their dice seeds, which nobody has rolled by."""
    before = retention.limit(settings.KEEP_CHALLENGES_DAYS)
    if before is None:
        return 0
    nothing = Challenge.objects.filter(match=None, closed_at__lt=before)
    nothing = nothing.exclude(status=ChallengeStatus.OPEN).order_by("pk")
    gone = 0
    while rows := list(nothing.values_list("pk", "dice")[:BATCH]):
        with transaction.atomic(durable=True):
            Challenge.objects.filter(pk__in=[pk for pk, _seed in rows]).delete()
            DiceSeed.objects.filter(pk__in=[seed for _pk, seed in rows], match=None).delete()
        gone += len(rows)
    return gone
