"""Cursors: each list takes its own, and nothing forged."""

import base64
import json

import pytest

from tests.ladder import making as past
from tests.vrhcaby.rest import calling

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest():
    one, other = past.member("Anna"), past.member("Bořek")
    for number in range(3):
        past.played(one, other, winner=number % 2)
    return calling.Caller()


def cursor(guest, listed):
    """Return the cursor of a list's second page."""
    return guest.get(f"{listed}limit=1").json["next"].partition("cursor=")[2].partition("&")[0]


def held(text):
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))


def written(values):
    return base64.urlsafe_b64encode(json.dumps(values).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "other", ["results?ordering=finished_at&", "matches?", "members?", "rating-changes?"]
)
def test_the_cursor_of_another_list_or_ordering_is_refused(guest, other):
    own = cursor(guest, "results?")

    answer = guest.get(f"{other}cursor={own}")

    assert guest.get(f"results?cursor={own}").status == 200
    assert answer.code == "bad_cursor", answer


@pytest.mark.parametrize(
    ("listed", "forged"),
    [
        ("results?", ["0001-01-01T00:00:00+14:00", 1]),
        ("results?", ["9999-12-31T23:59:59-14:00", 1]),
        ("results?", ["2026-01-01T00:00:00", 1]),
        ("results?", ["2026-01-01T00:00:00Z", 1.5]),
        ("results?", ["2026-01-01T00:00:00Z", True]),
        ("results?", ["2026-01-01T00:00:00Z", 10**30]),
        ("results?", [1, 1]),
        ("members?", [1]),
        ("members?", ["\ud800"]),
        ("members?", ["a\0"]),
        ("members?", ["anna", 1]),
        ("members?ordering=id&", ["1"]),
        ("members?ordering=id&", [1, 1]),
        ("members?ordering=id&", []),
    ],
)
def test_a_forged_cursor_is_refused(guest, listed, forged):
    mark = held(cursor(guest, listed))[0]

    assert guest.get(f"{listed}cursor={written([mark, 0, *forged])}").code == "bad_cursor"
    assert guest.get(f"{listed}cursor={written([0, *forged])}").code == "bad_cursor"
    assert guest.get(f"{listed}cursor={written(mark)}").code == "bad_cursor"


def test_a_page_of_members_begins_at_a_name_alone(guest):
    listed = "members?limit=1&"
    first = guest.get(listed).json
    begins = held(cursor(guest, "members?"))

    second = guest.get(f"{listed}cursor={written(begins)}").json

    assert begins[1:] == [0, "anna"]
    assert [page["results"][0]["name"] for page in (first, second)] == ["Anna", "Bořek"]
    assert guest.get(second["previous"]).json["results"] == first["results"]


@pytest.mark.parametrize("rating", [float("nan"), float("inf"), "1500", None])
def test_a_rating_in_a_cursor_is_a_number(guest, rating):
    listed = "ladder/vrhcaby?"
    mark = held(cursor(guest, listed))[0]

    assert guest.get(f"{listed}cursor={written([mark, 0, rating, 1, 1])}").code == "bad_cursor"
    assert guest.get(f"{listed}cursor={written([mark, 0, 1500.0, 1, 1])}").status == 200
