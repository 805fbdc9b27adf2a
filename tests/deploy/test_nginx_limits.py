"""How many connections of one address the site's nginx configuration lets through."""

import socket
import ssl
import threading
import urllib.request
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest

from tests.infrastructure import required
from tests.infrastructure.nginx import Nginx

pytestmark = pytest.mark.own_process

MOST_SOCKETS = 500
OPENING = (
    b"GET /ws/lobby/ HTTP/1.1\r\nHost: localhost\r\n"
    b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
)


class Holding(BaseHTTPRequestHandler):
    """Opens each socket and keeps it; answers a page at once."""

    over = threading.Event()

    def do_GET(self) -> None:
        if self.path.startswith("/ws/"):
            self.send_response(101)
            self.send_header("Upgrade", "websocket")
            self.send_header("Connection", "Upgrade")
            self.end_headers()
            self.over.wait()
            self.close_connection = True
            return
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_arguments: object) -> None:
        """Write nothing."""


class Server(ThreadingHTTPServer):
    request_queue_size = 600


@pytest.fixture
def nginx(tmp_path):
    binary = required.nginx_binary()
    if binary is None:
        required.lacking("nginx")
    web = Server(("127.0.0.1", 0), Holding)
    thread = threading.Thread(target=web.serve_forever)
    thread.start()
    server = Nginx(binary, web_ports=[web.server_port] * 2, static=tmp_path)
    server.start()
    yield server
    server.remove()
    Holding.over.set()
    web.shutdown()
    thread.join()
    web.server_close()


def test_sockets_of_one_person_shut_nobody_beside_him_out_of_pages(nginx):
    trusted = ssl.create_default_context(cafile=str(nginx.certificate))
    port = urlsplit(nginx.url).port
    found = []
    with ExitStack() as open_ones:
        for _ in range(MOST_SOCKETS + 1):
            plain = socket.create_connection(("127.0.0.1", port), timeout=20)
            line = trusted.wrap_socket(plain, server_hostname="localhost")
            open_ones.enter_context(line)
            line.sendall(OPENING)
            found.append(line.recv(12)[-3:])
        with urllib.request.urlopen(nginx.url + "/", context=trusted, timeout=20) as page:
            status = page.status

    assert found[-2:] == [b"101", b"429"]
    assert status == 200
