"""What must hold between results, ledger and ratings; each violation is one line for officials.

Reads only. The results are judged by the games, the ledger by a replay of the results with the
corrections in force, the ratings by the ledger, so that nothing derived is believed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.apps import apps
from django.db.models import Case, Exists, F, FloatField, OuterRef, Q, When
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from ladder.models import HISTORY_LENGTH, LadderResult, Pool, RatingChange
from ladder.rules import RatingError, Standing, newcomer
from ladder.selectors import ledger
from ladder.services import replaying
from ladder.services.replaying import Line

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable, Iterator, Mapping

Key = tuple[int, int]
"""Number in the pool, and member."""


@dataclass(slots=True)
class Current:
    """What a member's `Rating` must hold after the lines seen so far."""

    standing: Standing
    history: list[float]
    last_result_id: int | None
    last_rated_at: datetime.datetime | None


def check() -> Iterator[str]:
    """Yield a line for each violation; nothing when all is well."""
    yield from _results_outside()
    yield from _results_differ()
    for pool in Pool.objects.all():
        lines = _stored(pool)
        yield from _numbering(pool)
        try:
            yield from _replay_differs(pool, lines)
            yield from _ratings_differ(pool, lines)
        except RatingError as refusal:
            yield f"pool {pool}: the ledger cannot be replayed: {refusal.code}"
    yield from _seats_differ()


def _results_outside() -> Iterator[str]:
    """A result of a match is in the ledger exactly if it counts."""
    results = apps.get_model("games", "Result").objects.order_by("pk")
    missing = results.filter(ledger.counting(), ladder_result=None)
    for pk in missing.values_list("pk", flat=True):
        yield f"result {pk}: not in the ledger"
    extra = results.exclude(ledger.counting()).filter(ladder_result__isnull=False)
    for pk in extra.values_list("pk", flat=True):
        yield f"result {pk}: in the ledger although it does not count"


def _results_differ() -> Iterator[str]:
    """What entered the ledger is what the match, or the pairing, says."""
    winner = F("result__winner")
    score = Case(
        When(result__winner=None, then=0.5), default=1.0 - winner, output_field=FloatField()
    )
    length = Cast(KeyTextTransform("length", "result__match__options"), FloatField())
    played = LadderResult.objects.filter(result__isnull=False).annotate(due=score, played=length)
    for what, wrong in (
        ("in the ledger of another pool", ~Q(pool__ruleset=F("result__match__ruleset"))),
        ("entered with another length", ~Q(length=F("played"))),
        ("entered with another score", ~Q(score=F("due"))),
        ("entered with another time", ~Q(at=F("result__finished_at"))),
        ("entered with another first player", ~_sat("first", 0)),
        ("entered with another second player", ~_sat("second", 1)),
    ):
        for pk in played.filter(wrong).order_by("pk").values_list("result", flat=True):
            yield f"result {pk}: {what}"
    paired = Q(first=F("pairing__first__member"), second=F("pairing__second__member"))
    boards = LadderResult.objects.filter(pairing__isnull=False).exclude(paired)
    for pk in boards.order_by("pk").values_list("pairing", flat=True):
        yield f"pairing {pk}: entered with other players"


def _sat(player: str, side: int) -> Exists:
    seats = apps.get_model("games", "Seat").objects
    return Exists(seats.filter(match=OuterRef("result__match"), side=side, member=OuterRef(player)))


def _stored(pool: Pool) -> dict[Key, Line]:
    """Return the pool's lines in force, those of annulled results among them, in order."""
    rows = RatingChange.objects.newest().filter(pool=pool).order_by("sequence", "id")
    lines = (Line(*row) for row in rows.values_list(*Line._fields).iterator())
    return {(line.sequence, line.member_id): line for line in lines}


