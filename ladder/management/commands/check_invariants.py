"""`manage.py check_invariants`: what must always hold, checked on the whole database."""

from collections.abc import Iterator
from typing import Any

from django.core.management import BaseCommand, CommandError

from games.services import audit as games_audit
from ladder.services import audit as ladder_audit
from ladder.services.tournaments import audit as tournaments_audit


class Command(BaseCommand):
    """Silent, with exit code 0, when all is well; else one line a violation and exit code 1."""

    help = (
        "Check that matches, dice, results, ledger, ratings and tournaments agree; "
        "silent when they do."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print every violation; raise CommandError when there was one."""
        count = 0
        for violation in violations():
            count += 1
            self.stdout.write(violation)
        if count:
            raise CommandError(f"{count} violations", returncode=1)


def violations() -> Iterator[str]:
    """Yield the violations of matches, of the ladder, and of tournaments."""
    for violation in games_audit.check():
        yield str(violation)
    yield from ladder_audit.check()
    yield from tournaments_audit.check()
