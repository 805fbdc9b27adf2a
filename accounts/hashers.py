"""How passwords are hashed."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class ModestArgon2(Argon2PasswordHasher):
    """Argon2id with 19 MiB, two passes, one lane: OWASP's recommendation for small memory.

    Django's own settings take 100 MiB for each sign-in under way, more than the whole site.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1
