"""Passwords are hashed within the memory of a small machine."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from argon2 import PasswordHasher
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.utils.module_loading import import_string

from vrhcaby.settings import base


def test_the_first_hasher_is_argon2_in_little_memory() -> None:
    hasher = import_string(base.PASSWORD_HASHERS[0])()
    encoded = hasher.encode("kostky", hasher.salt())

    assert encoded.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert hasher.verify("kostky", encoded)


def test_a_hash_with_other_costs_is_good_and_made_anew_at_the_next_sign_in() -> None:
    hasher = import_string(base.PASSWORD_HASHERS[0])()
    older = Argon2PasswordHasher().encode("kostky", hasher.salt())

    assert hasher.verify("kostky", older)
    assert hasher.must_update(older)


def test_hashes_are_made_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    hasher = import_string(base.PASSWORD_HASHERS[0])()
    encoded = hasher.encode("kostky", hasher.salt())
    under_way: list[int] = []
    most: list[int] = []
    hashed = PasswordHasher.verify

    def verify(*args: Any, **kwargs: Any) -> bool:
        under_way.append(1)
        most.append(len(under_way))
        try:
            return hashed(*args, **kwargs)
        finally:
            under_way.pop()

    monkeypatch.setattr(PasswordHasher, "verify", verify)
    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(lambda _: hasher.verify("kostky", encoded), range(12)))

    assert most == [1] * 12
