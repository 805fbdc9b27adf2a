"""What a corrected result does to everything after it: first computed, then perhaps kept.

Everything here relies on the pool's lock, held by the caller, or only reads.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from ladder.models import HISTORY_LENGTH, RatingChange
from ladder.rules import Standing
from ladder.selectors import ledger
from ladder.services import replaying
from ladder.services.replaying import Line
from vrhcaby.errors import DomainError

if TYPE_CHECKING:
    from ladder.models import Pool
    from ladder.selectors.ledger import LedgerEntry

_latest: partial[deque[float]] = partial(deque, maxlen=HISTORY_LENGTH)


class LedgerBroken(DomainError):
    """The ledger's lines do not fit its results; `check_invariants` tells where."""

    code = "ledger_broken"


@dataclass(slots=True)
class Course:
    """A member's way through the replayed part: where it leaves him, and his last ratings.

    `lines_before` and `lines_since` count his lines that are in force, before and after.
    """

    was: Standing
    standing: Standing
    latest: deque[float] = field(default_factory=_latest)
    lines_before: int = 0
    lines_since: int = 0


@dataclass(frozen=True, slots=True)
class Rewriting:
    """What a replay changes: lines that differ from those in force, and members' courses."""

    changed: tuple[Line, ...]
    courses: Mapping[int, Course]


def rewriting(pool: Pool, *, since: int, scores: Mapping[int, float | None]) -> Rewriting:
    """Replay the pool from entry `since` on, with other scores for some results. Writes nothing.

    Raises `LedgerBroken`, and `RatingError` where something cannot be rated.
    """
    standings: dict[int, Standing] = {}
    courses: dict[int, Course] = {}
    changed: list[Line] = []
    pairs = _beside_stored(pool, since, scores)
    stored: list[dict[int, Line]] = []
    entries = _told(pairs, stored, standings)
    for computed in replaying.lines(pool, entries, standings=standings):
        known = stored.pop()
        if known.keys() != {line.member_id for line in computed}:
            raise LedgerBroken
        for line in computed:
            before = known[line.member_id]
            if line != before:
                changed.append(line)
            _go_on(courses, before, line)
    return Rewriting(tuple(changed), courses)


def _told(
    pairs: Iterator[tuple[LedgerEntry, dict[int, Line]]],
    stored: list[dict[int, Line]],
    standings: dict[int, Standing],
) -> Iterator[LedgerEntry]:
    """Pass on the entries; a member's first line in force tells where he stood before it."""
    for entry, known in pairs:
        for line in known.values():
            standings.setdefault(line.member_id, Standing(line.before, line.experience_before))
        stored.append(known)
        yield entry


def _beside_stored(
    pool: Pool, since: int, scores: Mapping[int, float | None]
) -> Iterator[tuple[LedgerEntry, dict[int, Line]]]:
    """Yield each entry with its lines in force by member."""
    rows = RatingChange.objects.newest().filter(pool=pool, sequence__gte=since)
    ordered = rows.order_by("sequence").values_list(*Line._fields).iterator()
    groups = groupby((Line(*row) for row in ordered), key=attrgetter("sequence"))
    for entry in ledger.entries(pool, since=since):
        sequence, group = next(groups, (None, iter(())))
        if sequence != entry.sequence:
            raise LedgerBroken
        if entry.ladder_result_id is not None and entry.ladder_result_id in scores:
            entry = entry._replace(score=scores[entry.ladder_result_id])
        yield entry, {line.member_id: line for line in group}
    if next(groups, None):
        raise LedgerBroken


def _go_on(courses: dict[int, Course], before: Line, line: Line) -> None:
    course = courses.get(line.member_id)
    if course is None:
        course = courses[line.member_id] = Course(before.standing, line.standing)
    course.was, course.standing = before.standing, line.standing
    course.lines_before += before.counts
    if line.counts:
        course.lines_since += 1
        course.latest.append(line.after)
