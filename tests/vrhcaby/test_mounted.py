"""No request says under which prefix the site is mounted, whatever Daphne would believe."""

import http.client

import pytest
from asgiref.testing import ApplicationCommunicator

from vrhcaby.mounted import AtRoot

EVIL = "https://evil.example"


@pytest.mark.slow
@pytest.mark.parametrize("prefix", [EVIL, "/api/v1", "/%C3%A9"])
def test_a_prefix_of_the_requests_own_leads_nowhere(embedded_site, prefix) -> None:
    line = http.client.HTTPConnection("127.0.0.1", embedded_site.port, timeout=60)
    line.request("GET", "/admin/", headers={"Daphne-Root-Path": prefix})
    answer = line.getresponse()
    page = answer.read().decode()

    assert (answer.status, prefix in page) == (302, False)
    assert answer.getheader("Location").startswith("/")
    assert not answer.getheader("Location").startswith(prefix)
    line.close()


@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_a_prefix_is_forgotten_for_pages_and_sockets(kind) -> None:
    seen = []

    async def application(scope, _receive, _send) -> None:
        seen.append(scope)

    line = ApplicationCommunicator(AtRoot(application), {"type": kind, "root_path": EVIL})
    await line.wait()

    assert seen == [{"type": kind, "root_path": ""}]
