"""Access tokens made, used and revoked. Entry services, one transaction each.

Revoking a token closes the sockets that it has opened: they look at once whether it still lives.
"""

import datetime
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts import permissions, services
from accounts.enums import Scope
from accounts.models import AccessToken, Member, access_tokens
from vrhcaby.errors import DomainError
from vrhcaby.lookup import Lookup

logger = logging.getLogger(__name__)

MOST_LIVING = 20
NOTED_EVERY = datetime.timedelta(minutes=1)
DAYS = (7, 30, 90, 365)
"""How long a token may live; None is without end."""


class TokenNameMissing(DomainError):
    """A token needs a name by which its owner knows it."""

    code = "token_name_missing"


class BadScope(DomainError):
    """There is no such scope."""

    code = "bad_scope"


class TooManyTokens(DomainError):
    """The member has as many living tokens as one may have."""

    code = "too_many_tokens"


class NoSuchToken(DomainError):
    """The member has no such token, or it is revoked already."""

    code = "no_such_token"


class BadToken(DomainError):
    """This is no token of anybody."""

    code = "bad_token"


class TokenExpired(DomainError):
    """The token's time is over."""

    code = "token_expired"


class TokenRevoked(DomainError):
    """The token was revoked."""

    code = "token_revoked"


@dataclass(frozen=True, slots=True)
class Made:
    """A new token; `secret` is its text, which nobody can ever read again."""

    token: AccessToken
    secret: str


@transaction.atomic(durable=True)
def make(*, member_id: int, name: str, scopes: Iterable[str], days: int | None) -> Made:
    """Make a token of a member; it lives so many days, or until it is revoked.

    Raises `TokenNameMissing`, `BadScope`, `TooManyTokens`, and what `require_can_act` raises.
    """
    member = Member.objects.select_for_update().get(pk=member_id)
    permissions.require_can_act(member)
    now = timezone.now()
    if not name.strip():
        raise TokenNameMissing
    wanted = {Scope.READ, *_known(scopes)}
    if AccessToken.objects.filter(member=member).living(at=now).count() >= MOST_LIVING:
        raise TooManyTokens
    secret = access_tokens.draw()
    token = AccessToken.objects.create(
        member=member,
        name=name.strip()[: access_tokens.NAME_LENGTH],
        digest=access_tokens.digest_of(secret),
        prefix=secret[: access_tokens.SHOWN],
        scopes=[scope.value for scope in Scope if scope in wanted],
        created_at=now,
        expires_at=None if days is None else now + datetime.timedelta(days=days),
    )
    logger.info("token %s of member %s made", token.pk, member_id)
    return Made(token, secret)


@transaction.atomic(durable=True)
def revoke(*, member_id: int, token_id: int) -> None:
    """Revoke a token of a member; its sockets close. Raises `NoSuchToken`."""
    tokens = AccessToken.objects.filter(pk=token_id, member=member_id, revoked_at=None)
    if not tokens.update(revoked_at=timezone.now()):
        raise NoSuchToken
    services.shut_sockets(member_id, code="token_revoked")
    logger.info("token %s of member %s revoked", token_id, member_id)


def bearer(secret: str) -> AccessToken:
    """Return the token of this text with its member, and note that it was used.

    Raises `BadToken`, `TokenExpired`, `TokenRevoked`, `NotSignedIn` and `Banned`.
    """
    token = _found(secret)
    now = timezone.now()
    if token is None:
        raise BadToken
    if token.revoked_at is not None:
        raise TokenRevoked
    if token.is_expired(at=now):
        raise TokenExpired
    permissions.require_can_act(token.member, at=now)
    _note_use(token, now)
    return token


def living(member_id: int) -> list[AccessToken]:
    """Return the tokens of a member that are not revoked, newest first."""
    return list(AccessToken.objects.filter(member=member_id, revoked_at=None))


def _found(secret: str) -> AccessToken | None:
    if len(secret) > access_tokens.LONGEST or not secret.isascii():
        return None
    row = _BY_DIGEST.row(access_tokens.digest_of(secret))
    if row is None:
        return None
    token = AccessToken.from_db(DEFAULT_DB_ALIAS, _OF_TOKEN, row[: len(_OF_TOKEN)])
    token.member = Member.from_db(DEFAULT_DB_ALIAS, _OF_MEMBER, row[len(_OF_TOKEN) :])
    return token


def _rows(digest: str) -> "QuerySet[AccessToken, tuple[Any, ...]]":
    """Return the token of a hash with its member, as a row of all their columns.

    Digests are unique; an order would cost as much as all the rest of the statement.
    """
    of_member = [f"member__{name}" for name in _OF_MEMBER]
    return AccessToken.objects.filter(digest=digest).order_by().values_list(*_OF_TOKEN, *of_member)


_OF_TOKEN, _OF_MEMBER = (
    [column.attname for column in model._meta.concrete_fields] for model in (AccessToken, Member)
)
_BY_DIGEST = Lookup(_rows)


def _known(scopes: Iterable[str]) -> list[Scope]:
    try:
        return [Scope(scope) for scope in scopes]
    except ValueError as unknown:
        raise BadScope from unknown


def _note_use(token: AccessToken, now: datetime.datetime) -> None:
    """Write down that a token is in use, once a minute; a busy database may lose that."""
    last = token.last_used_at
    if last is not None and now - last < NOTED_EVERY:
        return
    old = Q(last_used_at=None) | Q(last_used_at__lte=now - NOTED_EVERY)
    try:
        with transaction.atomic():
            AccessToken.objects.filter(old, pk=token.pk).update(last_used_at=now)
    except DatabaseError as error:
        logger.warning("the use of token %s was not noted: %s", token.pk, error)
