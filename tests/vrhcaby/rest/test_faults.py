"""What programs get where we have made a mistake."""

import json

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from ladder.api import views
from vrhcaby.rest import faults


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("error", "status", "code"),
    [(RuntimeError("oops"), 500, "fault"), (OperationalError("away"), 503, "unavailable")],
)
def test_a_fault_is_a_problem_that_tells_nothing_of_itself(monkeypatch, error, status, code):
    def broken(*_args):
        raise error

    monkeypatch.setattr(views.ListPools, "get", broken)

    answer = Client(raise_request_exception=False).get("/api/v1/pools")

    assert (answer.status_code, json.loads(answer.content)["code"]) == (status, code)
    assert answer["Content-Type"] == "application/problem+json"
    assert b"oops" not in answer.content


@pytest.mark.django_db
def test_a_fault_of_a_page_is_a_page(monkeypatch, rf):
    answer = faults.server_error(rf.get(reverse("ladder:home")))

    assert answer.status_code == 500
    assert b"<h1" in answer.content
