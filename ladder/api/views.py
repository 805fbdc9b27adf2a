"""Operations that read the ladder."""

import dataclasses
from typing import Any

from django.http.response import HttpResponseBase
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from accounts.api.views import active
from ladder.api import shapes
from ladder.api.filters import ChangeFilters, LadderFilters
from ladder.models import Pool, Season
from ladder.selectors import explain, places, rows, seasons
from ladder.selectors import player as players
from vrhcaby.rest import operation
from vrhcaby.rest.exports import CSV, NDJSON, PIECE, CsvRenderer, NdjsonRenderer, columns_of, stream
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.pages import KeysetPagination
from vrhcaby.rest.problems import Problem

TAG = "ladder"
HEAD = frozenset({"active", "limit", "format"})
"""With no other parameter a page of the ladder begins at the first place and leaves nobody out."""


class ListPools(Operation):
    """The rating pools, one a ruleset, with the constants of the formula."""

    summary = "Rating pools"
    tag = TAG
    Output, many = shapes.PoolTold, True

    def get(self, request: Any) -> Response:
        """Answer all pools."""
        return Response([shapes.pool(row) for row in Pool.objects.all()])


class ShowLadder(Operation):
    """The ladder of a pool, the highest rating first; as JSON or as a table.

    Places are given to established ratings of the members that `active` keeps; equal ratings
    share the better place.
    """

    summary = "A ladder"
    tag = TAG
    Output, many = shapes.RatingTold, True
    filterset_class = LadderFilters
    pagination_class = KeysetPagination
    renderer_classes = (JSONRenderer, CsvRenderer)
    produces = (CSV,)
    refusals = ("no_such_pool",)

    def get(self, request: Any, pool: str) -> Response:
        """Answer a page of the ladder."""
        pool_id = rows.pool_id(pool)
        if pool_id is None:
            raise Problem("no_such_pool")
        wanted = self.filtered(rows.ratings(pool_id))
        asked = {"true": True, "false": False}.get(request.query_params.get("active", ""))
        placed = places.Places(pool_id, active=asked)
        head = HEAD.issuperset(request.query_params)
        return self.page(
            wanted,
            lambda row: shapes.listed_rating(row, placed.of(row), ruleset=pool),
            before=lambda page: placed.read(page, whole=head),
        )


class ListChanges(Operation):
    """Lines of the ledger with all that went into each sum, newest first; JSON or a table."""

    summary = "Rating changes"
    tag = TAG
    Output, many = shapes.RatingChangeTold, True
    filterset_class = ChangeFilters
    pagination_class = KeysetPagination
    renderer_classes = (JSONRenderer, CsvRenderer)
    produces = (CSV,)

    def get(self, request: Any) -> Response:
        """Answer a page of lines."""
        return self.page(self.filtered(rows.changes()), shapes.listed_change)


class ExportChanges(Operation):
    """All lines of the ledger in their order, one to a line: NDJSON, or CSV.

    With the constants of the pool anybody can compute every rating again from these.
    """

    summary = "All rating changes at once"
    tag = TAG
    kind = operation.BULK
    Output = "file"
    filterset_class = ChangeFilters
    renderer_classes = (NdjsonRenderer, CsvRenderer)
    produces = (NDJSON, CSV)

    def get(self, request: Any) -> HttpResponseBase:
        """Answer a stream of lines."""
        wanted = self.filtered(rows.changes()).order_by("pk")

        def read(after: int | None) -> list[tuple[int, dict[str, Any]]]:
            lines = wanted.filter(pk__gt=after or 0)[:PIECE]
            return [(row.pk, shapes.listed_change(row)) for row in lines]

        return stream(request, read, columns_of(shapes.RatingChangeTold))


class ExplainResult(Operation):
    """How the result of a match changed both ratings, or why it did not."""

    summary = "The rating of a result"
    tag = TAG
    Output = shapes.ExplanationTold
    refusals = ("no_such_result",)

    def get(self, request: Any, result_id: int) -> Response:
        """Answer the sums."""
        found = explain.of_match_result(result_id)
        if found is None:
            raise Problem("no_such_result")
        return Response(shapes.explanation(found))


class ExplainLadderResult(Operation):
    """A result of the ladder, also one played over the board: its sums and corrections."""

    summary = "A result of the ladder"
    tag = TAG
    Output = shapes.ExplanationTold
    refusals = ("no_such_result",)

    def get(self, request: Any, ladder_result_id: int) -> Response:
        """Answer the sums."""
        return Response(shapes.explanation(_explained(ladder_result_id)))


class ListSeasons(Operation):
    """Seasons of the ladder, the newest first."""

    summary = "Seasons"
    tag = TAG
    Output, many = shapes.SeasonTold, True

    def get(self, request: Any) -> Response:
        """Answer all seasons."""
        return Response([shapes.season(row) for row in seasons.seasons()])


class ShowSeason(Operation):
    """The table that a season left behind in a pool; empty while it runs. As JSON or as a table."""

    summary = "The table of a season"
    tag = TAG
    Output, many = shapes.SeasonPlaceTold, True
    renderer_classes = (JSONRenderer, CsvRenderer)
    produces = (CSV,)
    refusals = ("no_such_pool", "no_such_season")

    def get(self, request: Any, season_id: int, pool: str) -> Response:
        """Answer all lines."""
        season = Season.objects.filter(pk=season_id).first()
        if season is None:
            raise Problem("no_such_season")
        return Response(
            [shapes.season_place(row) for row in seasons.ordered(season, pool_of(pool))]
        )


class ListRatings(Operation):
    """A member's ratings in all pools."""

    summary = "Ratings of a member"
    tag = "members"
    Output, many = shapes.RatingTold, True
    refusals = ("no_such_member",)

    def get(self, request: Any, member_id: int) -> Response:
        """Answer the ratings."""
        member = active(member_id)
        return Response(
            [
                shapes.rating(row, places.place_now(row), ruleset=row.pool.ruleset)
                for row in players.ratings(member)
            ]
        )


class ShowHeadToHead(Operation):
    """Games of a member against another."""

    summary = "Head to head"
    tag = "members"
    Output = shapes.RecordTold
    refusals = ("no_such_member",)

    def get(self, request: Any, member_id: int, other_id: int) -> Response:
        """Answer the record."""
        found = players.head_to_head(active(member_id), active(other_id))
        return Response(dataclasses.asdict(found))


def pool_of(ruleset: str) -> Pool:
    """Return the pool of a ruleset. Raises the Problem `no_such_pool`."""
    found = Pool.objects.filter(ruleset=ruleset).first()
    if found is None:
        raise Problem("no_such_pool")
    return found


def _explained(ladder_result_id: int) -> explain.Explanation:
    found = explain.of_ladder_result(ladder_result_id)
    if found is None:
        raise Problem("no_such_result")
    return found
