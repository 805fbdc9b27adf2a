"""What a late entry would bring, before it is done; nothing is changed."""

from typing import Any

from rest_framework import serializers
from rest_framework.response import Response

from accounts.enums import Scope
from ladder import permissions
from ladder.api import desk
from ladder.api.acting import late_fields
from ladder.services.tournaments import late
from ladder.services.tournaments.late import Meeting, Preview
from vrhcaby.rest.fields import Input
from vrhcaby.rest.operation import Operation


class MeetingTold(serializers.Serializer):
    """A game that the late player would get."""

    round = serializers.IntegerField(help_text="Number of the round.")
    opponent = serializers.IntegerField(help_text="Entry of the opponent.")
    name = serializers.CharField(help_text="The opponent's name shown.")
    missed = serializers.BooleanField(help_text="Whether that round is over already.")
    lost = serializers.BooleanField(help_text="Whether it would be lost by walkover at once.")
    twice = serializers.BooleanField(
        help_text="Whether the opponent has another board in that round."
    )
    added = serializers.BooleanField(help_text="Whether the round would be added for it.")


class LateEntryTold(serializers.Serializer):
    """What a late entry would bring."""

    name = serializers.CharField(help_text="Who would enter.")
    stage = serializers.IntegerField(help_text="Number of the stage he would join.")
    redraw = serializers.BooleanField(
        help_text="Whether nothing has been played, so that all can be drawn anew."
    )
    rounds = serializers.IntegerField(help_text="Rounds of the stage now.")
    rounds_anew = serializers.IntegerField(help_text="Rounds if all were drawn anew.")
    over = serializers.IntegerField(help_text="Players beyond the places of the tournament.")
    meetings = serializers.ListField(
        child=MeetingTold(), help_text="The games he would get if the pairings are kept."
    )


class LateEntryWanted(Input):
    """A late entry that is thought of."""

    member_id, name = late_fields()


class PreviewLateEntry(Operation):
    """Tell whom a player who comes late would meet, and whether all can be drawn anew."""

    summary = "Preview a late entry"
    tag = "directors"
    scope = Scope.DIRECT.value
    Input, Output = LateEntryWanted, LateEntryTold
    refusals = (
        *("no_such_tournament", "not_a_director", "wrong_state", "late_entries_over", "full"),
        *("no_such_member", "already_entered", "bad_guest_name"),
    )
    example = {"name": "A guest"}

    def post(self, request: Any, slug: str) -> Response:
        """Answer what it would bring."""
        tournament = desk.viewer(slug, request.user).tournament
        permissions.require_can_direct(request.user, tournament)
        return Response(_told(late.preview(tournament=tournament, **self.taken(request))))


def _told(found: Preview) -> dict[str, Any]:
    return {
        "name": found.name,
        "stage": found.stage.number,
        "redraw": found.anew,
        "rounds": found.rounds,
        "rounds_anew": found.rounds_anew,
        "over": found.over,
        "meetings": [_meeting(one) for one in found.meetings],
    }


def _meeting(one: Meeting) -> dict[str, Any]:
    return {
        "round": one.round,
        "opponent": one.opponent.pk,
        "name": str(one.opponent),
        "missed": one.missed,
        "lost": one.lost,
        "twice": one.twice,
        "added": one.added,
    }
