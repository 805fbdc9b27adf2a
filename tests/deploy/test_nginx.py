"""The site's nginx configuration before a web process that tells what reaches it."""

import json
import ssl
import time
import urllib.request
from http.client import HTTPSConnection

import pytest

from tests.infrastructure import required
from tests.infrastructure.nginx import Nginx
from tests.infrastructure.telling import telling

pytestmark = pytest.mark.own_process


@pytest.fixture(scope="module")
def nginx(tmp_path_factory):
    binary = required.nginx_binary()
    if binary is None:
        required.lacking("nginx")
    with telling() as port:
        server = Nginx(binary, web_ports=[port, port], static=tmp_path_factory.mktemp("static"))
        server.start()
        yield server
        server.remove()


def trusting(nginx):
    return ssl.create_default_context(cafile=str(nginx.certificate))


def log_with(nginx, text):
    """Return the log once it has a text: nginx answers before it writes."""
    until = time.monotonic() + 20
    while text not in (log := nginx.access_log.read_text()) and time.monotonic() < until:
        time.sleep(0.05)
    return log


def ask(nginx, path, body=None, **headers):
    """Return what reached the web process."""
    request = urllib.request.Request(nginx.url + path, data=body, headers=headers)
    with urllib.request.urlopen(request, context=trusting(nginx), timeout=20) as answer:
        return json.loads(answer.read())


def test_what_a_client_says_of_himself_and_of_the_site_is_replaced(nginx) -> None:
    told = ask(
        nginx,
        "/",
        **{
            "X-Forwarded-For": "1.2.3.4",
            "X-Forwarded-Proto": "http",
            "Daphne-Root-Path": "https://evil.example",
        },
    )

    assert told["x-forwarded-for"] == "127.0.0.1"
    assert told["x-forwarded-proto"] == "https"
    assert "daphne-root-path" not in told


def test_a_file_to_be_read_in_reaches_the_site_whole(nginx) -> None:
    assert ask(nginx, "/zapasy/nacist/", b"x" * 500_000)["read"] == 500_000


def test_the_log_names_requests_and_keeps_no_key(nginx) -> None:
    numbers = [
        ask(nginx, path)["x-request-id"]
        for path in (
            "/ucet/password/reset/key/1-hunter2/",
            "/ucet/confirm-email/hunter2/",
            "/ucet/odber/hunter2/",
            "/turnaje/moje.ics?klic=hunter2",
        )
    ]

    log = log_with(nginx, numbers[-1])
    assert "hunter2" not in log
    assert all(number in log for number in numbers)
    assert "/ucet/password/reset/key/[hidden]" in log


def test_a_request_that_is_refused_leaves_no_key_in_any_log(nginx) -> None:
    line = HTTPSConnection("localhost", nginx.port, context=trusting(nginx), timeout=20)
    for _ in range(1_000):
        line.request("GET", "/ucet/password/reset/key/1-hunter2/")
        answer = line.getresponse()
        answer.read()
        if answer.status == 429:
            break
    line.close()

    assert answer.status == 429
    assert " 429 " in log_with(nginx, " 429 ")
    for log in nginx.access_log.parent.glob("*log"):
        assert "hunter2" not in log.read_text()
