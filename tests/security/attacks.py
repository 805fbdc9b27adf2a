"""Who attacks the addresses of the site, with what, and what must be as it was afterwards."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.contrib.auth.models import Permission
from django.core import serializers
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import Member
from tests.games import making

EVIL = "https://evil.example/"
UNCHANGED = {"sessions.session", "admin.logentry", "games.instance", "games.lease"}
"""Tables that requests may write without doing anything to anybody."""


class Route(NamedTuple):
    """An address with its name, filled in with what belongs to others."""

    name: str
    url: str
    arguments: tuple[str, ...] = ()

    @property
    def of_admin(self) -> bool:
        return self.url.startswith("/admin/")


def patterns(resolver: URLResolver, names: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Give the qualified names of all addresses that have one, each with its arguments."""
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            inner = (*names, one.namespace) if one.namespace else names
            yield from patterns(one, inner)
        elif isinstance(one, URLPattern) and one.name:
            yield (":".join([*names, one.name]), *one.pattern.converters, *_groups(one))


def _groups(one: URLPattern) -> tuple[str, ...]:
    """Return the named groups of an address that is a regular expression."""
    regex = getattr(one.pattern, "regex", None)
    return tuple(regex.groupindex) if regex is not None and not one.pattern.converters else ()


def routes(ids: dict[str, Any]) -> list[Route]:
    """Return every address that has a name, each once."""
    found = {}
    for name, *arguments in patterns(get_resolver()):
        given = {key: ids.get(key, 1) for key in dict.fromkeys(arguments)}
        found[name] = Route(name, reverse(name, kwargs=given), tuple(given))
    return list(found.values())


def stored(but: int | None) -> dict[str, str]:
    """Return all rows of all tables as text, without those that name a member."""
    rows = {}
    for model in apps.get_models():
        label = model._meta.label_lower
        if label in UNCHANGED:
            continue
        people = [one.name for one in model._meta.fields if one.related_model is Member]
        for row in json.loads(serializers.serialize("json", model._default_manager.all())):
            mine = but in {row["fields"].get(name) for name in people}
            if not mine and (label, row["pk"]) != ("accounts.member", but):
                rows[f"{label}/{row['pk']}"] = json.dumps(row["fields"], sort_keys=True)
    return rows


def role(name: str) -> tuple[Client, int | None]:
    """Return a browser of a guest, a stranger, one of the staff, a moderator or the chief."""
    client = Client(raise_request_exception=False)
    if name == "guest":
        return client, None
    member = making.member()
    member.is_staff = name in {"staff", "moderator", "chief"}
    member.is_superuser = name == "chief"
    member.save()
    if name == "moderator":
        member.user_permissions.set(
            Permission.objects.filter(codename__in=["add_mute", "view_report", "view_mute"])
        )
    client.force_login(member)
    return client, member.pk


ROLES = ("guest", "stranger", "staff", "moderator", "chief")
READ_AND_WRITE = ("get", "post")

FORM = {
    "next": EVIL,
    "is_staff": "on",
    "is_superuser": "on",
    "member": "1",
    "member_id": "1",
    "reason": "spam",
    "why": "x",
    "ready": "on",
    "verdict": "both",
    "hours": "24",
    "action": "suspend",
    "to": "registration",
    "accept": "yes",
    "grant": "yes",
}


def differences(
    before: dict[str, str], after: dict[str, str], *, but: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Return the rows that are new, changed or gone, as they were and as they are."""
    return {
        key: (before.get(key), after.get(key))
        for key in before.keys() | after.keys()
        if before.get(key) != after.get(key) and not key.startswith(but)
    }


def sign_in(client: Client, member_id: int | None) -> None:
    """Sign in again after an address that signs out, and forget the limits of rates."""
    cache.clear()
    if member_id is not None and "_auth_user_id" not in client.session:
        client.force_login(Member.objects.get(pk=member_id))
