"""Names come out of a CSV as they went in, and none of them is a formula."""

import csv
import io
from fractions import Fraction

import pytest

from ladder import spreadsheets

NAMES = ['=HYPERLINK("http://x")', "+1", "-1", "@SUM(A1)", "\tx", "'Eve", "Žofie, z Brna", 'a "b"']


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix(spreadsheets.BYTE_ORDER_MARK))))


@pytest.mark.parametrize("name", [*NAMES, "אבג\u200f x", "Jan\nNovák"])
def test_a_name_is_read_back_after_taking_one_apostrophe_away(name: str) -> None:
    [[cell, _]] = read(spreadsheets.text([[name, 1]]))

    assert cell[:1] not in {"=", "+", "-", "@", "\t"}
    assert cell.removeprefix("'") == name


def test_numbers_stay_numbers() -> None:
    assert read(spreadsheets.text([[-3, Fraction(7, 2), Fraction(4), 1.5, None]])) == [
        ["-3", "3.5", "4", "1.5", ""]
    ]


def test_a_file_is_offered_under_its_name() -> None:
    answer = spreadsheets.response([["a"]], name="pohár.csv")

    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert "filename*=utf-8''poh%C3%A1r.csv" in answer["Content-Disposition"]
