"""Every address of the site under every role: a new one is attacked without being named here.

What guests may open is said in `PUBLIC`; any other address that answers them fails the tests.
Operations of the REST interface have no names: `tests/vrhcaby/rest` goes through all of them.
"""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.core import serializers
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import Member
from games.models import Challenge
from ladder.enums import RoleKind
from ladder.models import Role, Tournament
from ladder.views import console_acts, console_boards, pairings
from tests.games import making
from tests.ladder import tournaments
from tests.security.strictness import faults_of_page
from tests.security.world import World, world

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
    "accounts:unsubscribe",
    "admin:login",
    "api:document",
    "api:guide",
    "api:paper",
    "api:reference",
    "games:chances",
    "games:export",
    "games:match",
    "games:position",
    "games:proof",
    "games:record",
    "games:rules",
    "ladder:archive_json",
    "ladder:change",
    "ladder:check",
    "ladder:crosstable",
    "ladder:crosstable_csv",
    "ladder:embed",
    "ladder:embed_ladder",
    "ladder:embed_tournament",
    "ladder:home",
    "ladder:ladder",
    "ladder:ledger_csv",
    "ladder:ledger_json",
    "ladder:my_feed",
    "ladder:pairing",
    "ladder:player",
    "ladder:recomputation",
    "ladder:result",
    "ladder:round",
    "ladder:schedule",
    "ladder:season",
    "ladder:season_csv",
    "ladder:seasons",
    "ladder:standings",
    "ladder:standings_after",
    "ladder:standings_csv",
    "ladder:sums",
    "ladder:table_csv",
    "ladder:table_json",
    "ladder:tournament",
    "ladder:tournament_calendar",
    "ladder:tournament_embed",
    "ladder:tournament_log",
    "ladder:tournament_print",
    "ladder:tournament_print_part",
    "ladder:tournaments",
    "protocol_schema",
    "set_language",
}
"""Addresses that answer guests with more than a way to the sign-in.

Tournaments are public when they say so, and no drafts: `HIDDEN` holds of the others. The key in
`accounts:unsubscribe` and the secret of `ladder:my_feed` are the right themselves.
"""

FRAMED = {
    "ladder:embed",
    "ladder:embed_ladder",
    "ladder:embed_tournament",
    "ladder:tournament_embed",
}
"""Pages made to stand in frames of other sites."""

TOKENLESS = {"accounts:unsubscribe"}
"""Forms that mail programs send (RFC 8058); their address is the right."""

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
    "to": "registration",
    "accept": "yes",
    "grant": "yes",
}

WHOLE_FORM = {
    **FORM,
    "sure": "on",
    "score": "1:0",
    "at": "2099-01-01T18:00",
    "opens_at": "2099-01-01T18:00",
    "deadline_at": "2099-01-02T18:00",
    "policy": "void_all",
}
"""With everything that acts of a tournament ask for."""


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
            address = f"{route.url}?next={EVIL}&klic={made.calendar_key}"
            response = getattr(client, method)(address, FORM)
            found = [*faults(route, response, who)]
            if method == "get":
                found += faults_of_page(response, framed=_framed(route, response))
            wrong += [f"{method} {route.url} ({route.name}): {fault}" for fault in found]

    assert wrong == []
    assert differences(before, stored(member_id), but=MAY_CHANGE.get(who, ())) == {}


def differences(
    before: dict[str, str], after: dict[str, str], *, but: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Return the rows that are new, changed or gone, as they were and as they are."""
    return {
        key: (before.get(key), after.get(key))
        for key in before.keys() | after.keys()
        if before.get(key) != after.get(key) and not key.startswith(but)
    }


def _framed(route: Route, response: Any) -> bool:
    return route.name in FRAMED and response.status_code == 200


@pytest.mark.parametrize("who", ROLES)
def test_a_hidden_tournament_is_hidden_at_every_address_and_nobody_changes_it(who):
    made = world()
    client, member_id = role(who)
    hidden = {"guest": (made.draft, made.inner), "chief": ()}.get(who, (made.draft,))
    before = stored(member_id)
    wrong = []
    for slug in hidden:
        for route in routes({**made.ids, "slug": slug}):
            for method in READ_AND_WRITE if "slug" in route.arguments else ():
                sign_in(client, member_id)
                response = getattr(client, method)(route.url, FORM)
                if response.status_code not in {302, 404, 405}:
                    wrong.append((method, route.url, response.status_code))

    assert wrong == []
    assert differences(before, stored(member_id)) == {}


def test_a_stranger_acts_at_no_pairing():
    made = world()
    client, member_id = role("stranger")
    before = stored(member_id)

    for act in pairings.ACTS:
        address = reverse("ladder:pairing", kwargs=_of(made, "slug", "pairing_id"))
        assert client.post(address, {**WHOLE_FORM, "act": act}).status_code == 302

    assert differences(before, stored(member_id)) == {}


def test_a_director_reaches_nothing_of_another_tournament_by_his_own():
    made = world()
    client, member_id = role("stranger")
    own = tournaments.started(["Cyril", "Dana"])
    _let_direct(own.slug, member_id)
    before = stored(None)

    found = [one for one in routes({**made.ids, "slug": own.slug}) if _names_a_part(one)]
    for route in found:
        for act in ACTS:
            client.get(route.url)
            assert client.post(route.url, {**WHOLE_FORM, "act": act}).status_code < 500

    assert {"ladder:console_pairing", "ladder:console_claim"} < {route.name for route in found}
    assert differences(before, stored(None)) == {}


ACTS = (
    *pairings.ACTS,
    *console_boards.ACTS,
    *console_acts.ROUND_ACTS,
    *("confirm", "remove", "promote", "withdraw", "undo", "reschedule"),
)
"""All words by which forms of a tournament say what is to be done."""


def _let_direct(slug: str, member_id: int | None) -> None:
    cup = Tournament.objects.get(slug=slug)
    at = cup.created_at
    Role.objects.create(
        tournament=cup,
        member_id=member_id,
        kind=RoleKind.DIRECTOR,
        invited_by=cup.created_by,
        invited_at=at,
        accepted_at=at,
    )


def _names_a_part(route: Route) -> bool:
    return "slug" in route.arguments and any(name.endswith("_id") for name in route.arguments)


def _of(made: World, *names: str) -> dict[str, Any]:
    return {name: made.ids[name] for name in names}


def sign_in(client: Client, member_id: int | None) -> None:
    """Sign in again after an address that signs out, and forget the limits of rates."""
    cache.clear()
    if member_id is not None and "_auth_user_id" not in client.session:
        client.force_login(Member.objects.get(pk=member_id))


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
        if route.name in TOKENLESS:
            continue
        if status not in {302, 403, 404, 405} or (status == 302 and not _asks(client, route)):
            done.append((route, status))

    assert done == []
    assert Challenge.objects.filter(status="open").count() == 1


def _asks(client: Client, route: Route) -> bool:
    """Tell whether an address without a form only leads on, as it does when it is read."""
    return client.get(route.url).status_code in {302, 301}


def test_a_missing_page_is_as_strict_as_any():
    assert [*faults_of_page(Client().get("/neni/"))] == []
