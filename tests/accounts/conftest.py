"""Fixtures of the account tests."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.utils import translation


@pytest.fixture(autouse=True)
def _fresh_limits_and_language() -> Iterator[None]:
    """Rate limits live in the cache and the language in the thread: neither outlives a test."""
    cache.clear()
    with translation.override("cs"):
        yield
    cache.clear()
