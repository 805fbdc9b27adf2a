"""Operations of players and officials at a match."""

import time
from typing import Any

from rest_framework import serializers
from rest_framework.response import Response

from accounts.enums import Scope
from games import permissions, selectors
from games.api import frames, shapes
from games.services import officials, once, play, sitting
from games.services.table import NoSuchMatch
from vrhcaby.rest import operation
from vrhcaby.rest.fields import Input, Text
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.problems import require

TAG = "play"
ENGINE = (
    *("not_your_turn", "game_over", "no_checker", "blocked", "must_enter", "die_not_left"),
    *("bad_step", "cannot_bear_off", "exact_die_first", "point_full", "must_use_both_dice"),
    *("must_use_higher_die", "not_a_step_ruleset", "not_a_turn_ruleset", "must_roll"),
    *("already_rolled", "must_place", "nothing_to_place", "decision_pending", "offer_pending"),
    *("only_resign_now", "no_offer", "offer_lapsed", "no_draws", "draw_too_early", "time_over"),
    *("no_cube", "crawford_game", "first_turn", "not_your_cube", "cube_at_limit", "no_double"),
    *("no_beavers", "beaver_limit", "no_raccoons", "resignation_by_offer", "resignation_at_once"),
    *("level_impossible", "level_refused", "no_hold", "nothing_changes", "between_games"),
    *("game_not_over", "nothing_to_claim", "time_not_over", "presence_unknown", "clocks_paused"),
)
"""What the rules refuse; each is a 409, whose `details` hold the match's `version`."""


class AnnulmentBody(Input):
    """Why a match is annulled."""

    why = Text(max_length=2000, help_text="The reason, which stays with the match.")


class AnnulmentTold(serializers.Serializer):
    """A match that was annulled."""

    version = serializers.IntegerField(help_text="The match's version after it.")


class SendCommand(Operation):
    """Do something at one's match: a step, a turn, a double, an offer, an answer.

    The same vocabulary as on the socket, where `type` and `match` stand beside it. The same `id`
    with the same command is answered as before and does nothing twice.
    """

    summary = "Send a command"
    tag = TAG
    scope = Scope.PLAY.value
    kind = operation.WRITE
    Input = frames.body("CommandBody")
    Output = shapes.CommandTold
    refusals = ("bad_frame", "no_such_match", "not_a_player", "command_id_reused", *ENGINE)
    example = {"id": "a-number-of-mine", "kind": "resign"}

    def post(self, request: Any, match_id: int) -> Response:
        """Let the command be judged."""
        arrived = time.monotonic()
        frame = frames.read("CommandBody", request.data, match=match_id)
        answer = require(
            play.command(
                match_id=match_id,
                member_id=request.user.pk,
                command_id=frame.id,
                command=frames.command(frame, _seat(match_id, request.user.pk)),
                arrived=arrived,
            )
        )
        return Response({"id": frame.id, "version": answer.version})


class OfferRematch(Operation):
    """Offer a rematch of a match that is over, or accept the one that the opponent offers."""

    summary = "Rematch"
    tag = TAG
    scope = Scope.PLAY.value
    kind = operation.WRITE
    Input = frames.body("RematchBody")
    Output = shapes.AnswerTold
    refusals = (
        *("bad_frame", "bad_seed", "no_such_match", "match_still_live", "not_a_player"),
        *("challenge_twice", "too_many_challenges", "opponent_banned", "challenge_taken"),
        *("command_id_reused", "challenge_too_often"),
    )
    example = {"id": "a-number-of-mine", "seed": "my own chance"}

    def post(self, request: Any, match_id: int) -> Response:
        """Offer or accept."""
        frame = frames.read("RematchBody", request.data)
        member_id = request.user.pk
        told = once.answered(
            member_id=member_id,
            key=frame.id,
            body={"rematch": match_id, "seed": frame.seed},
            act=lambda: sitting.rematch(match_id=match_id, member_id=member_id, seed=frame.seed),
        )
        return Response(shapes.answer(frame.id, require(told)))


class AnnulMatch(Operation):
    """End a live match without a result; it counts for nothing. For officials."""

    summary = "Annul a match"
    tag = "officials"
    scope = Scope.DIRECT.value
    official = True
    kind = operation.WRITE
    Input, Output = AnnulmentBody, AnnulmentTold
    refusals = ("no_such_match", "game_over", "why_missing")
    example = {"why": "Both players were moved to another room."}

    def post(self, request: Any, match_id: int) -> Response:
        """Annul the match."""
        why = self.taken(request)["why"]
        answer = require(officials.annul(match_id=match_id, official=request.user, why=why))
        return Response({"version": answer.version})


def _seat(match_id: int, member_id: int) -> int:
    """Return where a member sits. Raises NoSuchMatch and NotAPlayer."""
    place = selectors.place(match_id, member_id)
    if place is None:
        raise NoSuchMatch
    if place.seat is None:
        raise permissions.NotAPlayer
    return place.seat
