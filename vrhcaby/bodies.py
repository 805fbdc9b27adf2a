"""Bodies of requests: Django's alone to read, and never endless.

Twisted would read the forms of every POST itself before Daphne hands it on, in the one thread
that serves everybody: a second for each megabyte of lines. Daphne has no setting against it.
"""

from http import HTTPStatus
from typing import Any

from daphne import http_protocol

HTTP_PHRASES = {status.value: status.phrase for status in HTTPStatus}
MOST_BYTES = 16_000_000
"""More than any form of the site takes, so that what is only too large for it is told by it."""


class Request(http_protocol.WebRequest):
    """Daphne's request, whose body is not parsed; one of more than MOST_BYTES is cut off: 413.

    Its methods bear Twisted's names (N802).
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "parsePOSTFormSubmission": False})
        self._got = 0

    def gotLength(self, length: int | None) -> None:  # noqa: N802
        """Refuse what is declared too large before any of it has come."""
        super().gotLength(length)
        if length is not None and length > MOST_BYTES:
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        """Refuse what has no declared length once it is too large."""
        self._got += len(data)
        if self._got <= MOST_BYTES:
            super().handleContentChunk(data)
        elif self._got - len(data) <= MOST_BYTES:
            self._refuse()

    def setResponseCode(self, code: int, message: bytes | None = None) -> None:  # noqa: N802
        """Name every status that the standard library knows: Twisted does not know 422."""
        phrase = HTTP_PHRASES.get(code, "").encode("ascii")
        super().setResponseCode(code, message or phrase or None)

    def _refuse(self) -> None:
        self.channel.transport.write(
            b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        )
        self.channel.loseConnection()


def install() -> None:
    """Let Daphne make requests of this kind, in whichever way it was started."""
    http_protocol.WebRequest = Request
