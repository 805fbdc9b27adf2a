"""What an act in a tournament would bring, before it is done; nothing is changed."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers
from rest_framework.response import Response

from accounts.api.shapes import brief
from accounts.enums import Scope
from ladder import consequences_page, permissions
from ladder.api import desk, shapes
from ladder.api.acting import number_field
from ladder.api.table_shapes import named_entry
from ladder.consequences_page import Move
from ladder.enums import WithdrawalPolicy
from ladder.services.tournaments import withdrawals
from vrhcaby.errors import DomainError
from vrhcaby.rest.fields import Choice, Input, Whole
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.problems import require


class MoveTold(serializers.Serializer):
    """A line of the table before and after; null where somebody has no place."""

    entry = serializers.IntegerField(help_text="Whose line.")
    name = serializers.CharField(help_text="The name shown.")
    is_bot = serializers.BooleanField(help_text="Whether a program plays.")
    place_before = serializers.IntegerField(allow_null=True, help_text="The place now.")
    place_after = serializers.IntegerField(allow_null=True, help_text="The place then.")
    points_before = serializers.CharField(allow_null=True, help_text="Points now, a fraction.")
    points_after = serializers.CharField(allow_null=True, help_text="Points then.")


class ConsequencesTold(serializers.Serializer):
    """What a ruling would bring."""

    moves = serializers.ListField(
        child=MoveTold(), help_text="The table in its new order; empty where there is no table."
    )
    effects = serializers.ListField(
        child=shapes.EffectTold(), help_text="Whose rating would move, the largest change first."
    )


class WithdrawalTold(serializers.Serializer):
    """What a withdrawal would bring."""

    policy = serializers.ChoiceField(WithdrawalPolicy.choices, help_text="By which policy.")
    completed = serializers.IntegerField(help_text="Games he has completed.")
    in_full = serializers.IntegerField(help_text="Games of the whole stage.")
    counts = serializers.BooleanField(help_text="Whether his games would count.")
    unrated = serializers.IntegerField(help_text="Results that would count for no ladder.")
    moves = serializers.ListField(child=MoveTold(), help_text="The table in its new order.")


class RulingWanted(Input):
    """A ruling that is thought of."""

    act = Choice(consequences_page.CHANGING, help_text="What would be done.")
    first_score = Whole(
        min_value=0,
        max_value=1000,
        required=False,
        allow_null=True,
        help_text="With `enter_result`: points of the player listed first.",
    )
    second_score = Whole(
        min_value=0,
        max_value=1000,
        required=False,
        allow_null=True,
        help_text="With `enter_result`: points of the other.",
    )


class WithdrawalWanted(Input):
    """A withdrawal that is thought of."""

    entry_id = number_field("The entry's number.")
    policy = Choice(
        WithdrawalPolicy.choices,
        required=False,
        allow_blank=True,
        help_text="What becomes of the games; empty: as the tournament has it.",
    )


class PreviewRuling(Operation):
    """Tell how a ruling about a pairing would move the table and the ratings."""

    summary = "Preview a ruling"
    tag = "directors"
    scope = Scope.DIRECT.value
    Input, Output = RulingWanted, ConsequencesTold
    refusals = ("no_such_pairing", "not_an_assistant", "bad_score")
    example = {"act": "annul"}

    def post(self, request: Any, pairing_id: int) -> Response:
        """Answer the consequences."""
        viewer, found = desk.pairing(pairing_id, request.user)
        permissions.require_can_enter_results(request.user, viewer.tournament)
        act, score = _ruling(self.taken(request))
        require(consequences_page.impossible(found, act, score))
        shown = consequences_page.context(viewer, found, act, score) or {}
        effects = [
            {"member": brief(one.member), "before": one.before, "after": one.after}
            for one in shown.get("effects", ())
        ]
        return Response({"moves": _moves(shown.get("moves", ())), "effects": effects})


class PreviewWithdrawal(Operation):
    """Tell how the table would be if a player left the tournament now."""

    summary = "Preview a withdrawal"
    tag = "directors"
    scope = Scope.DIRECT.value
    Input, Output = WithdrawalWanted, WithdrawalTold
    refusals = ("no_such_tournament", "not_a_director", "no_such_entry", "has_left_already")
    example = {"entry_id": 1}

    def post(self, request: Any, slug: str) -> Response:
        """Answer the tables."""
        tournament = desk.viewer(slug, request.user).tournament
        permissions.require_can_direct(request.user, tournament)
        wanted = self.taken(request)
        if not tournament.entries.filter(pk=wanted["entry_id"]).exists():
            raise DomainError("no_such_entry")
        policy = wanted.get("policy") or tournament.withdrawal_policy
        found = withdrawals.preview(entry_id=wanted["entry_id"], policy=policy)
        tables = found.tables
        moves = consequences_page.moves_of(found.entries, tables.before, tables.after)
        return Response(
            {
                "policy": policy,
                "completed": found.verdict.completed,
                "in_full": found.verdict.in_full,
                "counts": found.verdict.counts,
                "unrated": found.unrated,
                "moves": _moves(moves),
            }
        )


def _ruling(wanted: dict[str, Any]) -> tuple[str, tuple[int, int] | None]:
    """Return the act and its score. Raises DomainError where a score is needed and none given."""
    act, first, second = wanted["act"], wanted.get("first_score"), wanted.get("second_score")
    if act != "enter_result":
        return act, None
    if first is None or second is None:
        raise DomainError("bad_score")
    return act, (first, second)


def _moves(moves: Sequence[Move]) -> list[dict[str, Any]]:
    return [
        {
            **named_entry(one.entry),
            "place_before": one.place_before,
            "place_after": one.place_after,
            "points_before": None if one.points_before is None else str(one.points_before),
            "points_after": None if one.points_after is None else str(one.points_after),
        }
        for one in moves
    ]
