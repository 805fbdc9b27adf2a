"""Notices that tournaments send; one place, so that every act says them the same way."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from accounts.enums import NoticeKind
from accounts.services import notices
from accounts.services.notices import Told
from ladder.enums import RoleKind
from ladder.models import Entry, Pairing, Role, Tournament

if TYPE_CHECKING:
    import datetime


def members_of(*entries: Entry | None) -> list[int]:
    """Return the members behind entries; guests and empty seats have none."""
    return [
        entry.member_id for entry in entries if entry is not None and entry.member_id is not None
    ]


def directors(tournament: Tournament) -> list[int]:
    """Return the members who direct the tournament."""
    accepted = Role.objects.filter(tournament=tournament, accepted_at__isnull=False)
    return list(accepted.filter(kind=RoleKind.DIRECTOR).values_list("member", flat=True))


def tell(
    member_ids: Iterable[int],
    kind: NoticeKind,
    tournament: Tournament,
    *,
    about: str,
    path: str = "",
    until: datetime.datetime | None = None,
    **params: Any,
) -> None:
    """Tell members something once, in the caller's transaction.

    `about` is unique for the occasion; times among the parameters are ISO texts of UTC.
    """
    ids = sorted(set(member_ids))
    if not ids:
        return
    notices.tell(
        member_ids=ids,
        kind=kind,
        params={"tournament": tournament.name, **params},
        path=path or tournament.get_absolute_url(),
        about=f"tournament:{tournament.pk}:{about}",
        until=until,
    )


def tell_both(
    kind: NoticeKind,
    pairing: Pairing,
    *,
    about: str,
    until: datetime.datetime | None = None,
    **params: Any,
) -> None:
    """Tell each player of a pairing something about his match with the other."""
    notices.tell_each(kind, both(pairing, about=about, until=until, **params))


def tell_one(
    kind: NoticeKind,
    pairing: Pairing,
    me: Entry | None,
    other: Entry | None,
    *,
    about: str,
    until: datetime.datetime | None = None,
    **params: Any,
) -> None:
    """Tell one player of a pairing something about his match with the other."""
    notices.tell_each(kind, _told(pairing, me, other, about=about, until=until, **params))


def tell_all(kind: NoticeKind, told: Collection[Told]) -> None:
    """Tell what `both` has made of many pairings, in few statements."""
    notices.tell_each(kind, told)


def tell_new(kind: NoticeKind, told: Sequence[Told]) -> int:
    """Tell what has not been told yet; return how much that was. Cheap where nothing is new."""
    known = notices.known(kind, told)
    return notices.tell_each(kind, [one for one in told if (one.member_id, one.about) not in known])


def both(
    pairing: Pairing, *, about: str, until: datetime.datetime | None = None, **params: Any
) -> list[Told]:
    """Return what the players of a pairing are told about their match, for `tell_all`."""
    first, second = pairing.first, pairing.second
    return [
        *_told(pairing, first, second, about=about, until=until, **params),
        *_told(pairing, second, first, about=about, until=until, **params),
    ]


def _told(
    pairing: Pairing,
    me: Entry | None,
    other: Entry | None,
    *,
    about: str,
    until: datetime.datetime | None,
    **params: Any,
) -> list[Told]:
    tournament = pairing.round.stage.tournament
    told = {
        "tournament": tournament.name,
        "opponent": None if other is None else other.shown_name,
        "round": pairing.round.number,
        **params,
    }
    about = f"tournament:{tournament.pk}:pairing:{pairing.pk}:{about}"
    path = pairing.get_absolute_url()
    return [Told(member_id, about, path, told, until) for member_id in members_of(me)]


__all__ = [
    "Told",
    "both",
    "directors",
    "members_of",
    "tell",
    "tell_all",
    "tell_both",
    "tell_new",
    "tell_one",
]
