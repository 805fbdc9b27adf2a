"""What happens to accounts: members here, notices in `accounts.services.notices`."""

from accounts.services.members import (
    PREFERENCES,
    BanEndPast,
    BanReasonMissing,
    ban,
    change_password,
    change_preferences,
    end_sessions,
    lift_ban,
    member_group,
    shut_sockets,
)

__all__ = [
    "PREFERENCES",
    "BanEndPast",
    "BanReasonMissing",
    "ban",
    "change_password",
    "change_preferences",
    "end_sessions",
    "lift_ban",
    "member_group",
    "shut_sockets",
]