def _numbering(pool: Pool) -> Iterator[str]:
    """Numbers run from 1 to the pool's last one, each of one result or one reset."""
    numbers = Counter(pool.results.values_list("sequence", flat=True))
    numbers.update(pool.resets.values_list("sequence", flat=True))
    for sequence in sorted({*range(1, pool.last_sequence + 1), *numbers}):
        if numbers[sequence] != 1:
            yield f"pool {pool}: number {sequence} has {numbers[sequence]} entries"
        if sequence > pool.last_sequence:
            yield f"pool {pool}: number {sequence} is beyond the last one, {pool.last_sequence}"
    last = max(pool.corrections.values_list("number", flat=True), default=0)
    if last != pool.last_correction:
        yield f"pool {pool}: the last correction is {last}, not {pool.last_correction}"


def _replay_differs(pool: Pool, lines: Mapping[Key, Line]) -> Iterator[str]:
    """Every line in force equals what a replay gives, to the last bit; none is missing or more."""
    left = dict(lines)
    for computed in replaying.lines(pool, ledger.entries(pool)):
        for line in computed:
            stored = left.pop((line.sequence, line.member_id), None)
            if stored is None:
                yield f"pool {pool}, number {line.sequence}: no line of member {line.member_id}"
            else:
                yield from _line_differs(pool, stored, line)
    for sequence, member in left:
        yield f"pool {pool}, number {sequence}: a line of member {member}, who is not in it"


def _line_differs(pool: Pool, line: Line, computed: Line) -> Iterator[str]:
    for name, stored, due in zip(Line._fields, line, computed, strict=True):
        if stored != due:
            yield (
                f"pool {pool}, number {line.sequence}: {name} of member {line.member_id} "
                f"is {stored!r}, a replay gives {due!r}"
            )


def _ratings_differ(pool: Pool, lines: Mapping[Key, Line]) -> Iterator[str]:
    """Every current rating follows from the member's last line; none is missing."""
    current = _current(line for line in lines.values() if line.counts)
    nothing = Current(newcomer(pool.constants), [], None, None)
    for stored in pool.ratings.order_by("member_id"):
        due = current.pop(stored.member_id, nothing)
        named = f"pool {pool}: rating of member {stored.member_id}"
        if stored.standing != due.standing:
            yield f"{named} is {stored.standing}, the ledger gives {due.standing}"
        elif (stored.history, stored.last_result_id, stored.last_rated_at) != (
            due.history,
            due.last_result_id,
            due.last_rated_at,
        ):
            yield f"{named} does not remember its last results"
    for member_id in sorted(current):
        yield f"pool {pool}: rating of member {member_id} is missing"


def _current(lines: Iterable[Line]) -> dict[int, Current]:
    current: dict[int, Current] = {}
    for line in lines:
        known = current.get(line.member_id)
        if known is None:
            known = current[line.member_id] = Current(line.standing, [], None, None)
        known.standing = line.standing
        known.history = [*known.history, line.after][-HISTORY_LENGTH:]
        if line.ladder_result_id is not None:
            known.last_result_id, known.last_rated_at = line.ladder_result_id, line.at
    return current


def _seats_differ() -> Iterator[str]:
    """What stands beside a match is what the ledger says, and nothing where it says nothing."""
    lines = RatingChange.objects.in_force().filter(
        ladder_result__result__match__seats__member=F("member")
    )
    seats = "ladder_result__result__match__seats__"
    beside = (f"{seats}rating_before", f"{seats}rating_after")
    for pk, member, before, after, *shown in (
        lines.order_by("pk")
        .values_list("ladder_result__result", "member", "before", "after", *beside)
        .iterator()
    ):
        if shown != [before, after]:
            yield f"result {pk}: ratings beside the seat of member {member} differ from the ledger"
    line = RatingChange.objects.in_force().filter(
        ladder_result__result__match=OuterRef("match"), member=OuterRef("member")
    )
    rated = apps.get_model("games", "Seat").objects.exclude(rating_before=None, rating_after=None)
    for pk in rated.filter(~Exists(line)).order_by("pk").values_list("match__result", flat=True):
        yield f"result {pk}: ratings beside a seat, but it is not in the ledger"
