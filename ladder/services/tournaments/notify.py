"""Notices that tournaments send; one place, so that every act says them the same way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ladder.models import Entry, Pairing, Role, Tournament


def members_of(*entries: Entry | None) -> list[int]:
    """Return the members behind entries; guests and empty seats have none."""
    return [entry.member_id for entry in entries if entry is not None and entry.member_id]


def directors(tournament: Tournament) -> list[int]:
    """Return the members who direct the tournament."""
    roles = Role.objects.filter(tournament=tournament, kind="director", accepted_at__isnull=False)
    return list(roles.values_list("member", flat=True))


def tell(
    member_ids: Iterable[int],
    kind: str,
    tournament: Tournament,
    *,
    about: str,
    path: str = "",
    **params: Any,
) -> None:
    """Tell members something once, in the caller's transaction.

    `about` is unique for the occasion; times among the parameters are ISO texts of UTC.
    """
    ids = sorted(set(member_ids))
    if not ids:
        return
    _deliver(
        member_ids=ids,
        kind=kind,
        params={"tournament": tournament.name, "slug": tournament.slug, **params},
        path=path or f"/turnaje/{tournament.slug}/",
        about=f"tournament:{tournament.pk}:{about}",
    )


def pairing_path(tournament: Tournament, pairing: Pairing) -> str:
    """Return the address of a pairing's page."""
    return f"/turnaje/{tournament.slug}/parovani/{pairing.pk}/"


def _deliver(**notice: Any) -> None:
    """Hand a notice over."""
