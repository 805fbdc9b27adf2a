"""Secret keys of the embedded site: made once, kept in the data folder, readable by its owner."""

import base64
import json
import os
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from vrhcaby.spoken import gettext as _

FILE = "keys.json"


@dataclass(frozen=True, slots=True)
class Keys:
    """What signs sessions, and what encrypts the dice seeds of running matches (Fernet)."""

    secret_key: str
    seed_keys: list[str]


def load_or_create(folder: Path) -> Keys:
    """Return the keys of a data folder, making folder and keys when they are missing.

    Raises ImproperlyConfigured when the folder cannot be written or the file cannot be read.
    """
    path = folder / FILE
    try:
        if not path.exists():
            _create(folder, path)
        return Keys(**json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        reason = error.strerror or error
        raise ImproperlyConfigured(
            _("The data folder %(folder)s cannot be used: %(reason)s.")
            % {"folder": folder, "reason": reason}
        ) from error
    except (ValueError, TypeError) as error:
        raise ImproperlyConfigured(
            _("The key file %(path)s is damaged.") % {"path": path}
        ) from error


def _create(folder: Path, path: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    keys = Keys(
        secret_key=secrets.token_urlsafe(50),
        seed_keys=[base64.urlsafe_b64encode(os.urandom(32)).decode()],
    )
    fresh = folder / f"{FILE}.{os.getpid()}"
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(asdict(keys), file)
    try:
        # A link, not a rename: of two processes that start together one set of keys must win.
        os.link(fresh, path)
    except FileExistsError:
        return
    finally:
        fresh.unlink()
