"""What must be free before the site starts: its data folder and its port."""

import fcntl
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from vrhcaby.club.refusal import CannotRun
from vrhcaby.spoken import gettext as _

LOCK = "club.lock"


@contextmanager
def hold(folder: Path) -> Iterator[None]:
    """Keep a data folder for this process: two would have two channel layers in two memories.

    The system releases the lock when the process ends in whatever way. Raises CannotRun.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / LOCK).open("w")
    except OSError as error:
        words = {"folder": folder, "reason": error.strerror}
        raise CannotRun(
            _("The data folder %(folder)s cannot be written: %(reason)s.") % words
        ) from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise CannotRun(
                _(
                    "The site is already running on the data folder %(folder)s; "
                    "stop it first, or choose another folder with VRHCABY_DATA."
                )
                % {"folder": folder}
            ) from error
        yield


def require_port(host: str, port: int) -> None:
    """Raise CannotRun unless the port can be bound: the server itself would end without a word."""
    try:
        place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        with socket.socket(*place[:3]) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            # Of a port beyond 65535 the look-up keeps the lower half.
            probe.bind((place[4][0], port, *place[4][2:]))
    except (OSError, OverflowError) as error:
        words = {"port": port, "host": host, "reason": getattr(error, "strerror", None) or error}
        raise CannotRun(
            _(
                "Port %(port)s on %(host)s cannot be used (%(reason)s): "
                "stop what is using it, or choose another with --port."
            )
            % words
        ) from error
