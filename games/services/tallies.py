"""Counting the rolls of matches that have ended, each match once."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import F

from games.instants import to_datetime
from games.models import DiceCount, DiceTally, MatchEvent, Result
from vrhcaby import clock

LAG_MS = 10 * 60_000
"""Results take their numbers before they are committed: only those this old are surely all seen."""

BATCH, MOST_BATCHES = 500, 20
_CHANCE = ("rolled", "game_started")

Roll = tuple[str, int, int]


def count() -> int:
    """Count the rolls of matches that ended since the last time; return how many matches.

    Entry service, run by beat; each batch in a transaction of its own.
    """
    counted = 0
    for _batch in range(MOST_BATCHES):
        done = _count_batch()
        counted += done
        if done < BATCH:
            break
    return counted


def _count_batch() -> int:
    with transaction.atomic(durable=True):
        DiceCount.objects.get_or_create(id=1)
        row = DiceCount.objects.select_for_update().get(id=1)
        now = clock.now()
        before = to_datetime(now - LAG_MS)
        old = Result.objects.filter(pk__gt=row.upto_result, finished_at__lt=before)
        results = list(old.order_by("pk").values_list("pk", "match")[:BATCH])
        if not results:
            return 0
        _add(_rolls(match_id for _pk, match_id in results))
        row.upto_result = results[-1][0]
        row.matches += len(results)
        row.counted_at = now
        row.save()
    return len(results)


def _rolls(match_ids: Iterable[int]) -> Counter[Roll]:
    """Return how often each roll came; an opening roll that is played stands in two events."""
    events = MatchEvent.objects.filter(match__in=list(match_ids), kind__in=_CHANCE)
    seen: dict[tuple[int, int], Roll] = {}
    for match_id, ruleset, data in events.values_list("match", "match__ruleset", "data"):
        for number, first, second in _numbered(data):
            seen[match_id, number] = (ruleset, first, second)
    return Counter(seen.values())


def _numbered(data: Mapping[str, Any]) -> list[tuple[int, int, int]]:
    if "dice" in data:
        first, second = data["dice"]
        return [(data["roll"], first, second)]
    return [(number, first, second) for number, first, second in data.get("opening") or ()]


def _add(rolls: Counter[Roll]) -> None:
    for (ruleset, first, second), times in sorted(rolls.items()):
        row, _ = DiceTally.objects.get_or_create(ruleset=ruleset, first=first, second=second)
        DiceTally.objects.filter(pk=row.pk).update(count=F("count") + times)
