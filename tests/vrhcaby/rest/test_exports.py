"""Tables for spreadsheets: their columns are declared, their text is no formula."""

import csv
import io

import pytest
from rest_framework import serializers

from tests.ladder import making as past
from tests.ladder import tournaments
from tests.vrhcaby.rest import calling
from vrhcaby.rest import exports

pytestmark = pytest.mark.django_db
LISTS = ["results", "exports/results", "rating-changes", "exports/rating-changes"]


def lines(answer):
    assert (answer.status, answer.response["Content-Type"]) == (200, "text/csv; charset=utf-8")
    return list(csv.reader(io.StringIO(answer.text)))


@pytest.mark.parametrize("path", [*LISTS, "ladder/vrhcaby"])
def test_an_empty_list_has_the_same_columns_as_a_full_one(path):
    one, other = past.member("Anna"), past.member("Robot", is_bot=True)
    past.played(one, other)
    guest = calling.Caller()

    full = lines(guest.get(f"{path}?format=csv"))
    query = "active=false" if "ladder" in path else f"member={past.member('Cyril').pk}"
    empty = lines(guest.get(f"{path}?format=csv&{query}"))

    assert len(full) > 1
    assert empty == full[:1]


@pytest.mark.parametrize("path", LISTS)
def test_a_table_marks_programs_and_has_what_the_list_has(path):
    past.played(past.member("Anna"), past.member("Robot", is_bot=True))

    head, *rows = lines(calling.Caller().get(f"{path}?format=csv"))
    listed = lines(calling.Caller().get(f"{path.removeprefix('exports/')}?format=csv"))[0]

    assert head == listed
    marks = [at for at, name in enumerate(head) if name.endswith("is_bot")]
    assert {tuple(sorted(row[at] for at in marks)) for row in rows} == {("false", "true")}


def test_a_table_tells_where_the_next_page_is():
    one, other = past.member("Anna"), past.member("Bob")
    for _ in range(3):
        past.played(one, other)
    guest = calling.Caller()

    first = guest.get("results?format=csv&limit=2")
    address, way = first.response["Link"].split("; ")
    second = guest.get(address.strip("<>").partition("/api/v1/")[2])

    assert way == 'rel="next"'
    assert (len(lines(first)), len(lines(second))) == (3, 2)
    assert second.response["Link"].endswith('rel="prev"')


def test_tables_of_a_tournament_without_players_on_them_have_a_header():
    made = tournaments.draft()
    caller = calling.reader(made.director)

    standings = lines(caller.get(f"tournaments/{made.slug}/standings?format=csv"))
    crosstable = lines(caller.get(f"tournaments/{made.slug}/crosstable?format=csv"))

    assert standings[0][:6] == ["stage", "place", "shared", "entry", "name", "is_bot"]
    assert crosstable == [["stage", "entry", "name", "is_bot"]]


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        *[("-1", "-1"), ("-7/2", "-7/2"), ("+3", "+3"), ("-0.5", "-0.5"), (-1, "-1"), (0, "0")],
        *[("-1+cmd", "'-1+cmd"), ("=1", "'=1"), ("@a", "'@a"), ("+", "'+"), ("-", "'-")],
        *[(True, "true"), (None, ""), ("", ""), ("-1\n", "'-1\n")],
    ],
)
def test_numbers_stay_numbers_and_formulas_become_text(value, cell):
    assert list(csv.reader(io.StringIO(exports.table([{"a": value}], ["a"])), strict=True)) in (
        [["a"], [cell]],
        [["a"], []],
    )


def test_columns_are_those_of_the_shape():
    class Inner(serializers.Serializer):
        x = serializers.IntegerField()

    class Outer(serializers.Serializer):
        a = serializers.CharField()
        one = Inner(allow_null=True)
        two = serializers.ListField(child=Inner(), max_length=2)
        words = serializers.ListField(child=serializers.CharField())

    assert exports.columns_of(Outer) == ["a", "one.x", "two.0.x", "two.1.x", "words"]
