"""Provable dice: every roll follows from a server seed committed to beforehand and both players'.

The bytes are specified in docs/fairness.md; a change there is a new scheme, not a correction.
"""

import hashlib
import hmac
import unicodedata
from collections.abc import Iterator

from games.engine.match_errors import BadSeed

SCHEME = "vrhcaby-dice-1"
SEED_BYTES = 32
MAX_SEED_LENGTH = 64
_FAIR_BYTES = 252
_UNFIT = ("Cc", "Cs")


def commitment(server_seed: bytes) -> str:
    """SHA-256 of the server seed, in lower-case hex: what is published before the match."""
    return hashlib.sha256(server_seed).hexdigest()


def normalise_seed(text: str) -> str:
    """A player's seed as it is stored and hashed: NFC, at most 64 characters; "" when absent.

    Raises BadSeed for a longer one, control characters and lone surrogates.
    """
    seed = unicodedata.normalize("NFC", text)
    if len(seed) > MAX_SEED_LENGTH or any(unicodedata.category(sign) in _UNFIT for sign in seed):
        raise BadSeed
    return seed


class Stream:
    """The dice of one match, a `DiceSource`. `seeds` are the normalised ones of seats 0 and 1."""

    __slots__ = ("_key", "_seeds")

    def __init__(self, server_seed: bytes, seeds: tuple[str, str]) -> None:
        if len(server_seed) != SEED_BYTES:
            raise BadSeed
        self._key = server_seed
        self._seeds = "|".join(hashlib.sha256(seed.encode()).hexdigest() for seed in seeds)

    def roll(self, number: int) -> tuple[int, int]:
        """The two dice of this roll, numbered from 1."""
        numbers = self._fair_bytes(number)
        return next(numbers) % 6 + 1, next(numbers) % 6 + 1

    def lot(self, game: int = 1) -> int:
        """The seat that begins this game."""
        return self._block("lot", game, 0)[0] & 1

    def _fair_bytes(self, number: int) -> Iterator[int]:
        block = 0
        while True:
            yield from (byte for byte in self._block("roll", number, block) if byte < _FAIR_BYTES)
            block += 1

    def _block(self, label: str, number: int, block: int) -> bytes:
        message = f"{SCHEME}|{label}|{number}|{block}|{self._seeds}"
        return hmac.digest(self._key, message.encode(), "sha256")
