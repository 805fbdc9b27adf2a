"""Which refusals each act in a tournament has of its own, by the name of its operation."""

from collections.abc import Mapping

_SETTINGS = (
    *("unknown_setting", "bad_text", "too_long", "name_missing", "unknown_choice"),
    *("number_out_of_range", "places_out_of_range", "bad_moment", "unknown_time_zone"),
    *("deadline_before_start", "start_before_registration", "start_before_registration_ends"),
    *("first_start_missing", "rating_range_reversed", "seed_missing", "bad_points", "bad_scheme"),
    *("unknown_tiebreak", "repeated_tiebreak", "tiebreak_after_end", "tiebreak_missing"),
    *("unknown_ruleset", "bad_options", "not_playable", "not_rated", "length_missing"),
    *("bad_lengths", "no_such_round", "too_few_qualifiers", "too_many_groups"),
)
_ENTERING = (
    *("registration_closed", "registration_not_yet", "already_entered", "removed_by_director"),
    *("invitation_needed", "rating_too_low", "rating_too_high", "too_few_games", "full"),
)
_DRAWING = (
    *("too_few_players", "too_many_players", "too_few_for_groups", "seats_missing"),
    "seed_missing",
)
_TIME = ("wrong_pairing_state", "time_past", "bad_moment")
_RULING = ("wrong_pairing_state", "next_pairing_begun")

OF_ACTS: Mapping[str, tuple[str, ...]] = {
    "MakeTournament": ("may_not_make_tournaments", "first_start_past", *_SETTINGS),
    "EnterTournament": _ENTERING,
    "AnswerInvitation": ("full",),
    "AnswerRole": ("no_such_role",),
    "EditTournament": ("setting_locked", "first_start_past", *_SETTINGS),
    "ChangeState": ("start_by_draw", "not_all_decided", "places_tied"),
    "UndoState": ("nothing_to_undo", "depends_on_it"),
    "DiscardTournament": ("was_announced",),
    "AddEntry": ("already_entered", "full"),
    "AddGuest": ("bad_guest_name", "full"),
    "InvitePlayer": ("already_entered",),
    "PromoteEntry": ("full",),
    "OrderEntries": ("bad_order",),
    "DrawSeats": ("seed_missing", "too_long"),
    "AddLateEntry": (
        *("late_entries_over", "full", "already_entered", "bad_guest_name", "pairings_begun"),
    ),
    "WithdrawPlayer": ("has_left_already", "unknown_choice", "match_is_live"),
    "UndoWithdrawal": ("not_left", "next_pairing_begun"),
    "StartTournament": _DRAWING,
    "OpenRound": ("round_already_open",),
    "CloseRound": ("round_not_open", "round_undecided"),
    "ReopenRound": ("round_not_closed",),
    "RescheduleRound": ("bad_moment", "deadline_before_start", "bad_lengths", "round_begun"),
    "StartKnockout": (
        *("no_groups", "knockout_exists", "too_few_players", "too_many_players"),
        *("qualifiers_tied", "not_all_decided", "bad_order"),
    ),
    "OrderPlayOff": (
        *("no_such_stage", "no_play_off_due", "play_off_exists", "not_all_decided", "bad_lengths"),
    ),
    "OfferRole": ("unknown_choice", "last_director", "has_role_already"),
    "RemoveRole": ("no_such_role", "last_director"),
    "SitDown": (
        *("wrong_pairing_state", "not_played_here", "deadline_passed", "bad_seed"),
        *("no_such_challenge", "taker_gone"),
    ),
    "ReportResult": ("wrong_pairing_state", "bad_score"),
    "ConfirmReport": ("wrong_pairing_state", "nothing_reported", "report_changed", "bad_score"),
    "ProposeTime": (*_TIME, "after_deadline"),
    "ConfirmTime": (*_TIME, "after_deadline", "nothing_proposed", "time_changed"),
    "ClearTime": ("wrong_pairing_state", "nothing_proposed"),
    "SetTime": (*_TIME, "deadline_before_start"),
    "ClaimNoShow": (
        *("wrong_pairing_state", "nothing_due", "not_late_yet", "you_were_away"),
        "claimed_already",
    ),
    "JudgeClaim": ("no_such_claim", "wrong_pairing_state"),
    "StartMatch": ("player_away", "not_played_here", "wrong_pairing_state"),
    "StopClock": ("wrong_pairing_state", "clock_held_already"),
    "LetClockGo": ("wrong_pairing_state", "clock_not_held"),
    "EnterResult": ("bad_score", "match_is_live", *_RULING),
    "EnterWalkover": ("unknown_choice", *_RULING),
    "EnterDoubleWalkover": _RULING,
    "AnnulPairing": _RULING,
    "ReplayPairing": _RULING,
    "SwapSides": ("wrong_pairing_state",),
}
