"""A data folder as a first start leaves it: prepared once in a test run, copied for each site."""

import fcntl
import shutil
from collections.abc import Callable
from pathlib import Path

_READY = "ready"
# What belongs to the process that prepared the folder and not to the data.
_LEFT_BEHIND = shutil.ignore_patterns("*.log", "*.lock", "clock-offset")


def copy(shelf: Path, prepare: Callable[[Path], None], target: Path) -> None:
    """Copy the prepared folder of a shelf to a target; whoever comes first prepares it.

    The workers of a run share the shelf: one of them prepares, the others wait for it.
    """
    shelf.mkdir(parents=True, exist_ok=True)
    folder = shelf / "data"
    with (shelf / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shelf / _READY).exists():
            shutil.rmtree(folder, ignore_errors=True)
            prepare(folder)
            (shelf / _READY).touch()
    shutil.copytree(folder, target, ignore=_LEFT_BEHIND, dirs_exist_ok=True)
