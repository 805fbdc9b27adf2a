"""Tournaments under attack: hidden ones, foreign pairings, one director in the place of another."""

from typing import Any

import pytest
from django.urls import reverse

from ladder.enums import RoleKind
from ladder.models import Role, Tournament
from ladder.views import console_acts, console_boards, pairings
from tests.ladder import tournaments
from tests.security.attacks import (
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
from tests.security.world import World, world

pytestmark = pytest.mark.django_db(transaction=True)

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

ACTS = (
    *pairings.ACTS,
    *console_boards.ACTS,
    *console_acts.ROUND_ACTS,
    *("confirm", "remove", "promote", "withdraw", "undo", "reschedule"),
)
"""All words by which forms of a tournament say what is to be done."""


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
