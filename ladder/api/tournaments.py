"""Operations that read tournaments."""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from django.http import HttpResponse
from django.utils.encoding import smart_str
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from ladder import kept_parts
from ladder.api import archive_shape, desk, detail_shapes, table_rows, table_shapes
from ladder.api import tournament_shapes as shapes
from ladder.api.tournament_filters import TournamentFilters
from ladder.models.tournaments import ENTERED
from ladder.selectors.tournaments import acts, pages, tables
from ladder.selectors.tournaments import field as fields
from ladder.selectors.tournaments.field import Field
from ladder.selectors.tournaments.pages import Viewer
from ladder.services.tournaments import archive
from vrhcaby.errors import DomainError
from vrhcaby.rest import asked as asking
from vrhcaby.rest.exports import CSV, CsvRenderer
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.pages import KeysetPagination
from vrhcaby.rest.written import Written

TAG = "tournaments"
MOST_ROUNDS = 500
AFTER = asking.whole("After this round; left out: as it is now.", least=0, most=MOST_ROUNDS)


def require_round(after: int | None, stages: Iterable[fields.Field]) -> None:
    """Raise `no_such_round` for a round that no stage has; 0 is before the first."""
    rounds = {played.number for stage in stages for played in stage.rounds.values()}
    if after and after not in rounds:
        raise DomainError("no_such_round")


class ListTournaments(Operation):
    """Tournaments that one may see, the newest first."""

    summary = "Tournaments"
    tag = TAG
    Output, many = shapes.TournamentTold, True
    filterset_class = TournamentFilters
    pagination_class = KeysetPagination

    def get(self, request: Any) -> Response:
        """Answer a page of tournaments."""
        return self.page(
            self.filtered(pages.listed(request.user)),
            lambda row: shapes.tournament(row, taken=row.taken),
        )


class OfTournament(Operation):
    """Something that is read of one tournament."""

    tag = TAG
    refusals: ClassVar[tuple[str, ...]] = ("no_such_tournament",)

    def found(self, slug: str) -> Viewer:
        """Return the tournament to who asks. Raises NoSuchTournament."""
        return desk.viewer(slug, self.request.user)

    def fields(self, slug: str) -> list[fields.Field]:
        """Return the fields of all stages. Raises NoSuchTournament."""
        return fields.of_all(pages.stages(self.found(slug).tournament))

    def kept(self, slug: str, name: str, made: Callable[[list[Field]], Any]) -> Response:
        """Answer what `made` makes of the fields; it is asked once while nothing changes.

        What it raises is raised. The tables of 200 players take half a second, and anybody may
        ask for them.
        """
        tournament = self.found(slug).tournament
        renderer = self.request.accepted_renderer

        def written() -> str:
            data = made(fields.of_all(pages.stages(tournament)))
            return str(smart_str(renderer.render(data, None, {"view": self})))

        return Written(kept_parts.kept(tournament, f"api {name} {renderer.format}", written))


class ShowTournament(OfTournament):
    """A tournament in full, and what one is in it."""

    summary = "A tournament"
    Output = detail_shapes.TournamentDetail

    def get(self, request: Any, slug: str) -> Response:
        """Answer the tournament."""
        viewer = self.found(slug)
        taken = viewer.tournament.entries.filter(state__in=ENTERED).count()
        stages = pages.stages(viewer.tournament)
        return Response(detail_shapes.tournament(viewer, taken=taken, stages=stages))


class ListEntries(OfTournament):
    """Everybody who has entered, waits, is invited or has left, in the order of entering."""

    summary = "Entries of a tournament"
    Output, many = shapes.EntryTold, True

    def get(self, request: Any, slug: str) -> Response:
        """Answer all entries."""
        rows = self.found(slug).tournament.entries.select_related("member").order_by("number")
        return Response([shapes.entry(row) for row in rows])


class ListRounds(OfTournament):
    """All rounds of all stages with their pairings."""

    summary = "Rounds of a tournament"
    Output, many = shapes.RoundTold, True

    def get(self, request: Any, slug: str) -> Response:
        """Answer all rounds."""
        stages = pages.stages(self.found(slug).tournament)
        rounds = pages.rounds_of(stages)
        sheet = pages.sheet(rounds)
        named = {stage.pk: stage for stage in stages}
        return Response(
            [shapes.one_round(row, named[row.stage_id], sheet.get(row.pk, [])) for row in rounds]
        )


class ListStandings(OfTournament):
    """Standings of every stage, now or after a round, with the tie-breaks; JSON or a table."""

    summary = "Standings of a tournament"
    Output, many = table_shapes.StandingsTold, True
    renderer_classes = (JSONRenderer, CsvRenderer)
    produces = (CSV,)
    columns = table_rows.STANDINGS
    refusals: ClassVar[tuple[str, ...]] = ("no_such_tournament", "no_such_round", "invalid")
    parameters: ClassVar[Any] = {"after": AFTER}

    def get(self, request: Any, slug: str) -> Response:
        """Answer the standings."""
        after = asking.asked(request, self.parameters).get("after")

        def made(stages: list[Field]) -> list[Any]:
            require_round(after, stages)
            found = [tables.table(one, after_round=after) for one in stages]
            if request.accepted_renderer.media_type == CSV:
                return [line for one in found for line in table_rows.standings(one)]
            return [table_shapes.standings(one) for one in found]

        return self.kept(slug, f"standings {after}", made)


class ListCrosstables(OfTournament):
    """Everybody against everybody, a table for every stage; JSON or a table.

    In the table every opponent has a column by the number of his entry, with 1, ½, 0 or the score;
    walkovers are marked, and what does not count stands in brackets.
    """

    summary = "Crosstables of a tournament"
    Output, many = table_shapes.CrosstableTold, True
    renderer_classes = (JSONRenderer, CsvRenderer)
    produces = (CSV,)
    columns = table_rows.CROSSTABLE

    def get(self, request: Any, slug: str) -> Response:
        """Answer the crosstables."""

        def made(stages: list[Field]) -> list[Any]:
            found = [(one, tables.crosstable(one)) for one in stages]
            if request.accepted_renderer.media_type == CSV:
                return [row for one in found for row in table_rows.crosstable(*one)]
            return [table_shapes.crosstable(*one) for one in found]

        return self.kept(slug, "crosstables", made)


class ShowLog(OfTournament):
    """The official log: who did what, when and why; the newest line first."""

    summary = "Official log"
    Output, many = shapes.LogLineTold, True
    pagination_class = KeysetPagination

    def get(self, request: Any, slug: str) -> Response:
        """Answer a page of the log."""
        tournament = self.found(slug).tournament
        lines = tournament.acts.select_related("official").order_by("-pk")
        names = acts.names_of_left(tournament)
        return self.page(lines, lambda act: shapes.log_line(acts.nameless(act, names)))


class ShowArchive(OfTournament):
    """The whole tournament as one JSON document, which can be read in again elsewhere."""

    summary = "Archive of a tournament"
    Output = "file"
    produces = ("application/json",)
    file_shape = archive_shape.SHAPE

    def get(self, request: Any, slug: str) -> HttpResponse:
        """Answer the archive."""
        data = archive.export(self.found(slug).tournament)
        response = HttpResponse(data, content_type="application/json")
        response["Content-Disposition"] = f'attachment; filename="{slug}.json"'
        return response
