"""`manage.py club`: set up what is missing and run the whole site in this process.

It speaks the language of the terminal, see `vrhcaby.spoken`.
"""

import os
import socket
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandParser
from django.db import OperationalError

from vrhcaby.club import apart, collected, ground, memory
from vrhcaby.club.refusal import CannotRun
from vrhcaby.settings.base import ENVIRON
from vrhcaby.spoken import gettext as _


class Command(BaseCommand):
    """Migrate, collect static files, offer a demo club, serve until Ctrl-C."""

    help = _("Set up and run the whole site in one process.")

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare --host, --port and --no-demo."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-demo", action="store_true", help=_("Do not make a demo club."))

    def handle(self, *, host: str, port: int, no_demo: bool, **options: Any) -> None:
        """Run; every reason not to is one sentence and a non-zero exit."""
        folder = Path(settings.DATA_FOLDER)
        memory.keep_small()
        try:
            with ground.hold(folder):
                ground.require_port(host, port)
                apart.run(lambda: self._prepared(folder, demo=not no_demo))
                self._serve(host, port)
        except CannotRun as reason:
            self.stderr.write(str(reason))
            sys.exit(1)

    def _prepared(self, folder: Path, *, demo: bool) -> None:
        try:
            self._prepare(folder, demo=demo)
        except CannotRun as reason:
            self.stderr.write(str(reason))
            sys.exit(1)

    def _prepare(self, folder: Path, *, demo: bool) -> None:
        self._say(_("Preparing the database in %(folder)s …") % {"folder": folder})
        try:
            call_command("migrate", interactive=False, verbosity=0)
        except OperationalError as error:
            away = _("The database does not answer; check that it runs and what DATABASE_URL says.")
            raise CannotRun(away) from error
        if collected.refresh(folder):
            self._say(_("Static files are collected."))
        if demo and "demo" in get_commands():
            call_command("demo", offer=True, stdout=self.stdout)

    def _serve(self, host: str, port: int) -> None:
        # Imported here: the module installs the reactor and loads the whole site.
        from vrhcaby.club.server import Club  # noqa: PLC0415

        settings.ALLOWED_HOSTS.extend(_names_of(host))
        if not ENVIRON.get("VRHCABY_URL"):
            # Links in e-mails lead to this very site.
            settings.SITE_URL = _address(_names_of(host)[0], port)
        club = Club(host=host, port=port, on_ready=lambda: self._announce(host, port))
        ended = club.run()
        self._say(_("Stopped."))
        if not ended:
            # A task is still running: it is lost as in a crash, and found again by a sweep.
            sys.stdout.flush()
            os._exit(0)

    def _announce(self, host: str, port: int) -> None:
        address = f"{_address(host, port)}/"
        self._say(_("The site runs at %(address)s (Ctrl-C stops it).") % {"address": address})

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def _address(host: str, port: int) -> str:
    """Return the address of a site without its last slash."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _names_of(host: str) -> list[str]:
    """Return the names under which a listening address may be asked for."""
    if host not in {"0.0.0.0", "::"}:  # noqa: S104  (compared, not bound)
        return [host]
    name = socket.gethostname()
    addresses = {str(entry[4][0]) for entry in socket.getaddrinfo(name, None)}
    return [name, *sorted(addresses)]
