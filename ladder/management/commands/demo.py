"""`manage.py demo`: a club to look at, with members, finished games and a ladder."""

import logging
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import BaseCommand, CommandError, CommandParser

from ladder.management import demo_club, demo_passwords
from vrhcaby.spoken import gettext as _


class Command(BaseCommand):
    """Make the demo club, or go on where making it stopped; show its passwords each time."""

    help = _("Make a demo club: ten members, finished games, a ladder, one open challenge.")

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare --offer."""
        told = _("Do nothing, instead of refusing, where there are members of another club.")
        parser.add_argument("--offer", action="store_true", help=told)

    def handle(self, *args: Any, offer: bool, **options: Any) -> None:
        """Refuse, with one sentence, a database that already has members of another club."""
        folder = Path(settings.DATA_FOLDER)
        passwords = demo_passwords.kept(folder)
        if passwords is None:
            if get_user_model().objects.exists():
                if offer:
                    return
                raise CommandError(_("There are members already: the demo club is for a new site."))
            passwords = demo_passwords.drawn(folder)
            self.stdout.write(_("Making a demo club …"))
            self.stdout.flush()
        # A hundred games would bury the passwords under lines of log.
        logging.disable(logging.INFO)
        try:
            demo_club.make(passwords)
        finally:
            logging.disable(logging.NOTSET)
        self._show(passwords)

    def _show(self, passwords: demo_passwords.Passwords) -> None:
        names = ", ".join(demo_club.SKILLS)
        self.stdout.write(_("Demo members: %(names)s") % {"names": names})
        self.stdout.write(_("Their password: %(password)s") % {"password": passwords.members})
        self.stdout.write(
            _("Administrator: %(name)s, password: %(password)s")
            % {"name": demo_club.ADMINISTRATOR, "password": passwords.administrator}
        )
