"""Roles in a tournament, by invitation: directors, and assistants who enter results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from accounts import permissions as accounts
from accounts.enums import NoticeKind
from games.services.answers import answering
from ladder.enums import RoleKind
from ladder.models import Role
from ladder.services.tournaments import acting as acts
from ladder.services.tournaments import notify
from ladder.services.tournaments.acting import Changed
from vrhcaby.errors import DomainError

if TYPE_CHECKING:
    from accounts.models import Member


class NoSuchRole(DomainError):
    """The member was not invited to any role, or has none."""

    code = "no_such_role"


class LastDirector(DomainError):
    """A tournament keeps at least one director."""

    code = "last_director"


@answering
def invite(*, slug: str, by_id: int, member_id: int, kind: str, why: str = "") -> Changed:
    """Invite a member to a role instead of the one that he has; entry service, for directors.

    Refused: `no_such_member`, `unknown_choice`, `last_director`, `has_role_already` for whoever
    has accepted this very one.
    """
    with transaction.atomic(durable=True):
        acting = acts.take_as_director(slug, by_id=by_id, why=why)
        if kind not in RoleKind.values:
            raise DomainError("unknown_choice", {"field": "kind"})
        member = acts.member_of(member_id)
        if not accounts.can_act(member):
            raise DomainError("no_such_member")
        accepted = Role.objects.filter(tournament=acting.tournament, accepted_at__isnull=False)
        if accepted.filter(member=member, kind=kind).exists():
            raise DomainError("has_role_already")
        _require_other_director(acting.tournament.pk, member_id)
        role, _ = Role.objects.update_or_create(
            tournament=acting.tournament,
            member=member,
            defaults={
                "kind": kind,
                "invited_by": acting.by,
                "invited_at": acting.at,
                "accepted_at": None,
            },
        )
        acting.log("role_offered", subject=_subject(member, kind))
        notify.tell(
            [member_id],
            NoticeKind.INVITATION,
            acting.tournament,
            about=f"role:{role.pk}:{acting.tournament.version}",
            role=kind,
            by=acting.by.username,
        )
        return acting.changed(role.pk)


@answering
def answer(*, slug: str, by_id: int, accept: bool) -> Changed:
    """Accept a role, or decline it; entry service. Refused: `no_such_role`."""
    with transaction.atomic(durable=True):
        acting = acts.take_invited(slug, by_id=by_id)
        accounts.require_can_act(acting.by)
        rows = Role.objects.filter(tournament=acting.tournament, member=by_id, accepted_at=None)
        role = rows.first()
        if role is None:
            raise NoSuchRole
        told = _subject(acting.by, str(role.kind))
        if accept:
            role.accepted_at = acting.at
            role.save(update_fields=["accepted_at"])
        else:
            role.delete()
        acting.log("role_accepted" if accept else "role_declined", subject=told)
        return acting.changed()


@answering
def remove(*, slug: str, by_id: int, member_id: int, why: str = "") -> Changed:
    """Take a role back, accepted or not; one's own may be laid down. Entry service.

    Refused: `no_such_role`, `last_director`.
    """
    with transaction.atomic(durable=True):
        acting = acts.take_invited(slug, by_id=by_id, why=why)
        if by_id != member_id:
            acts.require_director(acting)
        rows = Role.objects.filter(tournament=acting.tournament, member=member_id)
        role = rows.select_related("member").first()
        if role is None:
            raise NoSuchRole
        _require_other_director(acting.tournament.pk, member_id)
        told = _subject(role.member, str(role.kind))
        role.delete()
        acting.log("role_removed", subject=told)
        return acting.changed()


def _subject(member: Member, kind: str) -> dict[str, Any]:
    return {"member": member.pk, "name": member.username, "role": kind}


def _require_other_director(tournament_id: int, member_id: int) -> None:
    directors = Role.objects.filter(
        tournament=tournament_id, kind=RoleKind.DIRECTOR, accepted_at__isnull=False
    )
    ids = set(directors.values_list("member", flat=True))
    if ids == {member_id}:
        raise LastDirector
