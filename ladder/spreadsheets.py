"""Tables as CSV that a spreadsheet shows and does not obey.

A text that a spreadsheet could take for a formula (it begins with ``=``, ``+``, ``-``, ``@``, a tab
or a line end) is written with an apostrophe before it, and so is one that begins with an
apostrophe: whoever takes one leading apostrophe away has every name as it was. Numbers are numbers.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from fractions import Fraction

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

BYTE_ORDER_MARK = "\ufeff"
DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "'")

Cell = str | int | float | Fraction | None


def text(rows: Iterable[Sequence[Cell]]) -> str:
    """Return the rows as CSV (RFC 4180) with the mark by which spreadsheets know UTF-8."""
    sheet = io.StringIO()
    csv.writer(sheet).writerows([[_cell(cell) for cell in row] for row in rows])
    return BYTE_ORDER_MARK + sheet.getvalue()


def response(rows: Iterable[Sequence[Cell]], *, name: str) -> HttpResponse:
    """Return the rows as a file to be downloaded under this name."""
    return download(text(rows), name=name)


def download(sheet: str, *, name: str) -> HttpResponse:
    """Return a sheet written by `text` as a file to be downloaded under this name."""
    answer = HttpResponse(sheet, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return answer


def mark(holds: bool) -> str:
    """Return a cell of a column of marks, in the reader's language; empty where it does not."""
    return _("yes") if holds else ""


def _cell(cell: Cell) -> str | int | float:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, Fraction):
        return int(cell) if cell.denominator == 1 else float(cell)
    if isinstance(cell, str) and cell.startswith(DANGEROUS):
        return f"'{cell}"
    return cell
