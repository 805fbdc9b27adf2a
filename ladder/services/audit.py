"""What must hold between results, ledger and ratings; each violation is one line for officials.

Reads only. Everything is judged by a replay from the games' results, so that neither the ledger
nor the current ratings are believed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from django.apps import apps
from django.db.models import Count, F, IntegerField, Q
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from ladder.models import HISTORY_LENGTH, Pool, RatingChange
from ladder.rules import Change, RatingError, Standing, newcomer
from ladder.selectors import ledger
from ladder.services import rating

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable, Iterator, Mapping

FIELDS = Change._fields


class Line(NamedTuple):
    """A member's line of the ledger as it is stored."""

    sequence: int
    result_id: int
    member_id: int
    opponent_id: int
    at: datetime.datetime
    change: Change


@dataclass(slots=True)
class Current:
    """What a member's `Rating` must hold after the lines seen so far."""

    standing: Standing
    history: list[float]
    last_result_id: int
    last_rated_at: datetime.datetime


def check() -> Iterator[str]:
    """Yield a line for each violation; nothing when all is well."""
    yield from _results_without_their_lines()
    yield from _lines_of_no_such_result()
    for pool in Pool.objects.all():
        lines = _stored(pool)
        yield from _numbering(pool, lines)
        try:
            yield from _replay_differs(pool, lines)
            yield from _ratings_differ(pool, lines)
        except RatingError as refusal:
            yield f"pool {pool}: the ledger cannot be replayed: {refusal.code}"
    yield from _seats_differ()


def _results_without_their_lines() -> Iterator[str]:
    """Two lines for a result that counts, one for each seat; none for any other."""
    results = apps.get_model("games", "Result").objects.annotate(
        lines=Count("rating_changes", filter=Q(rating_changes__correction=0))
    )
    for pk, lines in results.filter(ledger.counting()).exclude(lines=2).values_list("pk", "lines"):
        yield f"result {pk}: {lines} ledger lines instead of 2"
    for pk in results.exclude(ledger.counting()).filter(lines__gt=0).values_list("pk", flat=True):
        yield f"result {pk}: in the ledger although it does not count"


def _lines_of_no_such_result() -> Iterator[str]:
    """A line names a player of its match, and the match's pool, length and time."""
    strangers = RatingChange.objects.exclude(result__match__seats__member=F("member"))
    for pk, member in strangers.values_list("result", "member"):
        yield f"result {pk}: a ledger line of member {member}, who did not play"
    moved = RatingChange.objects.exclude(pool__ruleset=F("result__match__ruleset"))
    for pk in moved.values_list("result", flat=True).distinct().order_by("result"):
        yield f"result {pk}: in the ledger of another pool"
    played = Cast(KeyTextTransform("length", "result__match__options"), IntegerField())
    longer = RatingChange.objects.annotate(played=played).exclude(length=F("played"))
    for pk, length, due in longer.values_list("result", "length", "played"):
        yield f"result {pk}: rated with a length of {length} instead of {due}"
    elsewhen = RatingChange.objects.exclude(at=F("result__finished_at"))
    for pk in elsewhen.values_list("result", flat=True):
        yield f"result {pk}: a ledger line with another time"


def _stored(pool: Pool) -> dict[tuple[int, int], Line]:
    """Return the pool's original lines by (result, member), in the order of the ledger."""
    rows = RatingChange.objects.filter(pool=pool, correction=0).order_by("sequence", "id")
    columns = ("sequence", "result", "member", "opponent", "at")
    return {
        (result, member): Line(sequence, result, member, opponent, at, Change(*numbers))
        for sequence, result, member, opponent, at, *numbers in rows.values_list(
            *columns, *FIELDS
        ).iterator()
    }


def _numbering(pool: Pool, lines: Mapping[tuple[int, int], Line]) -> Iterator[str]:
    """Sequences run from 1 to the pool's last one, each for one result, its pair of lines."""
    numbers = Counter(line.sequence for line in lines.values())
    results = {(line.sequence, line.result_id) for line in lines.values()}
    per_sequence = Counter(sequence for sequence, _ in results)
    per_result = Counter(result for _, result in results)
    for sequence in sorted({*range(1, pool.last_sequence + 1), *numbers}):
        if numbers[sequence] != 2 or per_sequence[sequence] != 1:
            yield (
                f"pool {pool}: number {sequence} has {numbers[sequence]} lines "
                f"of {per_sequence[sequence]} results"
            )
        if sequence > pool.last_sequence:
            yield f"pool {pool}: number {sequence} is beyond the last one, {pool.last_sequence}"
    for result in sorted(result for result, times in per_result.items() if times != 1):
        yield f"pool {pool}: result {result} has {per_result[result]} numbers"


def _replay_differs(pool: Pool, lines: Mapping[tuple[int, int], Line]) -> Iterator[str]:
    """Every stored line equals what a replay of the results gives, to the last bit."""
    for replayed in rating.replay(pool):
        first, second = replayed.members
        for member, opponent, change in (
            (first, second, replayed.changes[0]),
            (second, first, replayed.changes[1]),
        ):
            line = lines[replayed.result_id, member]
            if line.opponent_id != opponent:
                yield f"result {line.result_id}: wrong opponent of member {member}"
            yield from _line_differs(line, change)


def _line_differs(line: Line, change: Change) -> Iterator[str]:
    for name, stored, computed in zip(FIELDS, line.change, change, strict=True):
        if stored != computed:
            yield (
                f"result {line.result_id}: {name} of member {line.member_id} is {stored!r}, "
                f"a replay gives {computed!r}"
            )


def _ratings_differ(pool: Pool, lines: Mapping[tuple[int, int], Line]) -> Iterator[str]:
    """Every current rating follows from the member's last line; none is missing."""
    current = _current(lines.values())
    beginning = newcomer(pool.constants)
    for stored in pool.ratings.order_by("member_id"):
        due = current.pop(stored.member_id, None)
        named = f"pool {pool}: rating of member {stored.member_id}"
        if stored.standing != (due.standing if due else beginning):
            yield f"{named} is {stored.standing}, the ledger gives {due and due.standing}"
        elif due and (stored.history, stored.last_result_id, stored.last_rated_at) != (
            due.history,
            due.last_result_id,
            due.last_rated_at,
        ):
            yield f"{named} does not remember its last results"
    for member_id in sorted(current):
        yield f"pool {pool}: rating of member {member_id} is missing"


def _current(lines: Iterable[Line]) -> dict[int, Current]:
    current: dict[int, Current] = {}
    for line in sorted(lines, key=attrgetter("sequence")):
        history = current[line.member_id].history if line.member_id in current else []
        current[line.member_id] = Current(
            standing=line.change.standing,
            history=[*history, line.change.after][-HISTORY_LENGTH:],
            last_result_id=line.result_id,
            last_rated_at=line.at,
        )
    return current


def _seats_differ() -> Iterator[str]:
    """What stands beside a match is what the ledger says."""
    lines = RatingChange.objects.in_force().filter(result__match__seats__member=F("member"))
    seats = "result__match__seats__"
    for pk, member, before, after, seat_before, seat_after in lines.values_list(
        "result", "member", "before", "after", f"{seats}rating_before", f"{seats}rating_after"
    ).iterator():
        if (seat_before, seat_after) != (before, after):
            yield f"result {pk}: ratings beside the seat of member {member} differ from the ledger"
    shown = apps.get_model("games", "Seat").objects.exclude(rating_before=None, rating_after=None)
    for pk in shown.filter(match__result__rating_changes=None).values_list(
        "match__result", flat=True
    ):
        yield f"result {pk}: ratings beside a seat, but it is not in the ledger"
