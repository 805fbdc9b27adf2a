"""What happens to accounts: members here, notices in `accounts.services.notices`."""

from accounts.services.members import (
    PREFERENCES,
    AlreadyABot,
    BanEndPast,
    BanReasonMissing,
    ban,
    become_bot,
    change_password,
    change_preferences,
    end_sessions,
    lift_ban,
    member_group,
    shut_sockets,
)

__all__ = [
    "PREFERENCES",
    "AlreadyABot",
    "BanEndPast",
    "BanReasonMissing",
    "ban",
    "become_bot",
    "change_password",
    "change_preferences",
    "end_sessions",
    "lift_ban",
    "member_group",
    "shut_sockets",
]
