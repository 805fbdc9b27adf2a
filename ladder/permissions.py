"""Who may do what in the ladder's tournaments; services require, pages only ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accounts import permissions as accounts
from ladder.enums import RoleKind, TournamentState, Visibility
from ladder.models import Role
from vrhcaby.errors import DomainError

if TYPE_CHECKING:
    from ladder.models import Entry, Pairing, Tournament


class NoSuchTournament(DomainError):
    """There is no such tournament, or this person may not see it."""

    code = "no_such_tournament"


class NotADirector(DomainError):
    """Only a director of the tournament may do that."""

    code = "not_a_director"


class NotAnAssistant(DomainError):
    """Only a director or an assistant of the tournament may do that."""

    code = "not_an_assistant"


class NotInThisPairing(DomainError):
    """Only one of the two of the pairing may do that."""

    code = "not_in_this_pairing"


class MayNotMakeTournaments(DomainError):
    """Only officials make tournaments."""

    code = "may_not_make_tournaments"


def can_create(user: Any) -> bool:
    """Tell whether somebody may make tournaments."""
    return accounts.is_official(user) or (
        accounts.has_powers(user) and bool(user.has_perm("ladder.add_tournament"))
    )


def require_can_create(user: Any) -> None:
    """Raise NotSignedIn, Banned, SecondFactorMissing or MayNotMakeTournaments."""
    accounts.require_can_act(user)
    if not can_create(user):
        accounts.require_second_factor(user)
        raise MayNotMakeTournaments


def roles_of(user: Any, tournament: Tournament) -> frozenset[str]:
    """Return what the member has accepted to be in the tournament."""
    if not accounts.can_act(user):
        return frozenset()
    accepted = Role.objects.filter(tournament=tournament, member=user, accepted_at__isnull=False)
    return frozenset(accepted.values_list("kind", flat=True))


def can_direct(user: Any, tournament: Tournament) -> bool:
    """Tell whether somebody directs the tournament: by his role, or as an official."""
    return RoleKind.DIRECTOR in roles_of(user, tournament) or accounts.is_official(user)


def can_enter_results(user: Any, tournament: Tournament) -> bool:
    """Tell whether somebody may enter results: directors and assistants."""
    return bool(roles_of(user, tournament)) or accounts.is_official(user)


def can_see(user: Any, tournament: Tournament) -> bool:
    """Tell whether somebody may see the tournament; drafts are seen by those who make them."""
    if tournament.state == TournamentState.DRAFT:
        return can_enter_results(user, tournament)
    if tournament.visibility == Visibility.PUBLIC:
        return True
    return accounts.can_act(user)


def entry_in(user: Any, pairing: Pairing) -> Entry | None:
    """Return with which entry the member plays in the pairing; join `first` and `second`."""
    for entry in (pairing.first, pairing.second):
        if entry is not None and entry.member_id is not None and entry.member_id == user.pk:
            return entry
    return None


def can_report(user: Any, pairing: Pairing) -> bool:
    """Tell whether the member is one of the two of the pairing."""
    return accounts.can_act(user) and entry_in(user, pairing) is not None


def require_can_see(user: Any, tournament: Tournament) -> None:
    """Raise NoSuchTournament for somebody who may not see it."""
    if not can_see(user, tournament):
        raise NoSuchTournament


def require_can_direct(user: Any, tournament: Tournament) -> None:
    """Raise NotSignedIn, Banned, SecondFactorMissing or NotADirector."""
    accounts.require_can_act(user)
    if not can_direct(user, tournament):
        accounts.require_second_factor(user)
        raise NotADirector


def require_can_enter_results(user: Any, tournament: Tournament) -> None:
    """Raise NotSignedIn, Banned, SecondFactorMissing or NotAnAssistant."""
    accounts.require_can_act(user)
    if not can_enter_results(user, tournament):
        accounts.require_second_factor(user)
        raise NotAnAssistant


def require_in_pairing(user: Any, pairing: Pairing) -> Entry:
    """Return the member's entry in the pairing; raise NotSignedIn, Banned, NotInThisPairing."""
    accounts.require_can_act(user)
    entry = entry_in(user, pairing)
    if entry is None:
        raise NotInThisPairing
    return entry
