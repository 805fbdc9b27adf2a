"""Bodies of requests at a site that runs: read by Django alone, cut off when they are endless."""

import http.client
import time
from contextlib import suppress
from http import HTTPStatus

import pytest

from vrhcaby import bodies

pytestmark = pytest.mark.slow

# A second on an idle machine; the tests' machine may be anything but.
SECONDS = 6.0
FORM = {"Content-Type": "multipart/form-data; boundary=x"}


@pytest.fixture
def line(embedded_site):
    """A connection to the site."""
    opened = http.client.HTTPConnection("127.0.0.1", embedded_site.port, timeout=60)
    yield opened
    opened.close()


def test_ten_megabytes_of_lines_hold_nobody_up(line) -> None:
    began = time.perf_counter()
    line.request("POST", "/zapasy/nacist/", b"\n" * 10_000_000, FORM)
    answer = line.getresponse()
    answer.read()

    assert answer.status in (302, 400, 403)
    assert time.perf_counter() - began < SECONDS


def test_what_is_declared_too_large_is_refused_before_it_comes(line) -> None:
    line.putrequest("POST", "/zapasy/nacist/")
    line.putheader("Content-Length", str(bodies.MOST_BYTES + 1))
    line.endheaders()

    assert line.getresponse().status == 413


def test_what_does_not_end_is_cut_off(line) -> None:
    line.putrequest("POST", "/zapasy/nacist/")
    line.putheader("Transfer-Encoding", "chunked")
    line.endheaders()
    piece = b"100000\r\n" + b"\n" * 0x100000 + b"\r\n"

    status = None
    with suppress(ConnectionError):
        for _ in range(64):
            line.send(piece)
        status = line.getresponse().status

    assert status in (None, 413)


def test_the_status_of_a_refusal_has_its_name(line) -> None:
    line.request("GET", "/api/v1/matches?nothing=1")
    answer = line.getresponse()

    assert (answer.status, answer.reason) == (422, HTTPStatus(422).phrase)
