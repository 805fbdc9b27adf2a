"""Every address of the site under every role: a new one is attacked without being named here.

What guests may open is said in `PUBLIC`; any other address that answers them fails the tests.
Operations of the REST interface have no names: `tests/vrhcaby/rest` goes through all of them.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from games.models import Challenge
from tests.security.attacks import (
    EVIL,
    FORM,
    READ_AND_WRITE,
    ROLES,
    Route,
    differences,
    role,
    routes,
    sign_in,
    stored,
)
from tests.security.strictness import faults_of_page
from tests.security.world import world

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
    "ladder:embed_crosstable",
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
    "ladder:tournament_help",
    "ladder:tournament_log",
    "ladder:tournament_print",
    "ladder:tournament_print_part",
    "ladder:tournaments",
    "protocol_schema",
    "set_language",
}
"""Addresses that answer guests with more than a way to the sign-in.

Those of tournaments are public where the tournament is; `test_tournament_routes` looks at others.
The key in `accounts:unsubscribe` and the secret of `ladder:my_feed` are the right themselves.
"""

FRAMED = {
    "ladder:embed_crosstable",
    "ladder:embed_ladder",
    "ladder:embed_tournament",
}
"""Pages made to stand in frames of other sites."""

TOKENLESS = {"accounts:unsubscribe"}
"""Forms that mail programs send (RFC 8058); their address is the right."""

MAY_CHANGE = {"moderator": ("games.report/", "games.chatline/")}
"""Tables with rows of others that are a role's business."""

EVERYTHING = (*READ_AND_WRITE, "put", "patch", "delete")
METHODS = {
    "guest": EVERYTHING,
    "stranger": EVERYTHING,
    "staff": READ_AND_WRITE,
    "moderator": READ_AND_WRITE,
    "chief": ("get",),
}
"""What each sends everywhere; the chief may change a lot, so that he only looks."""


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


def _framed(route: Route, response: Any) -> bool:
    return route.name in FRAMED and response.status_code == 200


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
