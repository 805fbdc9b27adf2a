"""Fixtures of the games' tests."""

import pytest

from games import pace
from tests.games import making
from vrhcaby import clock


@pytest.fixture(autouse=True)
def nobody_has_said_hello():
    """Members of different tests have the same numbers, and would share a pace."""
    for one in (pace.MEMBERS, pace.GUESTS, pace.ENTRANCES, pace.FRAMES, pace.BAD_TOKENS):
        one.forget()


@pytest.fixture
def hand():
    """The hand of a clock that stands still until the test moves it."""
    with clock.frozen(making.NOON) as stopped:
        yield stopped
