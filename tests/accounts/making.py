"""Members for tests."""

from typing import Any

from accounts.models import Member

PASSWORD = "koně táhnou vůz"


def member(name: str = "Anna", **fields: Any) -> Member:
    """Create a member with the password of tests and an e-mail made of the name's key."""
    fields.setdefault("email", f"{name.encode().hex()}@example.org")
    return Member.objects.create_user(name, password=PASSWORD, **fields)


def official(name: str = "Eva", **fields: Any) -> Member:
    """Create a superuser."""
    return member(name, is_staff=True, is_superuser=True, **fields)
