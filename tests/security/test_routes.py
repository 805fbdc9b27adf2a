"""Every address of the site under every role: a new one is attacked without being named here.

What guests may open is said in `PUBLIC`; any other address that answers them fails the tests.
"""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, NamedTuple

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.core import serializers
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.models import Challenge, ChatLine
from games.services import chat, lobby, reports
from tests.games import making

pytestmark = pytest.mark.django_db(transaction=True)

PUBLIC = {
    "account_confirm_email",
    "account_email_verification_sent",
    "account_inactive",
    "account_login",
    "account_logout",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key",
    "account_reset_password_from_key_done",
    "account_signup",
    "accounts:language",
    "accounts:theme",
    "admin:login",
    "games:chances",
    "games:export",
    "games:match",
    "games:position",
    "games:proof",
    "games:record",
    "games:rules",
    "ladder:change",
    "ladder:home",
    "ladder:ladder",
    "ladder:player",
    "set_language",
}
"""Addresses that answer guests with more than a way to the sign-in."""

EVIL = "https://evil.example/"
UNCHANGED = {"sessions.session", "admin.logentry", "games.instance", "games.lease"}
"""Tables that requests may write without doing anything to anybody."""


class Route(NamedTuple):
    """An address with its name, filled in with what belongs to others."""

    name: str
    url: str

    @property
    def of_admin(self) -> bool:
        return self.url.startswith("/admin/")


class World(NamedTuple):
    """Two members with a game, a challenge, a line and a report between them."""

    ids: dict[str, Any]


def world() -> World:
    """Make what the addresses can name; nothing of it belongs to who asks."""
    game = making.game()
    anna, boris = game.members
    offered = lobby.challenge(member_id=anna, ruleset="standard", rated=True, opponent_id=boris)
    chat.say(member_id=anna, room="players", match_id=game.match_id, text="tajné")
    secret = ChatLine.objects.get()
    reports.report(member_id=boris, line_id=secret.pk, reason="insult")
    names = dict(type(making.member()).objects.values_list("pk", "username"))
    return World(
        {
            "match_id": game.match_id,
            "challenge_id": offered.challenge_id,
            "line_id": secret.pk,
            "member_id": anna,
            "report_id": secret.reports.get().pk,
            "result_id": 1,
            "username": names[anna],
            "ruleset": "vrhcaby",
            "form": "mat",
            "app_label": "games",
            "content_type_id": 1,
            "object_id": anna,
            "id": anna,
            "key": "abc",
            "uidb36": "1",
            "url": "nowhere",
        }
    )


def patterns(resolver: URLResolver, names: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Give the qualified names of all addresses, and of those without a name their place."""
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
        found[name] = Route(name, reverse(name, kwargs=given))
    return list(found.values())


def stored(but: int | None) -> dict[str, str]:
    """Return all rows of all tables as text, without those that name a member."""
    rows = {}
    for model in apps.get_models():
        label = model._meta.label_lower
        if label in UNCHANGED:
            continue
        for row in json.loads(serializers.serialize("json", model._default_manager.all())):
            mine = but in {value for value in row["fields"].values() if isinstance(value, int)}
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
MAY_CHANGE = {"moderator": ("games.report/", "games.chatline/")}
"""Tables with rows of others that are a role's business."""

READ_AND_WRITE = ("get", "post")
EVERYTHING = (*READ_AND_WRITE, "put", "patch", "delete")
METHODS = {
    "guest": EVERYTHING,
    "stranger": EVERYTHING,
    "staff": READ_AND_WRITE,
    "moderator": READ_AND_WRITE,
    "chief": ("get",),
}
"""What each sends everywhere; the chief may change a lot, so that he only looks."""

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
}


def leads_away(response: Any) -> bool:
    """Tell whether an answer sends the browser to another site."""
    where = response.headers.get("Location", "")
    return where.startswith("//") or ("://" in where and "://testserver" not in where)


