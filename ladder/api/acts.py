"""Acts in tournaments: each is one service, told here by its name, its fields and who may.

Directors and assistants need the scope `direct`, players act on their own pairings with `play`.
`version` is the tournament's that was seen: an act that no longer fits is refused and says what
was done in between.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.response import Response

from accounts.enums import Scope
from ladder.api import tournament_shapes as shapes
from ladder.enums import RoleKind, TournamentState, WithdrawalPolicy
from ladder.services.tournaments import (
    brackets,
    entries,
    late,
    life,
    live,
    no_shows,
    play_offs,
    roles,
    rounds,
    scores,
    times,
    withdrawals,
)
from vrhcaby.rest import operation
from vrhcaby.rest.fields import Choice, Input, Instant, Text, Truth, Whole
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.problems import require

LARGEST = 999_999_999_999_999
PLAY, DIRECT = Scope.PLAY.value, Scope.DIRECT.value
_OFTEN: tuple[str, ...] = (
    *("no_such_tournament", "not_a_director", "not_an_assistant", "not_in_this_pairing"),
    *("changed_meanwhile", "wrong_state", "why_missing", "no_such_entry", "no_such_pairing"),
    *("no_such_round", "no_such_member"),
)
Fields = Mapping[str, Any]


class TournamentAct(Operation):
    """One act; who may do it and whether it still fits, its service says."""

    kind = operation.WRITE
    Output = shapes.ActTold
    refusals: ClassVar[tuple[str, ...]] = _OFTEN
    service: ClassVar[Callable[..., Any]]

    def post(self, request: Any, **address: Any) -> Response:
        """Do it."""
        wanted = self.taken(request)
        answer = require(type(self).service(by_id=request.user.pk, **address, **wanted))
        return Response(
            {
                "version": getattr(answer, "version", None),
                "id": getattr(answer, "id", None) or None,
                "slug": getattr(answer, "slug", None) or None,
                "match": getattr(answer, "match_id", None),
                "challenge": getattr(answer, "challenge_id", None),
            }
        )


def act(
    name: str,
    summary: str,
    text: str,
    service: Callable[..., Any],
    example: Fields | None = None,
    /,
    scope: str = DIRECT,
    **fields: Any,
) -> type[TournamentAct]:
    """Return the operation of a service; `fields` are what its body has besides the address."""
    body = type(f"{name}Body", (Input,), {"__doc__": f"Body of: {summary}.", **fields})
    attributes = {
        "__doc__": text,
        "__module__": __name__,
        "summary": summary,
        "tag": "directors" if scope == DIRECT else "tournaments",
        "scope": scope,
        "service": staticmethod(service),
        "Input": body,
        "example": dict(example or {}),
    }
    return type(name, (TournamentAct,), attributes)


def _number(text: str) -> Any:
    return Whole(min_value=1, max_value=LARGEST, help_text=text)


def _points(text: str) -> Any:
    return Whole(min_value=0, max_value=1000, help_text=text)


def _ruled(**more: Any) -> dict[str, Any]:
    """Return the fields of an act that may be due to a reason."""
    return {**more, **_seen(), "why": _why()}


def _seen() -> dict[str, Any]:
    return {
        "version": Whole(
            min_value=0,
            max_value=2**31 - 1,
            required=False,
            allow_null=True,
            help_text="Version of the tournament that was seen; null or left out: any.",
        )
    }


def _why() -> Any:
    return Text(
        max_length=2000,
        required=False,
        allow_blank=True,
        help_text="The reason, which everybody can read; some acts need one.",
    )


def _settings() -> Any:
    return serializers.DictField(
        help_text="Settings by name, as the form of a tournament has them."
    )


def _moment(text: str, **options: Any) -> Any:
    return Instant(help_text=text, **options)


_WHY = {"why": "Agreed with both."}
_SCORE = {"first_score": 1, "second_score": 0}

OF_ALL = {
    "tournaments": act(
        *("MakeTournament", "Make a tournament", "Make a draft of a tournament; for officials."),
        life.create,
        {"settings": {"name": "Club cup", "ruleset": "vrhcaby", "rated": True}},
        settings=_settings(),
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
        **_ruled(settings=_settings()),
    ),
    "state": act(
        *("ChangeState", "Lead to another state", "Open or close registration, finish, archive."),
        life.change_state,
        {"to": "registration"},
        **_ruled(to=Choice(TournamentState.choices, help_text="The state to go to.")),
    ),
    "state/undo": act(
        *("UndoState", "Go back a state", "Take the last change of state back, if that can be."),
        life.undo_state,
        _WHY,
        **_ruled(),
    ),
    "entries": act(
        *("AddEntry", "Add a member", "Enter a member on his behalf."),
        entries.add,
        {"member_id": 1},
        **_ruled(member_id=_number("The member's number.")),
    ),
    "guests": act(
        *("AddGuest", "Add a guest", "Enter somebody without an account, who plays at the board."),
        entries.add_guest,
        {"name": "A guest"},
        **_ruled(name=Text(max_length=80, help_text="The guest's name.")),
    ),
    "invitations": act(
        *("InvitePlayer", "Invite a member", "Invite a member to play."),
        entries.invite,
        {"member_id": 1},
        member_id=_number("The member's number."),
        why=_why(),
    ),
    "entries/confirm": act(
        *("ConfirmEntry", "Confirm an entry", "Confirm an entry that waits for it."),
        entries.confirm,
        {"entry_id": 1},
        entry_id=_number("The entry's number."),
        **_seen(),
    ),
    "entries/remove": act(
        *("RemoveEntry", "Remove an entry", "Take an entry out before the start."),
        entries.remove,
        {"entry_id": 1},
        **_ruled(entry_id=_number("The entry's number.")),
    ),
    "entries/promote": act(
        *("PromoteEntry", "Promote an entry", "Let somebody move up from the waiting list."),
        entries.promote,
        {"entry_id": 1},
        entry_id=_number("The entry's number."),
        **_seen(),
    ),
    "entries/order": act(
        *("OrderEntries", "Order the draw by hand", "Give the places in the draw by hand."),
        entries.reorder,
        {"entry_ids": [1, 2]},
        entry_ids=serializers.ListField(
            child=_number("An entry."), max_length=400, help_text="All entries in their order."
        ),
        **_seen(),
    ),
    "entries/draw": act(
        *("DrawSeats", "Draw by lot", "Give the places by lot from a published seed."),
        entries.draw_seats,
        {"seed": "a published line"},
        seed=Text(
            max_length=80, required=False, allow_null=True, help_text="The seed; null: as set."
        ),
        **_seen(),
    ),
    "late-entries": act(
        *("AddLateEntry", "Add a late entry", "Let a member or a guest enter while it runs."),
        late.late_entry,
        {"member_id": 1},
        **_ruled(
            member_id=Whole(
                min_value=1,
                max_value=LARGEST,
                required=False,
                allow_null=True,
                help_text="The member's number; null: a guest.",
            ),
            name=Text(
                max_length=80, required=False, allow_blank=True, help_text="The guest's name."
            ),
        ),
    ),
    "withdrawals": act(
        *("WithdrawPlayer", "Let a player leave", "Let a player leave the running tournament."),
        withdrawals.withdraw,
        {"entry_id": 1, "why": "Ill."},
        **_ruled(
            entry_id=_number("The entry's number."),
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
        **_ruled(entry_id=_number("The entry's number.")),
    ),
    "start": act(
        *("StartTournament", "Start", "Draw the pairings and start the tournament."),
        rounds.start,
        None,
        **_ruled(),
    ),
    "rounds/open": act(
        *("OpenRound", "Open a round", "Open a round before its time."),
        rounds.open_round,
        {"round_id": 1},
        **_ruled(round_id=_number("The round's number in the database.")),
    ),
    "rounds/close": act(
        *("CloseRound", "Close a round", "Close a round of which everything is decided."),
        rounds.close_round,
        {"round_id": 1},
        **_ruled(round_id=_number("The round's number in the database.")),
    ),
    "rounds/reopen": act(
        *("ReopenRound", "Open a round again", "Open a closed round again."),
        rounds.reopen_round,
        {"round_id": 1, "why": "A result was wrong."},
        **_ruled(round_id=_number("The round's number in the database.")),
    ),
    "rounds/times": act(
        *("RescheduleRound", "Reschedule a round", "Give a round other times or another length."),
        rounds.reschedule,
        {"round_id": 1, "opens_at": "2099-01-01T18:00:00Z"},
        **_ruled(
            round_id=_number("The round's number in the database."),
            opens_at=_moment("The start; null: by hand.", required=False, allow_null=True),
            deadline_at=_moment("The deadline; null: none.", required=False, allow_null=True),
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
        **_ruled(),
    ),
    "play-offs": act(
        *("OrderPlayOff", "Order a deciding match", "Let the tied play for a place."),
        play_offs.create,
        {"stage_id": 1, "place": 1},
        **_ruled(
            stage_id=_number("The stage's number in the database."),
            place=_number("The place to play for."),
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
        member_id=_number("The member's number."),
        kind=Choice(RoleKind.choices, help_text="Which role."),
        why=_why(),
    ),
    "roles/remove": act(
        *("RemoveRole", "Take a role away", "Take a role from a member."),
        roles.remove,
        {"member_id": 1},
        member_id=_number("The member's number."),
        why=_why(),
    ),
}

OF_PAIRING = {
    "match": act(
        *("SitDown", "Sit down to play", "Say that one wants to play now, or join who waits."),
        live.start_match,
        {"seed": "my own chance"},
        PLAY,
        seed=Text(max_length=64, required=False, allow_blank=True, help_text="Goes into the dice."),
    ),
    "report": act(
        *("ReportResult", "Report a result", "Report how it ended over the board."),
        scores.report,
        _SCORE,
        PLAY,
        first_score=_points("Points of the player listed first."),
        second_score=_points("Points of the other."),
    ),
    "report/confirm": act(
        *("ConfirmReport", "Confirm a report", "Confirm what the opponent has reported."),
        scores.confirm_report,
        None,
        PLAY,
    ),
    "time/propose": act(
        *("ProposeTime", "Propose a time", "Propose to the opponent when to play."),
        times.propose_time,
        {"at": "2099-01-01T18:00:00Z"},
        PLAY,
        at=_moment("When."),
    ),
    "time/confirm": act(
        *("ConfirmTime", "Agree to a time", "Agree to the time that is proposed."),
        times.confirm_time,
        {"at": "2099-01-01T18:00:00Z"},
        PLAY,
        at=_moment("The time that was seen."),
    ),
    "time/clear": act(
        *("ClearTime", "Take a time back", "Take back the time that is proposed or agreed."),
        times.clear_time,
        None,
        PLAY,
    ),
    "claim": act(
        *("ClaimNoShow", "Claim a no-show", "Claim the match: the opponent did not come."),
        no_shows.claim_no_show,
        None,
        PLAY,
    ),
    "match/start": act(
        *("StartMatch", "Start a match", "Let the two play now, as a director."),
        live.start_now,
        {"even_if_away": False},
        **_ruled(even_if_away=Truth(required=False, help_text="Even if somebody is not here.")),
    ),
    "clock/stop": act(
        *("StopClock", "Stop the clock", "Hold the clock of the match that is played."),
        live.pause_clock,
        {"why": "A dispute is being settled."},
        **_ruled(),
    ),
    "clock/go": act(
        *("LetClockGo", "Let the clock go on", "Let a clock that was stopped go on."),
        live.resume_clock,
        {"why": "It is settled."},
        **_ruled(),
    ),
    "time": act(
        *("SetTime", "Set a time", "Set when a pairing is to be played, as a director."),
        times.set_time,
        {"at": "2099-01-01T18:00:00Z", "why": "The hall is free then."},
        **_ruled(
            at=_moment("When; null: no time.", allow_null=True),
            deadline_at=_moment("Its own deadline; null: none.", required=False, allow_null=True),
        ),
    ),
    "result": act(
        *("EnterResult", "Enter a result", "Enter or correct a result, as an official."),
        scores.enter_result,
        _SCORE,
        **_ruled(
            first_score=_points("Points of the player listed first."),
            second_score=_points("Points of the other."),
        ),
    ),
    "walkover": act(
        *("EnterWalkover", "Enter a walkover", "Decide a pairing without play."),
        scores.walkover,
        {"winner": "first", "why": "The other did not come."},
        **_ruled(winner=Choice(["first", "second"], help_text="Who wins.")),
    ),
    "walkover/both": act(
        *("EnterDoubleWalkover", "Let both lose", "Decide a pairing to which neither came."),
        scores.double_walkover,
        {"why": "Neither came."},
        **_ruled(),
    ),
    "annulment": act(
        *("AnnulPairing", "Annul a pairing", "Let a pairing count for nothing."),
        scores.annul,
        {"why": "Played with the wrong length."},
        **_ruled(),
    ),
    "replay": act(
        *("ReplayPairing", "Let it be played again", "Let a pairing be played again."),
        scores.replay,
        {"why": "Played with the wrong length."},
        **_ruled(),
    ),
    "sides": act(
        *("SwapSides", "Swap the sides", "Exchange who is listed first."),
        scores.swap_sides,
        None,
        **_ruled(),
    ),
}

JudgeClaim = act(
    *("JudgeClaim", "Judge a claim", "Grant or decline a claim that the other did not come."),
    no_shows.judge_claim,
    {"grant": True, "why": "Nobody was there."},
    **_ruled(grant=Truth(help_text="Whether it is granted.")),
)
