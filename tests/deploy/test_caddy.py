"""The site's Caddyfile before a web process that tells what reaches it."""

import json
import ssl
import urllib.request
from http.client import HTTPSConnection
from urllib.error import HTTPError
from urllib.parse import urlsplit

import pytest

from tests.infrastructure import required
from tests.infrastructure.caddy import Caddy
from tests.infrastructure.telling import telling

pytestmark = pytest.mark.own_process
STYLE = "site.0123456789ab.css"


def binary():
    """Return the path of Caddy, which a machine may lack."""
    found = required.caddy_binary()
    if found is None:
        required.lacking("Caddy")
    return found


@pytest.fixture(scope="module")
def caddy(tmp_path_factory):
    static = tmp_path_factory.mktemp("static")
    (static / STYLE).write_text("a {}")
    with telling() as port:
        server = Caddy(binary(), web_port=port, static=static)
        server.start()
        yield server
        server.remove()


def trusting(caddy):
    return ssl.create_default_context(cafile=str(caddy.certificate))


def ask(caddy, path, body=None, **headers):
    """Return the answer's status, headers and body."""
    request = urllib.request.Request(caddy.url + path, data=body, headers=headers)
    try:
        with urllib.request.urlopen(request, context=trusting(caddy), timeout=20) as answer:
            return answer.status, answer.headers, answer.read()
    except HTTPError as error:
        with error:
            return error.code, error.headers, error.read()


def answered(caddy, method, path, **headers):
    """Return the status that follows the headers alone."""
    line = HTTPSConnection(urlsplit(caddy.url).netloc, context=trusting(caddy), timeout=20)
    try:
        line.request(method, path, headers=headers)
        return line.getresponse().status
    finally:
        line.close()


def test_what_a_client_says_of_himself_and_of_the_site_is_replaced(caddy) -> None:
    lies = {
        "X-Forwarded-For": "1.2.3.4",
        "X-Forwarded-Proto": "http",
        "X-Request-ID": "mine",
        "Daphne-Root-Path": "https://evil.example",
    }

    told = json.loads(ask(caddy, "/", **lies)[2])

    assert told["x-forwarded-for"] == "127.0.0.1"
    assert told["x-forwarded-proto"] == "https"
    assert told["x-request-id"] != "mine"
    assert "daphne-root-path" not in told


@pytest.mark.parametrize("path", ["/metrics", "/readyz"])
def test_what_the_operator_asks_is_closed_to_the_world(caddy, path) -> None:
    assert ask(caddy, path)[0] == 404


def test_whether_the_site_lives_is_open(caddy) -> None:
    assert ask(caddy, "/healthz")[0] == 200


def test_collected_files_are_kept_for_ever_and_a_missing_one_never_reaches_the_site(caddy) -> None:
    status, headers, body = ask(caddy, f"/static/{STYLE}")

    assert (status, body) == (200, b"a {}")
    assert headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert ask(caddy, "/static/none.css")[0] == 404


def test_a_body_is_taken_up_to_a_megabyte(caddy) -> None:
    assert json.loads(ask(caddy, "/zapasy/nacist/", b"x" * 900_000)[2])["read"] == 900_000
    assert answered(caddy, "POST", "/zapasy/nacist/", **{"Content-Length": "1100000"}) == 413


def test_a_socket_is_opened(caddy) -> None:
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }

    assert answered(caddy, "GET", "/ws/lobby/", **upgrade) == 101


def test_requests_that_fail_leave_no_key_in_the_log(tmp_path) -> None:
    paths = (
        "/ucet/password/reset/key/1-hunter2/",
        "/ucet/confirm-email/hunter2/",
        "/ucet/odber/hunter2/",
        "/turnaje/moje.ics?klic=hunter2",
    )
    with telling() as port:
        pass
    server = Caddy(binary(), web_port=port, static=tmp_path)
    try:
        server.start()
        found = [ask(server, path, Referer=f"{server.url}{path}")[0] for path in paths]
        log = server.log.read_text()
    finally:
        server.remove()

    assert set(found) <= {502, 503}
    assert log.count("[hidden]") >= len(paths)
    assert "hunter2" not in log