@pytest.mark.parametrize("who", ROLES)
def test_no_address_fails_leads_away_lets_somebody_in_or_lets_him_change_what_is_not_his(who):
    made = world()
    client, member_id = role(who)
    before = stored(member_id)
    wrong = []
    for route in routes(made.ids):
        for method in METHODS[who]:
            sign_in(client, member_id)
            response = getattr(client, method)(f"{route.url}?next={EVIL}", FORM)
            found = [*faults(route, response, who)]
            found += faults_of_page(response) if method == "get" else []
            wrong += [f"{method} {route.url} ({route.name}): {fault}" for fault in found]

    assert wrong == []
    after = stored(member_id)
    changed = {key for key in before if before[key] != after.get(key)}
    changed -= {key for key in changed if key.startswith(MAY_CHANGE.get(who, ()))}
    assert {key: (before[key], after.get(key)) for key in changed} == {}


def sign_in(client: Client, member_id: int | None) -> None:
    """Sign in again after an address that signs out, and forget the limits of rates."""
    cache.clear()
    if member_id is not None and "_auth_user_id" not in client.session:
        client.force_login(_member(member_id))


def _member(member_id: int | None) -> Any:
    return type(making.member()).objects.get(pk=member_id)


def faults(route: Route, response: Any, who: str) -> Iterator[str]:
    """Give what is wrong with an answer, as words."""
    if response.status_code >= 500:
        yield f"fails with {response.status_code}"
    if leads_away(response):
        yield f"leads to {response.headers['Location']}"
    if response.status_code not in {200, 201, 204}:
        return
    if route.of_admin and who in {"guest", "stranger"} and route.name != "admin:login":
        yield "the administration is open"
    elif who == "guest" and route.name not in PUBLIC:
        yield "open to guests, and not among PUBLIC"


def test_every_form_needs_its_token():
    made = world()
    client, member_id = role("chief")
    client.handler.enforce_csrf_checks = True
    done = []
    for route in routes(made.ids):
        sign_in(client, member_id)
        status = client.post(route.url, FORM).status_code
        if status not in {302, 403, 404, 405} or (status == 302 and not _asks(client, route)):
            done.append((route, status))

    assert done == []
    assert Challenge.objects.filter(status="open").count() == 1


def _asks(client: Client, route: Route) -> bool:
    """Tell whether an address without a form only leads on, as it does when it is read."""
    return client.get(route.url).status_code in {302, 301}


class Inline(HTMLParser):
    """Finds what a strict policy would refuse: scripts, styles and handlers in the page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        data = given.get("type") in {"application/json", "importmap"}
        if (tag == "script" and "src" not in given and not data) or tag == "style":
            self.found.append(tag)
        self.found += [
            f"{tag} {name}" for name in given if name.startswith("on") or name == "style"
        ]
        self.found += [
            f"{tag} {name}"
            for name, value in attrs
            if name in {"href", "src", "action"} and re.match(r"\s*javascript:", value or "", re.I)
        ]


HEADERS = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
DIRECTIVES = (
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
)


READABLE_COOKIES = {"theme", "django_language"}
"""Choices of a guest; scripts may read them, and nothing is lost by that."""


def faults_of_page(response: Any) -> Iterator[str]:
    """Give what would let a page be framed, run foreign code or lose its cookies, as words."""
    policy = response.headers.get("Content-Security-Policy", "")
    yield from (f"no {name}" for name in HEADERS if response.headers.get(name) != HEADERS[name])
    yield from (f"no {one} in the policy" for one in DIRECTIVES if one not in policy)
    yield from (f"{one} in the policy" for one in ("unsafe", "http:", "*") if one in policy)
    if "text/html" in response.headers.get("Content-Type", ""):
        inline = Inline()
        inline.feed(response.content.decode())
        yield from (f"inline {found}" for found in inline.found)
    for name, cookie in response.cookies.items():
        if cookie["max-age"] == 0:
            continue  # It is taken away.
        if not cookie["samesite"] or not (cookie["httponly"] or name in READABLE_COOKIES):
            yield f"loose cookie {name}"


def test_a_missing_page_is_as_strict_as_any():
    assert [*faults_of_page(Client().get("/neni/"))] == []
