"""A web process that tells what reaches it, for the servers that stand before the site."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Telling(BaseHTTPRequestHandler):
    """Answers with the headers of the request and the length of its body; opens each socket."""

    def do_GET(self) -> None:
        if self.headers.get("Upgrade") == "websocket":
            self._open()
            return
        length = int(self.headers.get("Content-Length", 0))
        told = {name.lower(): value for name, value in self.headers.items()}
        body = json.dumps({**told, "read": len(self.rfile.read(length))}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET  # noqa: N815  (the server calls it by this name)

    def log_message(self, *_arguments: object) -> None:
        """Write nothing."""

    def _open(self) -> None:
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.end_headers()
        self.close_connection = True


@contextmanager
def telling() -> Iterator[int]:
    """Run such a process; gives its port."""
    web = ThreadingHTTPServer(("127.0.0.1", 0), Telling)
    thread = threading.Thread(target=web.serve_forever)
    thread.start()
    try:
        yield web.server_address[1]
    finally:
        web.shutdown()
        thread.join()
        web.server_close()
