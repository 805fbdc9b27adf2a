"""A draft is thrown away: out of every list, its line in the log stays."""

from __future__ import annotations

from django.db import transaction

from games.services.answers import answering
from ladder.models import Role
from ladder.selectors.tournaments import acts as log
from ladder.services.tournaments import acting as acts
from ladder.services.tournaments.acting import Changed
from vrhcaby.errors import DomainError


class Announced(DomainError):
    """Registration has been open: others have known of the tournament, so it stays."""

    code = "was_announced"


@answering
def discard(*, slug: str, by_id: int, version: int | None = None) -> Changed:
    """Throw a draft away, or an archive that was read in and not touched since; entry service.

    Its entries and roles go; nobody finds it any more, and its address is free again. The official
    log is never deleted, so the row stays for it. Refused: `was_announced` once registration has
    been open, and what `acting.take_as_director` refuses.
    """
    with transaction.atomic(durable=True):
        acting = acts.take_as_director(slug, by_id=by_id, version=version)
        tournament = acting.tournament
        if not log.is_unknown(tournament):
            raise Announced
        acting.log("discarded", before={"name": tournament.name, "slug": tournament.slug})
        tournament.stages.all().delete()
        tournament.entries.all().delete()
        Role.objects.filter(tournament=tournament).delete()
        tournament.slug, tournament.discarded_at = f"zahozeny-{tournament.pk}", acting.at
        tournament.save(update_fields=["slug", "discarded_at"])
        return acting.changed()
