"""Tables of the accounts, by subject."""

from accounts.models.append_only import AppendOnly, AppendOnlyError
from accounts.models.members import DEFAULT_TIME_ZONE, TINTS, Member, session_hash
from accounts.models.moderation import Block, ModeratorAct, Mute

__all__ = [
    "DEFAULT_TIME_ZONE",
    "TINTS",
    "AppendOnly",
    "AppendOnlyError",
    "Block",
    "Member",
    "ModeratorAct",
    "Mute",
    "session_hash",
]
