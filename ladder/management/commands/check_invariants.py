"""`manage.py check_invariants`: what must always hold, checked on the whole database."""

import datetime
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.core.management.base import CommandParser
from django.utils import timezone

from ladder.services import invariants


class Command(BaseCommand):
    """Silent, with exit code 0, when all is well; else one line a violation and exit code 1."""

    help = (
        "Check that matches, dice, results, ledger, ratings and tournaments agree; "
        "silent when they do."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare --days."""
        parser.add_argument(
            "--days", type=int, help="Of finished matches only those of so many last days."
        )

    def handle(self, *, days: int | None = None, **options: Any) -> None:
        """Print every violation; raise CommandError when there was one."""
        since = None if days is None else timezone.now() - datetime.timedelta(days=days)
        count = 0
        for violation in invariants.violations(since=since):
            count += 1
            self.stdout.write(violation)
        if count:
            raise CommandError(f"{count} violations", returncode=1)
