"""How passwords are hashed."""

import threading
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher

_one_at_a_time = threading.Lock()


class ModestArgon2(Argon2PasswordHasher):
    """Argon2id with 19 MiB, two passes, one lane: OWASP's recommendation for small memory.

    Django's own settings take 100 MiB for each sign-in under way, more than the whole site. Hashes
    of one process are made one after another, so that many sign-ins at once take no more either.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, password: str, salt: Any) -> str:
        """Hash; waits for another hash that is being made."""
        with _one_at_a_time:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Compare; waits like `encode`."""
        with _one_at_a_time:
            return super().verify(password, encoded)
