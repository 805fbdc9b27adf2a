"""Reads about members: whether sessions live, and who may act."""

import datetime
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models import CharField, F, IntegerField, Q, Value
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import AccessToken, Member, session_hash

_MEMBER, _SESSION, _TOKEN = "member", "session", "token"


class SessionRow(NamedTuple):
    """What a socket remembers of the session it was opened with."""

    session_key: str
    member_id: int
    auth_hash: str


class TokenRow(NamedTuple):
    """What a socket remembers of the access token it was opened with."""

    token_id: int
    member_id: int


EntryRow = SessionRow | TokenRow


def session_row(session: Any, member: Member) -> SessionRow:
    """Return what a socket must keep to be asked about later."""
    return SessionRow(session.session_key, member.pk, session.get(HASH_SESSION_KEY, ""))


def session_alive(session_key: str, member_id: int, auth_hash: str) -> bool:
    """Tell whether a session still signs its member in; one statement."""
    return not dead_sessions([SessionRow(session_key, member_id, auth_hash)])


def dead_sessions(rows: Iterable[EntryRow]) -> set[EntryRow]:
    """Return the rows whose session or token ended, in one statement for all of them.

    A session ends by signing out, by its age, by a new password, by signing out everywhere, by a
    suspension, and with the account; a token by being revoked, by its age, and as the last two.
    """
    rows = set(rows)
    if not rows:
        return set()
    found = list(_living(rows, timezone.now()))
    keys = {(kind, key) for kind, key, _password, _epoch in found if kind != _MEMBER}
    hashes = {
        int(key): _valid_hashes(password, epoch)
        for kind, key, password, epoch in found
        if kind == _MEMBER
    }
    return {row for row in rows if not _is_alive(row, keys, hashes)}


def may_act(member_id: int) -> bool:
    """Tell from the database whether a member is active and not suspended now."""
    now = timezone.now()
    found = Member.objects.filter(pk=member_id, is_active=True).exclude(banned_until__gt=now)
    return bool(found.exists())


def _living(rows: set[EntryRow], now: datetime.datetime) -> Any:
    """Members in good standing, unexpired sessions and tokens: one union of (kind, key, …)."""
    members = (
        Member.objects.filter(pk__in={row.member_id for row in rows}, is_active=True)
        .filter(Q(banned_until__isnull=True) | Q(banned_until__lte=now))
        .order_by()
        .annotate(kind=Value(_MEMBER), key=Cast("pk", CharField()), secret=F("password"))
        .annotate(epoch=F("session_epoch"))
        .values_list("kind", "key", "secret", "epoch")
    )
    keys = {row.session_key for row in rows if isinstance(row, SessionRow)}
    sessions = (
        Session.objects.filter(session_key__in=keys, expire_date__gt=now)
        .annotate(kind=Value(_SESSION), key=F("session_key"), secret=Value(""))
        .annotate(epoch=Value(0, output_field=IntegerField()))
        .values_list("kind", "key", "secret", "epoch")
    )
    ids = {row.token_id for row in rows if isinstance(row, TokenRow)}
    tokens = (
        AccessToken.objects.filter(pk__in=ids)
        .living(at=now)
        .order_by()
        .annotate(kind=Value(_TOKEN), key=Cast("pk", CharField()), secret=Value(""))
        .annotate(epoch=Value(0, output_field=IntegerField()))
        .values_list("kind", "key", "secret", "epoch")
    )
    return members.union(sessions, tokens, all=True)


def _valid_hashes(password: str, epoch: int) -> list[str]:
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return [session_hash(password, epoch, secret=secret) for secret in secrets]


def _is_alive(row: EntryRow, keys: set[tuple[str, str]], hashes: dict[int, list[str]]) -> bool:
    if isinstance(row, TokenRow):
        return row.member_id in hashes and (_TOKEN, str(row.token_id)) in keys
    if (_SESSION, row.session_key) not in keys:
        return False
    valid = hashes.get(row.member_id, ())
    return any(constant_time_compare(row.auth_hash, value) for value in valid)
