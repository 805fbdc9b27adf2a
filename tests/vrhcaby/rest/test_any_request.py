"""Requests of every kind that the document allows, and of many kinds that it does not.

Made by schemathesis from the document, each operation as a guest, as two members and as an
official, and in sequences that follow from one another.
"""

import contextlib
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
    return {
        "guest": None,
        "me": calling.token_of(club.me, "play", "direct"),
        "other": calling.token_of(club.other, "play"),
        "official": calling.token_of(club.official, "play", "direct"),
    }


def headers(token):
    # The client of the tests does not unpack what was packed.
    plain = {"Accept-Encoding": "identity"}
    return {**plain, "Authorization": f"Bearer {token}"} if token else plain


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_whatever_is_sent_is_answered_as_the_document_says(club, rates, mode):
    described = document()
    tokens = tokens_of(club)
    for found in described.get_all_operations():
        operation = found.ok()

        @BOUNDED
        @hypothesis_given(case=operation.as_strategy(generation_mode=mode))
        def ask(case):
            for token in tokens.values():
                response = case.call(headers=headers(token))
                case.validate_response(response, checks=CHECKS)

        # Where nothing is taken, nothing can be wrong about it.
        with contextlib.suppress(Unsatisfiable):
            ask()


def test_requests_that_follow_from_one_another_are_answered_as_the_document_says(club, rates):
    described = document()
    token = tokens_of(club)["official"]

    class Sequence(described.as_state_machine()):
        def get_call_kwargs(self, case):
            return {"headers": headers(token)}

        def validate_response(self, response, case, additional_checks=(), **kwargs):
            case.validate_response(response, checks=CHECKS)

    Sequence.run(settings=settings(BOUNDED, max_examples=SEQUENCES, stateful_step_count=STEPS))
