"""The log of what moderators do: written together with the act, never changed."""

from typing import Any

from django.utils import timezone

from accounts.enums import ActKind
from accounts.models import Member, ModeratorAct

LONGEST_WHY = ModeratorAct._meta.get_field("why").max_length or 0


def record(
    *, moderator: Member, member: Member, kind: ActKind, why: str = "", **details: Any
) -> None:
    """Keep who did what to whom and why; the caller's transaction holds the act itself."""
    ModeratorAct.objects.create(
        moderator=moderator,
        member=member,
        kind=kind,
        why=why[:LONGEST_WHY],
        details=details,
        at=timezone.now(),
    )
