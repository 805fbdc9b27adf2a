"""Who may do what in games; services require, pages only ask."""

from typing import Any

from accounts import permissions as accounts
from games.enums import ChatRoom
from vrhcaby.errors import DomainError


class NotAPlayer(DomainError):
    """The member does not sit at this match."""

    code = "not_a_player"


class RoomClosed(DomainError):
    """The room is another's: of the players, or of the spectators of a game one plays."""

    code = "room_closed"


def seat_of(members: tuple[int, int], member_id: int | None) -> int | None:
    """Return the side at which a member sits, None for a spectator."""
    return members.index(member_id) if member_id in members else None


def require_seat(members: tuple[int, int], member_id: int | None) -> int:
    """Return the side at which a member sits; raise NotAPlayer for anybody else."""
    seat = seat_of(members, member_id)
    if seat is None:
        raise NotAPlayer
    return seat


def may_annul(user: Any) -> bool:
    """Whether somebody may end a match without a result (rules V18)."""
    return accounts.has_powers(user) and user.is_staff and user.has_perm("games.add_annulment")


def require_may_annul(user: Any) -> None:
    """Raise SecondFactorMissing or NotAnOfficial when somebody may not annul a match."""
    accounts.require_second_factor(user)
    if not may_annul(user):
        raise accounts.NotAnOfficial


def may_enter_room(room: str, *, member_id: int | None, plays: bool, live: bool) -> bool:
    """Whether somebody reads a room and, as a member, writes there.

    Nobody from outside reads the players' room. While the game lasts the spectators' room is for
    members who do not play in it: what is said there may be advice.
    """
    if room == ChatRoom.LOBBY:
        return True
    if room == ChatRoom.PLAYERS:
        return plays
    return not live or (member_id is not None and not plays)


def require_may_enter_room(room: str, *, member_id: int | None, plays: bool, live: bool) -> None:
    """Raise RoomClosed unless `may_enter_room`."""
    if not may_enter_room(room, member_id=member_id, plays=plays, live=live):
        raise RoomClosed
