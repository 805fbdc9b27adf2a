"""Tables of a tournament: standings with their sums, crosstable, rounds; as pages and as files."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ladder import kept_parts, spreadsheets, tournament_page
from ladder.enums import StageKind
from ladder.selectors.tournaments import field as fields
from ladder.selectors.tournaments import final_order, forfeits, pages, resting, sheets, tables
from ladder.tournament_page import of_tournament

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest, HttpResponse

    from ladder.selectors.tournaments.field import Field
    from ladder.selectors.tournaments.pages import Viewer

PAPERS = ("all", "table", "cross", "grid", "rounds")


@require_safe
@never_cache
@of_tournament
def standings(request: HttpRequest, viewer: Viewer, after: int | None = None) -> HttpResponse:
    """Show the standings of every group, after a round or as they are."""
    if after is not None and not pages.has_round(viewer.tournament, after):
        raise Http404

    def shown() -> dict[str, Any]:
        drawn = _drawn(viewer)
        ranked = [tables.table(field, after_round=after) for field in drawn if _has_table(field)]
        rounds = max((table.rounds for table in ranked), default=0)
        if after is not None and not 1 <= after <= rounds:
            raise Http404
        return {
            "tables": ranked,
            "after": after,
            "rounds": range(1, rounds + 1),
            "brackets": _brackets(drawn),
            "final": final_order.of(drawn),
        }

    return kept_parts.page(request, viewer, "standings", shown, about=str(after or ""))


@require_safe
@never_cache
@of_tournament
def sums(request: HttpRequest, viewer: Viewer, entry_id: int) -> HttpResponse:
    """Show what is behind every number of a player's line; ?after= a round."""
    asked = request.GET.get("after", "")
    after = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 4 else None
    entry = viewer.tournament.entries.filter(pk=entry_id).first()
    if entry is None or (after is not None and not pages.has_round(viewer.tournament, after)):
        raise Http404

    def shown() -> dict[str, Any]:
        for field in _drawn(viewer):
            if entry_id in field.withdrawal.ranked and _has_table(field):
                explained = tables.explained(field, entry_id, after_round=after)
                return {"entry": field.entries[entry_id], "after": after, "sums": explained}
        raise Http404

    return kept_parts.page(
        request,
        viewer,
        "sums",
        shown,
        about=f"{entry_id} {after or ''}",
        frame="part_of_entry",
        tab="standings",
        entry=entry,
    )


@require_safe
@never_cache
@of_tournament
def crosstable(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show who scored what against whom."""

    def shown() -> dict[str, Any]:
        return {"crosstables": [_crossed(field) for field in _drawn(viewer) if _has_table(field)]}

    return kept_parts.page(request, viewer, "crosstable", shown)


@require_safe
@never_cache
@of_tournament
def schedule(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the Berger grids, and all rounds with their times."""

    def shown() -> dict[str, Any]:
        drawn = _drawn(viewer)
        grids = [(field, tables.grid(field)) for field in drawn if _has_table(field)]
        return {"grids": grids, "brackets": _brackets(drawn)}

    return kept_parts.page(request, viewer, "schedule", shown)


@require_safe
@never_cache
@of_tournament
def round_sheet(request: HttpRequest, viewer: Viewer, stage: int, number: int) -> HttpResponse:
    """Show the pairings of one round."""
    stages = pages.stages(viewer.tournament)
    rounds = [one for one in pages.rounds_of(stages) if one.stage.number == stage]
    played = next((one for one in rounds if one.number == number), None)
    if played is None:
        raise Http404
    context = tournament_page.context(
        viewer,
        "schedule",
        round=played,
        rounds=rounds,
        sheet=pages.sheet([played])[played.pk],
        several=len(stages) > 1,
    )
    return render(request, "ladder/tournaments/round.html", context)


@require_safe
@of_tournament
def printed(request: HttpRequest, viewer: Viewer, what: str = "all") -> HttpResponse:
    """Show tables made for paper: all of them, or one kind; nobody's line is marked on them.

    They hang on a wall for all to read, whoever has printed them.
    """
    if what not in PAPERS:
        raise Http404
    viewer = replace(viewer, entry=None)
    return kept_parts.page(
        request, viewer, "papers", lambda: _papers(viewer, what), about=what, frame="print"
    )


def _papers(viewer: Viewer, what: str) -> dict[str, Any]:
    drawn = _drawn(viewer)
    groups = [field for field in drawn if _has_table(field)]
    played = [sheets.bracket(field) for field in drawn] if what in ("all", "rounds") else []
    forfeits.note_in(drawn if played else ())
    resting.note_in(drawn if played else ())
    ranked = what in ("all", "table")
    return {
        "what": what,
        "final": final_order.of(drawn) if ranked else [],
        "brackets": _brackets(drawn) if ranked else [],
        "tables": [tables.table(field) for field in groups] if ranked else [],
        "crosstables": [_crossed(field) for field in groups] if what in ("all", "cross") else [],
        "grids": [(field, tables.grid(field)) for field in groups]
        if what in ("all", "grid")
        else [],
        "sheets": [sheet for stage in played for sheet in stage.rounds],
        "several": len(drawn) > 1,
    }


@require_safe
@of_tournament
def standings_csv(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Give the standings as CSV."""

    def written() -> str:
        drawn = _drawn(viewer)
        groups = [tables.table(field) for field in drawn if _has_table(field)]
        rows = [*sheets.final_rows(final_order.of(drawn)), *sheets.standings_rows(groups)]
        return spreadsheets.text(sheets.even(rows))

    text = kept_parts.kept(viewer.tournament, "standings.csv", written)
    return spreadsheets.download(text, name=f"{viewer.tournament.slug}-tabulka.csv")


@require_safe
@of_tournament
def crosstable_csv(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Give the crosstable as CSV."""

    def written() -> str:
        groups = [_crossed(field) for field in _drawn(viewer) if _has_table(field)]
        return spreadsheets.text(sheets.crosstable_rows(groups))

    text = kept_parts.kept(viewer.tournament, "crosstable.csv", written)
    return spreadsheets.download(text, name=f"{viewer.tournament.slug}-krizova.csv")


def _drawn(viewer: Viewer) -> list[Field]:
    """Return the stages that have been drawn; 404 before there are any."""
    drawn = fields.of_all(pages.stages(viewer.tournament))
    if not drawn:
        raise Http404
    return drawn


def _brackets(drawn: Sequence[Field]) -> list[sheets.Bracket]:
    return [sheets.bracket(field) for field in drawn if not _has_table(field)]


def _has_table(field: Field) -> bool:
    return field.stage.kind == StageKind.ROUND_ROBIN


def _crossed(field: Field) -> sheets.Crossed:
    table = tables.table(field)
    return sheets.Crossed(table, tables.crosstable(field, table))
