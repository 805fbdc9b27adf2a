"""Tables of the accounts app, by subject."""

from accounts.models.members import (
    DEFAULT_TIME_ZONE,
    Member,
    MemberManager,
    MemberQuerySet,
    session_hash,
)
from accounts.models.notices import Notice

__all__ = [
    "DEFAULT_TIME_ZONE",
    "Member",
    "MemberManager",
    "MemberQuerySet",
    "Notice",
    "session_hash",
]
