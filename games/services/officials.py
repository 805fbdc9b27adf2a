"""What an official may do to a match: end it without a result (rules V18)."""

from typing import Any

from django.db import transaction

from games import permissions
from games.engine import decide as engine
from games.engine.errors import GameOver
from games.engine.state import Phase
from games.instants import to_datetime
from games.models import Annulment
from games.services import keep, settling
from games.services.answers import Ok, answering
from games.services.table import take
from vrhcaby.errors import DomainError, Refused


class WhyMissing(DomainError):
    """An annulment needs its reason."""

    code = "why_missing"


@answering
def annul(*, match_id: int, official: Any, why: str) -> Ok | Refused:
    """End a live match as annulled and unrated, and keep who did it and why; entry service."""
    permissions.require_may_annul(official)
    if not why.strip():
        raise WhyMissing
    with transaction.atomic(durable=True):
        version = end_without_result(match_id=match_id, official_id=official.pk, why=why)
    return Refused(GameOver.code) if version is None else Ok(version)


def end_without_result(*, match_id: int, official_id: int, why: str) -> int | None:
    """End a match as annulled; return its version, or None where it was over, if only just.

    Inner: locks the match in the caller's transaction; the caller knows that the official may.
    What the clock had decided is kept. Raises NoSuchMatch.
    """
    table = take(match_id)
    settling.settle(table)
    if table.state.phase is Phase.OVER:
        if table.events:
            keep.write(table)
        return None
    table.happen(engine.annul(table.state, at=table.at))
    Annulment.objects.create(
        match_id=match_id, official_id=official_id, why=why.strip(), at=to_datetime(table.at)
    )
    keep.write(table)
    return table.state.version
