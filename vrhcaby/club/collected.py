"""Static files of the one process: collected into the data folder when they have changed."""

import hashlib
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

STAMP = "static.stamp"


def refresh(folder: Path) -> bool:
    """Collect static files unless the stamp in the data folder matches them; say if it did."""
    current = fingerprint()
    stamp = folder / STAMP
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if manifest.exists() and stamp.exists() and stamp.read_text() == current:
        return False
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(current)
    return True


def fingerprint() -> str:
    """Return a hash over the names, sizes and times of all static files, and Django's version."""
    seen = hashlib.sha256(django.__version__.encode())
    for finder in get_finders():
        for name, storage in sorted(finder.list([]), key=lambda pair: pair[0]):
            status = Path(storage.path(name)).stat()
            seen.update(f"{name}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return seen.hexdigest()
