"""How long things are kept that are nobody's games: a day of zero days keeps them for ever."""

import datetime

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import Mute, Notice


def limit(days: int) -> datetime.datetime | None:
    """Return the moment before which things go, None when they are kept."""
    return timezone.now() - datetime.timedelta(days=days) if days else None


def forget_old() -> dict[str, int]:
    """Delete sessions that have expired with what is known of them, old notices and mutes."""
    sessions, _rows = Session.objects.filter(expire_date__lte=timezone.now()).delete()
    alive = Session.objects.filter(session_key=OuterRef("session_key"))
    UserSession.objects.filter(~Exists(alive)).delete()
    before, mutes = limit(settings.KEEP_REPORTS_DAYS), 0
    if before is not None:
        mutes, _rows = Mute.objects.filter(until__lt=before, end_told=True).delete()
    return {"sessions": sessions, "mutes": mutes, "notices": _old_notices()}


def _old_notices() -> int:
    before = limit(settings.KEEP_NOTICES_DAYS)
    return 0 if before is None else Notice.objects.filter(at__lt=before).delete()[0]
