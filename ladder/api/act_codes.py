"""What single acts refuse besides what every act does, by the names of their operations."""

from collections.abc import Mapping

_SETTINGS = ("unknown_ruleset", "unknown_setting", "unknown_choice", "number_out_of_range")
_ENTERING = ("no_such_member", "already_entered", "full")
_TIMES = ("time_past", "after_deadline", "not_in_this_pairing", "wrong_pairing_state")
_RULING = ("wrong_pairing_state", "next_pairing_begun", "match_is_live")

CODES: Mapping[str, tuple[str, ...]] = {
    "MakeTournament": ("may_not_make_tournaments", *_SETTINGS),
    "EditTournament": ("setting_locked", *_SETTINGS),
    "DiscardTournament": ("was_announced",),
    "ChangeState": ("not_all_decided",),
    "UndoState": ("nothing_to_undo", "depends_on_it"),
    "EnterTournament": _ENTERING,
    "AnswerInvitation": ("full",),
    "AnswerRole": ("no_such_role",),
    "AddEntry": _ENTERING,
    "AddGuest": ("bad_guest_name", "full"),
    "InvitePlayer": _ENTERING,
    "PromoteEntry": ("full",),
    "OrderEntries": ("bad_order",),
    "DrawSeats": ("seed_missing", "too_long"),
    "AddLateEntry": (*_ENTERING, "late_entries_over", "bad_guest_name", "pairings_begun"),
    "WithdrawPlayer": ("has_left_already", "unknown_choice", "match_is_live"),
    "UndoWithdrawal": ("not_left", "next_pairing_begun"),
    "StartTournament": (
        *("too_few_players", "too_many_players", "too_few_for_groups", "seats_missing"),
        "seed_missing",
    ),
    "OpenRound": ("round_already_open",),
    "CloseRound": ("round_not_open", "round_undecided"),
    "ReopenRound": ("round_not_closed",),
    "RescheduleRound": ("deadline_before_start", "bad_lengths", "round_begun"),
    "StartKnockout": ("not_all_decided", "bad_order"),
    "OrderPlayOff": (
        *("no_such_stage", "no_play_off_due", "play_off_exists", "not_all_decided", "bad_lengths"),
    ),
    "OfferRole": ("unknown_choice", "last_director", "has_role_already"),
    "RemoveRole": ("no_such_role", "last_director"),
    "SitDown": ("deadline_passed", "not_played_here", "wrong_pairing_state"),
    "ReportResult": ("wrong_pairing_state", "bad_score"),
    "ConfirmReport": ("nothing_reported", "wrong_pairing_state"),
    "ProposeTime": _TIMES,
    "ConfirmTime": ("nothing_proposed", "time_changed", *_TIMES),
    "ClearTime": ("nothing_proposed", "wrong_pairing_state"),
    "SetTime": ("time_past", "deadline_before_start", "wrong_pairing_state"),
    "ClaimNoShow": ("wrong_pairing_state",),
    "JudgeClaim": ("no_such_claim", "wrong_pairing_state"),
    "StartMatch": ("player_away", "not_played_here", "wrong_pairing_state"),
    "StopClock": ("wrong_pairing_state", "clock_held_already"),
    "LetClockGo": ("clock_not_held", "wrong_pairing_state"),
    "EnterResult": ("bad_score", *_RULING),
    "EnterWalkover": ("unknown_choice", *_RULING),
    "EnterDoubleWalkover": _RULING,
    "AnnulPairing": _RULING,
    "ReplayPairing": _RULING,
    "SwapSides": ("wrong_pairing_state",),
}
