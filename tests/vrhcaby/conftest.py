"""Fixtures of the tests of the site."""

import asyncio

import pytest

from tests.games import making
from vrhcaby import clock


@pytest.fixture
def async_run():
    """Run a coroutine to its end on a loop of its own; for tests that use the database too."""
    return asyncio.run


@pytest.fixture
def hand():
    """The hand of a clock that stands still until the test moves it."""
    with clock.frozen(making.NOON) as stopped:
        yield stopped
