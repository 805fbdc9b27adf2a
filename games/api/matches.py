"""Operations that read matches."""

from typing import Any, ClassVar

import msgspec
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from games import selectors
from games.api import files, shapes
from games.api.filters import MatchFilters, ResultFilters
from games.models import Match, MatchEvent
from games.selectors import rows
from games.services.sitting import MatchStillLive
from games.services.table import NoSuchMatch
from vrhcaby.rest import asked as asking
from vrhcaby.rest import conditional, operation, shaping
from vrhcaby.rest.exports import CSV, NDJSON, PIECE, CsvRenderer, NdjsonRenderer, columns_of, stream
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.pages import KeysetPagination
from vrhcaby.rest.problems import Problem

TAG = "matches"
LAST_VERSION = 2**31 - 1


class ListMatches(Operation):
    """Matches that are played and that are over, newest first."""

    summary = "Matches"
    tag = TAG
    Output, many = shapes.MatchTold, True
    filterset_class = MatchFilters
    pagination_class = KeysetPagination

    def get(self, request: Any) -> Response:
        """Answer a page of matches."""
        return _page(self, rows.matches())


class ListResults(Operation):
    """Matches that are over, those that ended last first; as JSON or as a table."""

    summary = "Results"
    tag = TAG
    Output, many = shapes.MatchTold, True
    filterset_class = ResultFilters
    pagination_class = KeysetPagination
    renderer_classes = (JSONRenderer, CsvRenderer)
    produces = (CSV,)

    def get(self, request: Any) -> Response:
        """Answer a page of results."""
        return _page(self, rows.matches().finished())


class ExportResults(Operation):
    """All results in the order of their numbers, one to a line: NDJSON, or CSV."""

    summary = "All results at once"
    tag = TAG
    kind = operation.BULK
    Output = "file"
    filterset_class = ResultFilters
    renderer_classes = (NdjsonRenderer, CsvRenderer)
    produces = (NDJSON, CSV)

    def get(self, request: Any) -> HttpResponseBase:
        """Answer a stream of results."""
        wanted = self.filtered(rows.matches().finished()).order_by("pk")

        def read(after: int | None) -> list[tuple[int, dict[str, Any]]]:
            piece = wanted.filter(pk__gt=after or 0)[:PIECE]
            chairs = rows.chairs(piece)
            return [(row.pk, shapes.match(row, chairs[row.pk])) for row in piece]

        return stream(request, read, columns_of(shapes.MatchTold))


class ShowMatch(Operation):
    """A match and its table as the socket's `snapshot` shows it: position, what is legal, clocks.

    Times inside `table` are milliseconds since 1970, as on the sockets.
    """

    summary = "A match"
    tag = TAG
    Output: ClassVar[Any] = {
        "type": "object",
        "description": "A match with its table.",
        "required": ["match", "table"],
        "properties": {
            "match": {**shaping.ref("MatchTold"), "description": "The match as lists have it."},
            "table": {**shaping.ref("Snapshot"), "description": "Its table, as on the socket."},
        },
    }
    refusals = ("no_such_match",)

    def get(self, request: Any, match_id: int) -> Response:
        """Answer the match."""
        row = _found(match_id)
        shown = selectors.snapshot(match_id, request.user.pk)
        table = msgspec.to_builtins(shown)
        del table["type"]
        told = shapes.match(row, rows.chairs([row])[row.pk])
        response = Response({"match": told, "table": table})
        if table["result"]:
            # All is over: the time of asking, and what the clock makes of it, is no news.
            conditional.tag(response, [told, {**table, "now": None, "clock": None}])
        return response


class ListEvents(Operation):
    """What happened in a match, in order."""

    summary = "Events of a match"
    tag = TAG
    Output, many = shapes.EventTold, True
    pagination_class = KeysetPagination
    refusals = ("no_such_match", "invalid")
    parameters: ClassVar[Any] = {
        "since": asking.whole("Only events after this version.", least=0, most=LAST_VERSION)
    }

    def get(self, request: Any, match_id: int) -> Response:
        """Answer a page of events."""
        try:
            asked = asking.asked(request, self.parameters)
            wanted = rows.events(match_id, since=asked.get("since", 0))
        except Match.DoesNotExist as missing:
            raise NoSuchMatch from missing
        response = self.page(wanted, shapes.event)
        last = Match.objects.filter(pk=match_id).values_list("last_at", flat=True).first()
        conditional.modified(response, last)
        return response


class ShowPosition(Operation):
    """The position of a match in the words of other programs, now or as it was at a version."""

    summary = "Position of a match"
    tag = TAG
    Output = shapes.PositionTold
    refusals = ("no_such_match", "no_such_version", "invalid")
    parameters: ClassVar[Any] = {
        "version": asking.whole("After this event; left out: now.", least=1, most=LAST_VERSION)
    }

    def get(self, request: Any, match_id: int) -> Response:
        """Answer the ids of a position."""
        try:
            asked = asking.asked(request, self.parameters)
            return Response(selectors.position_ids(match_id, asked.get("version")))
        except Match.DoesNotExist as missing:
            raise NoSuchMatch from missing
        except MatchEvent.DoesNotExist as missing:
            raise Problem("no_such_version") from missing


class ShowRecord(Operation):
    """A match that is over as a file: `mat` (Jellyfish and others), `sgf`, or our own `json`."""

    summary = "Record of a match"
    tag = TAG
    Output = "file"
    produces = tuple(kind.split(";")[0] for kind in selectors.CONTENT_TYPES.values())
    file_shape: ClassVar[Any] = files.RECORD
    refusals = ("no_such_match", "match_still_live")

    def get(self, request: Any, match_id: int, form: str) -> HttpResponseBase:
        """Answer the file."""
        if form not in selectors.CONTENT_TYPES:
            raise Problem("not_found")
        try:
            file = selectors.record_file(match_id, form)
        except Match.DoesNotExist as missing:
            raise NoSuchMatch from missing
        except selectors.NotFinished as live:
            raise MatchStillLive from live
        response = HttpResponse(file.text, content_type=file.content_type)
        response["Content-Disposition"] = f'attachment; filename="{file.name}"'
        return response


class ShowProof(Operation):
    """All that is needed to check the dice of a match, as the page on fairness says.

    `commitment` is the hash of the server's seed, public before any player's seed; `server_seed`
    is null until the match is over.
    """

    summary = "Dice of a match"
    tag = "dice"
    Output: ClassVar[Any] = files.PROOF
    refusals = ("no_such_match",)

    def get(self, request: Any, match_id: int) -> Response:
        """Answer the export."""
        try:
            return Response(selectors.export(match_id))
        except Match.DoesNotExist as missing:
            raise NoSuchMatch from missing


def _page(asked: Operation, matches: Any) -> Response:
    """Answer a page of matches."""
    chairs: dict[int, Any] = {}
    return asked.page(
        asked.filtered(matches),
        lambda row: shapes.match(row, chairs[row.pk]),
        before=lambda page: chairs.update(rows.chairs(page)),
    )


def _found(match_id: int) -> Any:
    try:
        return rows.match(match_id)
    except Match.DoesNotExist as missing:
        raise NoSuchMatch from missing
