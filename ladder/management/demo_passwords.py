"""The passwords of a demo club: drawn once, kept for its owner alone, shown at every start."""

import json
import os
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

FILE_NAME = "demo-password"
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
GROUPS, GROUP_LENGTH = 3, 4


@dataclass(frozen=True, slots=True)
class Passwords:
    """One for all demo members, one for the administrator."""

    members: str
    administrator: str


def kept(folder: Path) -> Passwords | None:
    """Return the passwords of the demo club in this data folder, None when there is none."""
    try:
        return Passwords(**json.loads((folder / FILE_NAME).read_text("utf-8")))
    except FileNotFoundError:
        return None


def drawn(folder: Path) -> Passwords:
    """Draw new passwords and keep them in a file that only its owner can read."""
    passwords = Passwords(_draw(), _draw())
    folder.mkdir(parents=True, exist_ok=True)
    file = os.open(folder / FILE_NAME, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(file, "w", encoding="utf-8") as stream:
        json.dump(asdict(passwords), stream)
    return passwords


def _draw() -> str:
    groups = ("".join(secrets.choice(ALPHABET) for _ in range(GROUP_LENGTH)) for _ in range(GROUPS))
    return "-".join(groups)
