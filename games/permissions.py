"""Who may do what in games; services require, pages only ask."""

import datetime
from typing import Protocol

from vrhcaby.errors import DomainError


class Person(Protocol):
    """What is asked of a member."""

    pk: int | None
    is_active: bool
    is_staff: bool

    def is_banned(self, *, at: datetime.datetime) -> bool:
        """Whether a suspension lasts at that time."""
        ...

    def has_perm(self, perm: str) -> bool:
        """Whether a right was given."""
        ...


class NotAPlayer(DomainError):
    """The member does not sit at this match."""

    code = "not_a_player"


class Banned(DomainError):
    """The member is suspended."""

    code = "banned"


class NotAnOfficial(DomainError):
    """The member has no right to decide over matches."""

    code = "not_an_official"


def may_play(person: Person, *, at: datetime.datetime) -> bool:
    """Whether the member may begin games."""
    return person.is_active and not person.is_banned(at=at)


def require_may_play(person: Person, *, at: datetime.datetime) -> None:
    """Raise Banned when the member may not begin games."""
    if not may_play(person, at=at):
        raise Banned


def seat_of(members: tuple[int, int], member_id: int | None) -> int | None:
    """Return the side at which a member sits, None for a spectator."""
    return members.index(member_id) if member_id in members else None


def require_seat(members: tuple[int, int], member_id: int | None) -> int:
    """Return the side at which a member sits; raise NotAPlayer for anybody else."""
    seat = seat_of(members, member_id)
    if seat is None:
        raise NotAPlayer
    return seat


def may_annul(person: Person) -> bool:
    """Whether somebody may end a match without a result (rules V18)."""
    return person.is_active and person.has_perm("games.add_annulment")


def require_may_annul(person: Person) -> None:
    """Raise NotAnOfficial when somebody may not end a match without a result."""
    if not may_annul(person):
        raise NotAnOfficial
