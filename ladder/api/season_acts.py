"""Operations of officials on seasons of the ladder."""

from http import HTTPStatus
from typing import Any

from rest_framework.response import Response

from accounts.enums import Scope
from ladder.api import shapes
from ladder.services import seasons
from vrhcaby.rest import operation
from vrhcaby.rest.fields import Input, Number, Text
from vrhcaby.rest.operation import Operation


class SeasonBody(Input):
    """A season to be opened."""

    name = Text(max_length=80, help_text="Its name, which no other season has.")


class CloseBody(Input):
    """How a season is closed."""

    keep = Number(
        allow_null=True,
        min_value=0,
        max_value=seasons.MOST_KEPT,
        help_text="The share of each rating's distance from the start that stays; null: ratings "
        "stay as they are.",
    )


class SeasonAct(Operation):
    """Something that officials do to a season."""

    tag = "officials"
    scope = Scope.DIRECT.value
    official = True
    kind = operation.WRITE
    Output = shapes.SeasonTold


class OpenSeason(SeasonAct):
    """Open a season now; one runs at a time."""

    summary = "Open a season"
    Input = SeasonBody
    success = HTTPStatus.CREATED.value
    refusals = ("season_is_open", "season_name_missing", "season_name_taken")
    example = {"name": "Autumn"}

    def post(self, request: Any) -> Response:
        """Open the season."""
        made = seasons.open_season(by_id=request.user.pk, **self.taken(request))
        return Response(shapes.season(made), status=self.success)


class CloseSeason(SeasonAct):
    """Close the season that runs: its tables stay for good; ratings may be pulled together."""

    summary = "Close the season"
    Input = CloseBody
    refusals = ("no_open_season", "bad_keep")
    example = {"keep": None}

    def post(self, request: Any) -> Response:
        """Close the season."""
        over = seasons.close_season(by_id=request.user.pk, **self.taken(request))
        return Response(shapes.season(over))
