"""Requests of every kind that the document allows, and of many kinds that it does not.

Made by schemathesis from the document, for guests, two members and an official; most of them about
a match, a tournament and a member that there are; and in sequences that follow from one another.
"""

import contextlib
import itertools
import os

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, settings
from hypothesis import given as hypothesis_given
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from games.models import ChatLine
from games.services import chat
from tests.ladder import tournaments
from tests.vrhcaby.rest import calling, world

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

EXAMPLES = int(os.environ.get("VRHCABY_EXAMPLES", "2"))
STEPS, SEQUENCES = 5, 6
CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
]
BOUNDED = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def club():
    return world.World()


@pytest.fixture
def rates(settings):
    """Let nobody wait: what is asked for here comes faster than anybody would."""
    settings.API_RATES = dict.fromkeys(settings.API_RATES, (10**9, 10**9))


def document():
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())


def tokens_of(club):
    """Return who asks by turns: each of two members with an official, or with a guest."""
    me, other, official = (
        calling.token_of(club.me, "play", "direct"),
        calling.token_of(club.other, "play"),
        calling.token_of(club.official, "play", "direct"),
    )
    return itertools.cycle([(official, me), (None, other)])


def things_of(club):
    """Return what there is, by the names that addresses and bodies have for it."""
    pairing = tournaments.pairing(club.cup, 1, 1)
    chat.say(member_id=club.other.pk, room="lobby", text="Ahoj")
    return {
        "slug": club.cup.slug,
        "pairing_id": pairing.pk,
        "round_id": pairing.round_id,
        "stage_id": pairing.round.stage_id,
        "entry_id": pairing.first_id,
        "line_id": ChatLine.objects.get().pk,
        "ladder_result_id": club.ladder_result,
        "result_id": club.result.pk,
        "season_id": club.season.pk,
        "member_id": club.other.pk,
        "other_id": club.third.pk,
        "match_id": club.live.match_id,
        "challenge_id": club.by_third,
    }


def aim(case, things):
    """Put what there is in place of numbers that nothing has."""
    for part in (case.path_parameters, case.body):
        if isinstance(part, dict):
            part.update({name: things[name] for name in part if name in things})


def headers(token):
    # The client of the tests does not unpack what was packed.
    plain = {"Accept-Encoding": "identity"}
    return {**plain, "Authorization": f"Bearer {token}"} if token else plain


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_whatever_is_sent_is_answered_as_the_document_says(club, rates, mode):
    described, callers, things = document(), tokens_of(club), things_of(club)
    aimed = itertools.cycle([True, True, False])
    for found in described.get_all_operations():
        operation = found.ok()

        @BOUNDED
        @hypothesis_given(case=operation.as_strategy(generation_mode=mode))
        def ask(case):
            if next(aimed):
                aim(case, things)
            for token in next(callers):
                response = case.call(headers=headers(token))
                case.validate_response(response, checks=CHECKS)

        # Where nothing is taken, nothing can be wrong about it.
        with contextlib.suppress(Unsatisfiable):
            ask()


def test_requests_that_follow_from_one_another_are_answered_as_the_document_says(club, rates):
    described = document()
    callers = itertools.cycle(
        calling.token_of(member, "play", "direct")
        for member in (club.official, club.me, club.other)
    )

    class Sequence(described.as_state_machine()):
        """One asks for what another has made, too: each step is the next one's of the three."""

        def get_call_kwargs(self, case):
            return {"headers": headers(next(callers))}

        def validate_response(self, response, case, additional_checks=(), **kwargs):
            case.validate_response(response, checks=CHECKS)

    Sequence.run(settings=settings(BOUNDED, max_examples=SEQUENCES, stateful_step_count=STEPS))
