"""Tables of the accounts, by subject."""

from accounts.models.access_tokens import AccessToken
from accounts.models.members import (
    DEFAULT_TIME_ZONE,
    TINTS,
    Member,
    MemberManager,
    MemberQuerySet,
    session_hash,
)
from accounts.models.moderation import Block, ModeratorAct, Mute
from accounts.models.notices import Notice
from accounts.models.second_factors import SecondFactor

__all__ = [
    "DEFAULT_TIME_ZONE",
    "TINTS",
    "AccessToken",
    "Block",
    "Member",
    "MemberManager",
    "MemberQuerySet",
    "ModeratorAct",
    "Mute",
    "Notice",
    "SecondFactor",
    "session_hash",
]
