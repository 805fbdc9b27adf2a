"""What Django answers by itself: problem details for programs, pages for people."""

import logging

import psycopg
import pytest
from django.db import OperationalError
from django.test import Client

from games.selectors import rows
from ladder.selectors.tournaments import pages

pytestmark = pytest.mark.django_db


def broken(error):
    def fails(*args, **kwargs):
        raise error

    return fails


def test_a_fault_of_ours_is_a_problem_without_its_traceback_and_is_logged(monkeypatch, caplog):
    monkeypatch.setattr(rows, "matches", broken(ZeroDivisionError("secret detail")))

    with caplog.at_level(logging.ERROR, "django.request"):
        answer = Client(raise_request_exception=False).get(
            "/api/v1/matches", headers={"accept-language": "en"}
        )

    told = answer.json()
    assert (answer.status_code, answer["Content-Type"]) == (500, "application/problem+json")
    assert (told["code"], told["status"]) == ("internal", 500)
    assert "Traceback" not in answer.content.decode()
    assert "secret" not in answer.content.decode()
    assert any("secret detail" in str(record.exc_info) for record in caplog.records)


def test_a_page_that_fails_stays_a_page(monkeypatch):
    monkeypatch.setattr(pages, "find", broken(ZeroDivisionError()))

    answer = Client(raise_request_exception=False).get("/turnaje/x/")

    assert (answer.status_code, answer["Content-Type"]) == (500, "text/html; charset=utf-8")


def test_an_outage_before_any_view_is_a_problem_too(monkeypatch, settings):
    error = OperationalError("connection refused")
    error.__cause__ = psycopg.OperationalError("connection refused")
    monkeypatch.setattr("django.middleware.locale.LocaleMiddleware.process_request", broken(error))

    answer = Client(raise_request_exception=False).get("/api/v1/matches")

    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert answer["Retry-After"] == "5"


@pytest.mark.parametrize(
    ("address", "kind"),
    [("/api/v1/results", "application/problem+json"), ("/zebricek/", "text/html; charset=utf-8")],
)
def test_a_request_for_another_host_is_answered_in_kind(address, kind):
    answer = Client().get(address, headers={"host": "evil.example.com"})

    assert (answer.status_code, answer["Content-Type"]) == (400, kind)
    if kind.startswith("application"):
        assert answer.json()["code"] == "bad_request"
