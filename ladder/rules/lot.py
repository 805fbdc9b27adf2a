"""A draw by lot that anybody can repeat: a published seed decides, not a machine's chance.

The lot of a name is HMAC-SHA256 with the seed as the key and the name as the message, both UTF-8,
in hexadecimal; the lower lot comes first. It depends on nobody else, so that a late entry or a
withdrawal moves no other two against each other.
"""

import hashlib
import hmac
from collections.abc import Iterable

from ladder.rules.results import Seat, TournamentError


def lot(seed: str, name: Seat) -> str:
    """Return the lot of a name. Raises `seed_missing` for an empty seed."""
    if not seed:
        raise TournamentError("seed_missing")
    return hmac.new(seed.encode(), str(name).encode(), hashlib.sha256).hexdigest()


def drawn(seed: str, names: Iterable[Seat]) -> list[Seat]:
    """Return the names in the order of their lots, the first one drawn first."""
    return sorted(names, key=lambda name: lot(seed, name))
