"""The cells of crosstables and grids: a template takes 20 s for a crosstable of 200 players."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from ladder.enums import PairingState
from ladder.rules.results import WIN
from ladder.selectors.tournaments.tables import Cell, CrossRow
from ladder.templatetags.tournaments import scored, sign

register = template.Library()

NOT_TO_BE = '<span class="muted">–</span>'


@register.simple_tag(takes_context=True)
def cross_cells(context: dict[str, Any], row: CrossRow, scores: bool) -> SafeString:
    """Return a row's cells, each result a link to its pairing unless the page is `plain`.

    `scores`: show the score of a match where there is one.
    """
    pairings = None if context.get("plain") else _pairings(context["tournament"].slug)
    himself = format_html('<td class="self" aria-label="{}">×</td>', _("himself"))
    shown = [
        himself if cells is None else f"<td>{_results(cells, pairings, scores)}</td>"
        for cells in row.cells
    ]
    return mark_safe("".join(shown))  # noqa: S308  (numbers, signs and our own words)


@register.simple_tag
def grid_pairs(pairs: Iterable[tuple[int, int]]) -> SafeString:
    """Return who meets whom in a round, by numbers of the draw."""
    shown = [f"<span>{first}–{second}</span> " for first, second in pairs]
    return mark_safe("".join(shown))  # noqa: S308  (spans around whole numbers)


def _pairings(slug: str) -> str:
    """Return what the addresses of a tournament's pairings begin with."""
    return escape(reverse("ladder:pairing", kwargs={"slug": slug, "pairing_id": 0})[: -len("0/")])


def _results(cells: Sequence[Cell], pairings: str | None, scores: bool) -> str:
    return "<br>".join([_result(cell, pairings, scores) for cell in cells])


def _result(cell: Cell, pairings: str | None, scores: bool) -> str:
    if cell.is_nothing:
        return NOT_TO_BE
    if cell.result is None:
        return NOT_TO_BE if cell.pairing.state == PairingState.VOID else ""
    shown = f"{_look(cell)}>{_text(cell, cell.result, scores)}"
    if pairings is None:
        return f"<span{shown}</span>"
    return f'<a href="{pairings}{cell.pairing.pk}/"{shown}</a>'


def _look(cell: Cell) -> str:
    if not cell.counts:
        return format_html(' class="void" title="{}"', _("does not count"))
    if cell.forfeit:
        return ' class="forfeit"'
    return ' class="win"' if cell.result == WIN else ""


def _text(cell: Cell, result: int, scores: bool) -> str:
    if cell.forfeit:
        return sign(result)
    if cell.score and scores:
        return f"{cell.score[0]}:{cell.score[1]}"
    return scored(result)
