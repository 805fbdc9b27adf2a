"""Counting the rolls of matches that have ended, each match once."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F

from games.instants import to_datetime
from games.models import DiceCount, DiceTally, MatchEvent, MemberDice, Result, Seat
from games.selectors.member_dice import pips
from vrhcaby import clock

LAG_MS = 10 * 60_000
"""Results take their numbers before they are committed: only those this old are surely all seen."""

BATCH, MOST_BATCHES = 500, 20
_CHANCE = ("rolled", "game_started")

Roll = tuple[str, int, int]
Dice = tuple[int, int]
Chance = tuple[int, str, int | None, dict[str, Any]]


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
        chances = _chances([match_id for _pk, match_id in results])
        _add(_rolls(chances))
        _add_to_members(_of_members(_rolls_of_seats(chances)))
        row.upto_result = results[-1][0]
        row.matches += len(results)
        row.counted_at = now
        row.save()
    return len(results)


def _chances(match_ids: Sequence[int]) -> list[Chance]:
    """Return the events of matches in which dice fell: match, ruleset, seat, facts."""
    events = MatchEvent.objects.filter(match__in=match_ids, kind__in=_CHANCE)
    return list(events.values_list("match", "match__ruleset", "seat", "data"))


def _rolls(chances: Iterable[Chance]) -> Counter[Roll]:
    """Return how often each roll came; an opening roll that is played stands in two events."""
    seen: dict[tuple[int, int], Roll] = {}
    for match_id, ruleset, _seat, data in chances:
        for number, first, second in _numbered(data):
            seen[match_id, number] = (ruleset, first, second)
    return Counter(seen.values())


def _rolls_of_seats(chances: Iterable[Chance]) -> dict[tuple[int, int], list[Dice]]:
    """Return what was rolled at each seat, opening rolls aside: each is both players'."""
    opening: set[tuple[int, int]] = set()
    rolled: dict[tuple[int, int], tuple[int, Dice]] = {}
    for match_id, _ruleset, seat, data in chances:
        for number, first, second in _numbered(data):
            if seat is None:
                opening.add((match_id, number))
            else:
                rolled[match_id, number] = (seat, (first, second))
    found: dict[tuple[int, int], list[Dice]] = defaultdict(list)
    for match_id, number in rolled.keys() - opening:
        seat, dice = rolled[match_id, number]
        found[match_id, seat].append(dice)
    return found


def _numbered(data: Mapping[str, Any]) -> list[tuple[int, int, int]]:
    if "dice" in data:
        first, second = data["dice"]
        return [(data["roll"], first, second)]
    return [(number, first, second) for number, first, second in data.get("opening") or ()]


def _add(rolls: Counter[Roll]) -> None:
    for (ruleset, first, second), times in sorted(rolls.items()):
        row, _ = DiceTally.objects.get_or_create(ruleset=ruleset, first=first, second=second)
        DiceTally.objects.filter(pk=row.pk).update(count=F("count") + times)


def _of_members(rolls: Mapping[tuple[int, int], list[Dice]]) -> dict[int, list[Dice]]:
    """Return the rolls of seats by the members who sat there."""
    seats = Seat.objects.filter(match__in={match_id for match_id, _seat in rolls}, place=0)
    found: dict[int, list[Dice]] = defaultdict(list)
    for match_id, side, member_id in seats.values_list("match", "side", "member"):
        found[member_id] += rolls.get((match_id, side), [])
    return found


def _add_to_members(rolls: Mapping[int, Iterable[Dice]]) -> None:
    """Add rolls to the rows of members, which nobody else writes: the count's row is locked."""
    rows = MemberDice.objects.in_bulk(rolls)
    for member_id, dice in rolls.items():
        row = rows.setdefault(member_id, MemberDice(member_id=member_id))
        for first, second in dice:
            row.rolls += 1
            row.pips += pips(first, second)
            row.doubles += first == second
    MemberDice.objects.bulk_create(
        rows.values(),
        update_conflicts=True,
        unique_fields=["member"],
        update_fields=["rolls", "pips", "doubles"],
    )
