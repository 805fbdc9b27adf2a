"""The one process stays small: what the C library would keep for itself (glibc alone does)."""

import ctypes
from contextlib import suppress

_ARENA_MAX = -8
_ARENAS = 2


def share_arenas() -> None:
    """Let all threads share two arenas: each would keep its own peak for good."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(_ARENA_MAX, _ARENAS)


def give_back() -> None:
    """Return to the system what is free, after a piece of work that needed much."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
