"""Points of time that somebody may choose."""

import datetime

import pytest

from vrhcaby import moments


def _at(text):
    return datetime.datetime.fromisoformat(text)


@pytest.mark.parametrize(
    ("text", "possible"),
    [
        ("1969-12-31T23:59:59+00:00", False),
        ("1970-01-01T00:00:00+00:00", True),
        ("8999-12-31T23:59:59+00:00", True),
        ("9000-01-01T00:30:00+01:00", True),
        ("9000-01-01T00:00:00+00:00", False),
        ("9999-12-31T23:59:59+00:00", False),
        ("0001-01-01T00:00:00+14:00", False),
    ],
)
def test_far_points_of_time_are_not_possible(text, possible):
    assert moments.is_possible(_at(text)) is possible
