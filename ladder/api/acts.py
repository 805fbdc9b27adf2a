"""Acts on a tournament as a whole: its life, its entries, its rounds, its roles."""

from http import HTTPStatus

from rest_framework import serializers

from ladder.api.acting import (
    PLAY,
    ByNumber,
    act,
    late_fields,
    moment_field,
    number_field,
    ruled,
    seen,
    settings_field,
    why_field,
)
from ladder.enums import RoleKind, TournamentState, WithdrawalPolicy
from ladder.services.tournaments import (
    brackets,
    discarding,
    entries,
    late,
    life,
    play_offs,
    roles,
    rounds,
    withdrawals,
)
from vrhcaby.rest.fields import Choice, Text, Truth, Whole

WHY = {"why": "Agreed with both."}

OF_ALL = {
    "tournaments": act(
        *("MakeTournament", "Make a tournament", "Make a draft of a tournament; for officials."),
        life.create,
        {"settings": {"name": "Club cup", "ruleset": "vrhcaby", "rated": True}},
        success=HTTPStatus.CREATED.value,
        settings=settings_field(),
    ),
}

OF_TOURNAMENT = {
    "entry": act(
        *("EnterTournament", "Enter a tournament", "Enter, or join the waiting list."),
        entries.enter,
        None,
        PLAY,
    ),
    "entry/withdraw": act(
        *("WithdrawEntry", "Withdraw one's entry", "Take one's own entry back before the start."),
        entries.withdraw_entry,
        None,
        PLAY,
    ),
    "invitation": act(
        *("AnswerInvitation", "Answer an invitation", "Accept or decline an invitation to play."),
        entries.answer_invitation,
        {"accept": True},
        PLAY,
        accept=Truth(help_text="Whether one comes."),
    ),
    "role": act(
        *("AnswerRole", "Answer the offer of a role", "Accept or decline to direct or to assist."),
        roles.answer,
        {"accept": True},
        PLAY,
        accept=Truth(help_text="Whether one takes it."),
    ),
    "settings": act(
        *("EditTournament", "Change settings", "Change settings; those left out stay."),
        life.edit,
        {"settings": {"places": 16}},
        **ruled(settings=settings_field()),
    ),
    "state": act(
        *("ChangeState", "Lead to another state", "Open or close registration, finish, archive."),
        life.change_state,
        {"to": "registration"},
        **ruled(
            to=Choice(TournamentState.choices, help_text="The state to go to."),
            even_if_tied=Truth(
                required=False,
                help_text="To finish even if deciding matches are due: the places stay shared.",
            ),
        ),
    ),
    "state/undo": act(
        *("UndoState", "Go back a state", "Take the last change of state back, if that can be."),
        life.undo_state,
        {"state": "registration", **WHY},
        **ruled(
            state=Choice(
                TournamentState.choices,
                required=False,
                allow_blank=True,
                help_text="The state that was seen and is to be left; empty: whatever it is.",
            )
        ),
    ),
    "discard": act(
        *("DiscardTournament", "Throw a draft away", "Throw away a draft that nobody knows of."),
        discarding.discard,
        None,
        **seen(),
    ),
    "entries": act(
        *("AddEntry", "Add a member", "Enter a member on his behalf."),
        entries.add,
        {"member_id": 1},
        **ruled(member_id=number_field("The member's number.")),
    ),
    "guests": act(
        *("AddGuest", "Add a guest", "Enter somebody without an account, who plays at the board."),
        entries.add_guest,
        {"name": "A guest"},
        **ruled(name=Text(max_length=80, help_text="The guest's name.")),
    ),
    "invitations": act(
        *("InvitePlayer", "Invite a member", "Invite a member to play."),
        entries.invite,
        {"member_id": 1},
        member_id=number_field("The member's number."),
        why=why_field(),
    ),
    "entries/confirm": act(
        *("ConfirmEntry", "Confirm an entry", "Confirm an entry that waits for it."),
        entries.confirm,
        {"entry_id": 1},
        entry_id=number_field("The entry's number."),
        **seen(),
    ),
    "entries/remove": act(
        *("RemoveEntry", "Remove an entry", "Take an entry out before the start."),
        entries.remove,
        {"entry_id": 1},
        **ruled(entry_id=number_field("The entry's number.")),
    ),
    "entries/promote": act(
        *("PromoteEntry", "Promote an entry", "Let somebody move up from the waiting list."),
        entries.promote,
        {"entry_id": 1},
        entry_id=number_field("The entry's number."),
        **seen(),
    ),
    "entries/order": act(
        *("OrderEntries", "Order the draw by hand", "Give the places in the draw by hand."),
        entries.reorder,
        {"entry_ids": [1, 2]},
        entry_ids=serializers.ListField(
            child=number_field("An entry."), max_length=400, help_text="All entries in their order."
        ),
        **seen(),
    ),
    "entries/draw": act(
        *("DrawSeats", "Draw by lot", "Give the places by lot from a published seed."),
        entries.draw_seats,
        {"seed": "a published line"},
        seed=Text(
            max_length=80, required=False, allow_null=True, help_text="The seed; null: as set."
        ),
        **seen(),
    ),
    "entries/by-rating": act(
        *("SeatByRating", "Order by rating", "Give the places in the draw by rating once more."),
        entries.seat_by_rating,
        None,
        **seen(),
    ),
    "late-entries": act(
        *("AddLateEntry", "Add a late entry", "Let a member or a guest enter while it runs."),
        late.late_entry,
        {"member_id": 1},
        **ruled(
            member_id=late_fields()[0],
            name=late_fields()[1],
            redraw=Truth(
                required=False,
                allow_null=True,
                help_text="Whether all is drawn anew, which goes while nothing has been played; "
                "null: where it goes.",
            ),
        ),
    ),
    "withdrawals": act(
        *("WithdrawPlayer", "Let a player leave", "Let a player leave the running tournament."),
        withdrawals.withdraw,
        {"entry_id": 1, "why": "Ill."},
        **ruled(
            entry_id=number_field("The entry's number."),
            policy=Choice(
                WithdrawalPolicy.choices,
                required=False,
                allow_blank=True,
                help_text="What becomes of the games; empty: as the tournament has it.",
            ),
        ),
    ),
    "withdrawals/undo": act(
        *("UndoWithdrawal", "Undo a withdrawal", "Let a player who has left play on."),
        withdrawals.undo_withdrawal,
        {"entry_id": 1, "why": "He is well again."},
        **ruled(entry_id=number_field("The entry's number.")),
    ),
    "start": act(
        *("StartTournament", "Start", "Draw the pairings and start the tournament."),
        rounds.start,
        None,
        **ruled(),
    ),
    "rounds/open": act(
        *("OpenRound", "Open a round", "Open a round before its time."),
        rounds.open_round,
        {"round_id": 1},
        **ruled(round_id=number_field("The round's number in the database.")),
    ),
    "rounds/close": act(
        *("CloseRound", "Close a round", "Close a round of which everything is decided."),
        rounds.close_round,
        {"round_id": 1},
        **ruled(round_id=number_field("The round's number in the database.")),
    ),
    "rounds/reopen": act(
        *("ReopenRound", "Open a round again", "Open a closed round again."),
        rounds.reopen_round,
        {"round_id": 1, "why": "A result was wrong."},
        **ruled(round_id=number_field("The round's number in the database.")),
    ),
    "rounds/times": act(
        *("RescheduleRound", "Reschedule a round", "Give a round other times or another length."),
        rounds.reschedule,
        {"round_id": 1, "opens_at": "2099-01-01T18:00:00Z"},
        **ruled(
            round_id=number_field("The round's number in the database."),
            opens_at=moment_field("The start; null: by hand.", required=False, allow_null=True),
            deadline_at=moment_field("The deadline; null: none.", required=False, allow_null=True),
            length=Whole(
                min_value=1,
                max_value=25,
                required=False,
                allow_null=True,
                help_text="Points of a match; null: as the tournament has it.",
            ),
            held=Truth(required=False, help_text="Whether a director opens it, not the clock."),
        ),
    ),
    "knockout": act(
        *("StartKnockout", "Draw the knock-out", "Draw the knock-out from the groups."),
        brackets.start_knockout,
        None,
        **ruled(
            order=ByNumber(
                child=serializers.ListField(child=number_field("An entry."), max_length=400),
                required=False,
                allow_null=True,
                help_text="Where those who go on share a place: by the group's number its entries "
                "that go on, the best first; needs a reason. Null: as the tables say.",
            )
        ),
    ),
    "play-offs": act(
        *("OrderPlayOff", "Order a deciding match", "Let the tied play for a place."),
        play_offs.create,
        {"stage_id": 1, "place": 1},
        **ruled(
            stage_id=number_field("The stage's number in the database."),
            place=number_field("The place to play for."),
            length=Whole(
                min_value=1,
                max_value=25,
                required=False,
                allow_null=True,
                help_text="Points of a match; null: as the tournament has it.",
            ),
        ),
    ),
    "roles": act(
        *("OfferRole", "Offer a role", "Invite a member to direct or to assist."),
        roles.invite,
        {"member_id": 1, "kind": "assistant"},
        member_id=number_field("The member's number."),
        kind=Choice(RoleKind.choices, help_text="Which role."),
        why=why_field(),
    ),
    "roles/remove": act(
        *("RemoveRole", "Take a role away", "Take a role from a member."),
        roles.remove,
        {"member_id": 1},
        member_id=number_field("The member's number."),
        why=why_field(),
    ),
}
