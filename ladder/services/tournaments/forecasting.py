"""Places that are still possible in large fields, computed by the worker."""

from __future__ import annotations

from django.db import transaction

from ladder.enums import StageKind, TournamentState
from ladder.models import Forecast, Stage
from ladder.rules.prospects import MOST_COMPLETIONS
from ladder.selectors.tournaments import field


def refresh() -> int:
    """Bring the forecasts of running tournaments up to date; return how many were computed.

    Entry service, run by beat. Reads without locks: a forecast names the version for which it
    holds, and another one follows when that has passed.
    """
    stages = Stage.objects.filter(
        kind=StageKind.ROUND_ROBIN, tournament__state=TournamentState.RUNNING
    ).select_related("tournament", "forecast")
    stale = [stage for stage in stages if _version(stage) != stage.tournament.version]
    for stage in stale:
        _compute(stage)
    return len(stale)


def _version(stage: Stage) -> int | None:
    known: Forecast | None = getattr(stage, "forecast", None)
    return None if known is None else known.version


def _compute(stage: Stage) -> None:
    version = stage.tournament.version
    found = field.of(stage).prospects(completions=MOST_COMPLETIONS)
    rows = {str(one.seat): [one.best, one.worst] for one in found}
    with transaction.atomic(durable=True):
        Forecast.objects.update_or_create(stage=stage, defaults={"version": version, "rows": rows})
