"""Operations of officials on patterns that look like points given away."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.response import Response

from accounts import permissions
from accounts.api.shapes import MemberBrief, brief
from accounts.enums import Scope
from ladder.api import facts
from ladder.api.filters import FlagFilters
from ladder.enums import FlagPattern, FlagStatus
from ladder.models import RatingFlag
from ladder.services import flags
from vrhcaby.rest import operation
from vrhcaby.rest.fields import Input, Instant, Text, Truth, instant, shaped
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.pages import KeysetPagination
from vrhcaby.rest.problems import Problem


class FlagTold(serializers.Serializer):
    """Results of two members that look like points given away; it changes nothing by itself."""

    id = serializers.IntegerField(help_text="The flag's number.")
    pattern = serializers.ChoiceField(FlagPattern.choices, help_text="What they look like.")
    gainer = MemberBrief(help_text="Who gained the points.")
    giver = MemberBrief(help_text="Who lost them.")
    results = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of the results, the oldest first."
    )
    figures = shaped(facts.FIGURES)(help_text="The figures of the pattern by their names.")
    found_at = Instant(help_text="When it was found.")
    status = serializers.ChoiceField(FlagStatus.choices, help_text="Whether it is decided.")
    decided_by = MemberBrief(allow_null=True, help_text="Who has decided; null: nobody yet.")
    decided_at = Instant(allow_null=True, help_text="When it was decided; null: not yet.")
    note = serializers.CharField(help_text="What was noted at it; empty: nothing.")


class FlagDecisionBody(Input):
    """What an official makes of a flag."""

    confirmed = Truth(help_text="Whether points were given away; else nothing is wrong.")
    note = Text(max_length=500, required=False, allow_blank=True, help_text="A note to it.")


class ListFlags(Operation):
    """Patterns that look like points given away, with their evidence, the newest first."""

    summary = "Rating flags"
    tag = "officials"
    scope = Scope.DIRECT.value
    official = True
    Output, many = FlagTold, True
    filterset_class = FlagFilters
    pagination_class = KeysetPagination

    def get(self, request: Any) -> Response:
        """Answer a page of flags."""
        _require_official(request)
        return self.page(self.filtered(_flags()), _told)


class DecideFlag(Operation):
    """Keep what an official makes of a flag; nothing follows from it by itself."""

    summary = "Decide about a rating flag"
    tag = "officials"
    scope = Scope.DIRECT.value
    official = True
    kind = operation.WRITE
    Input, Output = FlagDecisionBody, FlagTold
    refusals: ClassVar[tuple[str, ...]] = ("flag_decided",)
    example = {"confirmed": False, "note": "They play together every evening."}

    def post(self, request: Any, flag_id: int) -> Response:
        """Decide about the flag."""
        _require_official(request)
        wanted = {"note": "", **self.taken(request)}
        if not RatingFlag.objects.filter(pk=flag_id).exists():
            raise Problem("not_found")
        flags.decide(flag_id=flag_id, official=request.user, **wanted)
        return Response(_told(_flags().get(pk=flag_id)))


def _require_official(request: Any) -> None:
    permissions.require_second_factor(request.user)
    if not flags.may_decide(request.user):
        raise permissions.NotAnOfficial


def _flags() -> Any:
    return RatingFlag.objects.select_related("gainer", "giver", "decided_by")


def _told(row: RatingFlag) -> dict[str, Any]:
    return {
        "id": row.pk,
        "pattern": row.pattern,
        "gainer": brief(row.gainer),
        "giver": brief(row.giver),
        "results": row.results,
        "figures": row.figures,
        "found_at": instant(row.found_at),
        "status": row.status,
        "decided_by": None if row.decided_by is None else brief(row.decided_by),
        "decided_at": None if row.decided_at is None else instant(row.decided_at),
        "note": row.note,
    }
