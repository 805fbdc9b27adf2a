"""Fixtures of the games' tests."""

import pytest

from tests.games import making
from vrhcaby import clock


@pytest.fixture
def hand():
    """The hand of a clock that stands still until the test moves it."""
    with clock.frozen(making.NOON) as stopped:
        yield stopped
