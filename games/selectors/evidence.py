"""A match as anybody may check it: all events, the commitment, the seeds, docs/fairness.md."""

import json
from typing import Any

from games import dice, reading
from games.engine import export as engine
from games.enums import MatchStatus
from games.models import Match


def export(match_id: int) -> dict[str, Any]:
    """Return the export of a match; the server's seed in it is null until the match is over.

    Raises Match.DoesNotExist.
    """
    match = Match.objects.select_related("dice").get(pk=match_id)
    first, second = match.seats.order_by("side", "place").values_list("seed", flat=True)
    over = match.status == MatchStatus.FINISHED
    return engine.to_data(
        match=match.pk,
        ruleset=match.ruleset,
        state=reading.waiting(match),
        commitment=match.dice.commitment,
        server_seed=dice.unseal(match.dice.secret) if over else None,
        seeds=(first, second),
        events=reading.events_of(match),
    )


def export_text(match_id: int) -> str:
    """Return the export as indented JSON text. Raises Match.DoesNotExist."""
    return json.dumps(export(match_id), ensure_ascii=False, indent=1)
