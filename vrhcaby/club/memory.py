"""The one process stays small: what the C library would keep for itself (glibc alone does)."""

import ctypes
from contextlib import suppress

_MMAP_THRESHOLD = -3
_ARENA_MAX = -8
_ARENAS = 2
_LARGE = 1 << 20


def keep_small() -> None:
    """Let all threads share two arenas, and large blocks go back to the system when freed.

    Each thread would keep its own peak for good; and after the first large block that is freed the
    library would keep the next ones, twenty megabytes for each hash of a password.
    """
    with suppress(AttributeError, OSError):
        library = ctypes.CDLL(None)
        library.mallopt(_ARENA_MAX, _ARENAS)
        library.mallopt(_MMAP_THRESHOLD, _LARGE)
