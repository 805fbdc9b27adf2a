"""A piece of work in a child process: all memory that it needed goes back with it."""

import multiprocessing
import sys
from collections.abc import Callable

_INTERRUPTED = 130


def run(work: Callable[[], None]) -> None:
    """Let a copy of this process do the work; end like it if it failed.

    No thread may run yet, and no connection be open: a copy would share it. Raises SystemExit.
    """
    child = multiprocessing.get_context("fork").Process(target=_quietly, args=(work,))
    child.start()
    try:
        child.join()
    except KeyboardInterrupt:
        # Ctrl-C reaches the child as well: it ends by itself.
        child.join()
    if child.exitcode:
        sys.exit(abs(child.exitcode))


def _quietly(work: Callable[[], None]) -> None:
    try:
        work()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
