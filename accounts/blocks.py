"""Who does not want to meet whom: kept by members, asked by chats, challenges and notices."""

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from accounts.models import Block, Member
from vrhcaby.errors import DomainError

MOST = 200
"""A member may block so many others."""


class BlockYourself(DomainError):
    """Nobody blocks himself."""

    code = "block_yourself"


class BlockStaff(DomainError):
    """Members of the staff cannot be blocked: they may have to say something."""

    code = "block_staff"


class TooManyBlocks(DomainError):
    """The member blocks as many as one may."""

    code = "too_many_blocks"


def block(*, member_id: int, other: Member) -> bool:
    """Keep that a member blocks another; return whether he did not before. Inner: no lock needed.

    Raises BlockYourself, BlockStaff and TooManyBlocks.
    """
    if member_id == other.pk:
        raise BlockYourself
    if other.is_staff:
        raise BlockStaff
    if Block.objects.filter(member=member_id).count() >= MOST:
        raise TooManyBlocks
    _row, made = Block.objects.get_or_create(
        member_id=member_id, blocked=other, defaults={"at": timezone.now()}
    )
    return made


def unblock(*, member_id: int, other_id: int) -> None:
    """Forget that a member blocks another; without a block nothing happens."""
    Block.objects.filter(member=member_id, blocked=other_id).delete()


def blocked_by(member_id: int) -> frozenset[int]:
    """Return the ids of those whom a member has blocked."""
    return frozenset(Block.objects.filter(member=member_id).values_list("blocked", flat=True))


def apart(member_id: int) -> frozenset[int]:
    """Return the ids of all whom a member has blocked or who have blocked him."""
    pairs = Block.objects.filter(Q(member=member_id) | Q(blocked=member_id))
    found = pairs.values_list("member", "blocked")
    return frozenset(one for pair in found for one in pair) - {member_id}


def blocks(member_id: int, other: str) -> Exists:
    """Return the condition that a member has blocked the one in that column."""
    return Exists(Block.objects.filter(member=member_id, blocked=OuterRef(other)))


def parts(member_id: int, other: str) -> Exists:
    """Return the condition that a block lies between a member and the one in that column."""
    theirs = Q(member=OuterRef(other), blocked=member_id)
    return Exists(Block.objects.filter(theirs | Q(member=member_id, blocked=OuterRef(other))))


def between(first: int, second: int) -> frozenset[int]:
    """Return which of two members block the other."""
    found = Block.objects.filter(
        Q(member=first, blocked=second) | Q(member=second, blocked=first)
    ).values_list("member", flat=True)
    return frozenset(found)


def listed(member_id: int) -> list[Block]:
    """Return a member's blocks with those whom he blocks, by name."""
    rows = Block.objects.filter(member=member_id).select_related("blocked")
    return list(rows.order_by("blocked__canonical"))
