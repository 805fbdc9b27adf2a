"""The database or Redis away: 503 and a sentence."""

import logging

import psycopg
import pytest
import redis
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import path


def _away():
    error = OperationalError("connection refused")
    error.__cause__ = psycopg.OperationalError("connection refused")
    return error


def database_view(request):
    raise _away()


def redis_view(request):
    raise redis.exceptions.ConnectionError("connection refused")


def broken_view(request):
    raise ZeroDivisionError


def fine_view(request):
    return HttpResponse("fine")


handler500 = "vrhcaby.outage.server_error"
urlpatterns = [
    path("database/", database_view),
    path("redis/", redis_view),
    path("broken/", broken_view),
    path("fine/", fine_view),
]


def outside_views(get_response):
    """Stand for any middleware that needs the database."""

    def middleware(request):
        raise _away()

    return middleware


@pytest.mark.parametrize("address", ["/database/", "/redis/"])
@override_settings(ROOT_URLCONF=__name__)
def test_an_outage_in_a_view_is_503_with_a_sentence_and_no_traceback(address, caplog):
    with caplog.at_level(logging.WARNING, "vrhcaby.outage"):
        answer = Client().get(address)

    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    assert "Vrhcáby" in answer.content.decode()
    assert "Traceback" not in answer.content.decode() + caplog.text


@override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[f"{__name__}.outside_views"])
def test_an_outage_in_middleware_is_503_too(caplog):
    answer = Client(raise_request_exception=False).get("/fine/")

    assert answer.status_code == 503


@override_settings(ROOT_URLCONF=__name__)
def test_a_fault_of_ours_stays_a_500(caplog):
    answer = Client(raise_request_exception=False).get("/broken/")

    assert answer.status_code == 500
