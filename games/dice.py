"""Where chance enters: the server's seed of a match, drawn here and kept encrypted.

Everything that follows from a seed is arithmetic and lives in `games.engine.fairness`.
"""

from dataclasses import dataclass
from functools import lru_cache
from secrets import token_bytes

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings

from games.engine import fairness

SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class SealedSeed:
    """A fresh seed: the ciphertext to store, the commitment to publish."""

    secret: str
    commitment: str


def draw_seed() -> SealedSeed:
    """Draw a seed and seal it; nobody sees it before `unseal`."""
    seed = token_bytes(SEED_BYTES)
    secret = _fernet(tuple(settings.SEED_KEYS)).encrypt(seed).decode("ascii")
    return SealedSeed(secret=secret, commitment=fairness.commitment(seed))


def unseal(secret: str) -> bytes:
    """Return the seed of a ciphertext. Raises InvalidToken when no key of the list opens it."""
    return _fernet(tuple(settings.SEED_KEYS)).decrypt(secret.encode("ascii"))


@lru_cache(maxsize=2)
def _fernet(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])
