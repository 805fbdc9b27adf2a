"""Tables of a tournament over REST: as CSV, and the sums behind the standings."""

import csv
import io
from fractions import Fraction

import pytest

from ladder.selectors.tournaments import field as fields
from tests.ladder import tournaments
from tests.ladder.api.test_desk import decided
from tests.ladder.api.test_tournaments import as_documented
from tests.vrhcaby.rest import calling

pytestmark = pytest.mark.django_db
CHAIN = ["wins", "direct_encounter", "sonneborn_berger", "shared"]


@pytest.fixture
def made():
    made = tournaments.started(["Ada", "Bob", "=Cyril", "Dana"], chain=CHAIN)
    decided(made, 1, 1)
    decided(made, 1, 2, 0, 0)
    decided(made, 2, 1, 0, 1)
    return made


def rows(answer):
    assert (answer.status, answer.response["Content-Type"]) == (200, "text/csv; charset=utf-8")
    return list(csv.DictReader(io.StringIO(answer.text)))


def test_standings_are_a_table_with_the_lines_that_json_has(made):
    guest, here = calling.Caller(), f"tournaments/{made.slug}/standings"

    told = guest.get(here).json[0]["lines"]
    table = rows(guest.get(f"{here}?format=csv"))
    accepted = rows(guest.get(here, accept="text/csv"))

    assert table == accepted
    kept = ("place", "entry", "points", "played")
    assert [tuple(row[name] for name in kept) for row in table] == [
        tuple(str(line[name]) for name in kept) for line in told
    ]
    assert [row["tiebreaks.wins"] for row in table] == [one["tiebreaks"]["wins"] for one in told]
    assert "'=Cyril" in {row["name"] for row in table}


def test_a_crosstable_is_a_table_with_a_column_for_every_opponent(made):
    guest, here = calling.Caller(), f"tournaments/{made.slug}/crosstable"
    one = tournaments.pairing(made, 1, 1)
    drawn = tournaments.pairing(made, 1, 2)

    by_entry = {int(row["entry"]): row for row in rows(guest.get(f"{here}?format=csv"))}

    assert list(by_entry) == [row["entry"] for row in guest.get(here).json[0]["rows"]]
    cells = [
        (by_entry[first][f"against.{second}"], by_entry[second][f"against.{first}"])
        for first, second in ((one.first_id, one.second_id), (drawn.first_id, drawn.second_id))
    ]
    assert cells == [("1", "0"), ("½", "½")]
    assert all(row[f"against.{entry}"] == "x" for entry, row in by_entry.items())


def test_a_format_that_is_not_to_be_had_is_refused(made):
    answer = calling.Caller().get(f"tournaments/{made.slug}/standings?format=xml")

    assert (answer.status, answer.code) == (406, "not_acceptable")


def test_the_sums_behind_a_line_add_up_to_the_line(made):
    guest, here = calling.Caller(), f"tournaments/{made.slug}/standings"
    for line in guest.get(here).json[0]["lines"]:
        told = guest.get(f"{here}/{line['entry']}")

        as_documented("tournaments/{slug}/standings/{entry_id}", "get", told)
        values = {one["name"]: one["value"] for one in told.json}
        assert values == {"points": line["points"], **line["tiebreaks"]}
        for one in told.json:
            if one["name"] in ("points", "sonneborn_berger"):
                added = sum(Fraction(term["amount"]) for term in one["terms"])
                assert added + Fraction(one["awarded"]) == Fraction(one["value"])
                assert len(one["terms"]) == line["won"] + line["drawn"] + line["lost"]


def test_sums_are_told_as_they_were_after_a_round(made):
    guest = calling.Caller()
    entry = tournaments.pairing(made, 2, 1).second_id
    here = f"tournaments/{made.slug}/standings/{entry}"

    now, then = guest.get(here).json, guest.get(f"{here}?after=1").json

    assert (len(now[0]["terms"]), len(then[0]["terms"])) == (2, 1)


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("standings/999999999", 404, "no_such_entry"),
        ("standings?after=4", 404, "no_such_round"),
        ("standings?after=-1", 422, "invalid"),
        ("standings?format=csv&after=4", 404, "no_such_round"),
    ],
)
def test_what_no_table_has_is_refused(made, path, status, code):
    answer = calling.Caller().get(f"tournaments/{made.slug}/{path}")

    assert (answer.status, answer.code) == (status, code)


def test_no_sum_is_told_of_a_round_to_come(made):
    answer = calling.Caller().get(f"tournaments/{made.slug}/standings/{made.entries[0]}?after=4")

    assert (answer.status, answer.code) == (404, "no_such_round")


@pytest.mark.parametrize("path", ["standings", "standings?after=1", "crosstable"])
@pytest.mark.parametrize("accept", ["application/json", "text/csv"])
def test_a_table_is_made_once_and_anew_after_a_result(made, monkeypatch, path, accept):
    guest, here = calling.Caller(), f"tournaments/{made.slug}/{path}"
    first = guest.get(here, accept=accept)

    def never(*_arguments, **_named):
        raise AssertionError

    with monkeypatch.context() as patch:
        patch.setattr(fields, "of_all", never)
        again = guest.get(here, accept=accept)
    decided(made, 2, 2)
    later = guest.get(here, accept=accept)

    assert (again.text, again.response["ETag"]) == (first.text, first.response["ETag"])
    assert again.response["Content-Type"] == first.response["Content-Type"]
    assert (later.text != first.text) is ("after" not in path)


def test_a_round_that_is_not_there_is_refused_every_time(made):
    guest = calling.Caller()

    for _ in range(2):
        answer = guest.get(f"tournaments/{made.slug}/standings?after=99")
        assert answer.code == "no_such_round"
