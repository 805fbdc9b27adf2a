"""The one process stays small: what the C library would keep for itself (glibc alone does)."""

import ctypes
from contextlib import suppress

_ARENA_MAX = -8
_ARENAS = 2


def share_arenas() -> None:
    """Let all threads share two arenas: each would keep its own peak for good."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(_ARENA_MAX, _ARENAS)
