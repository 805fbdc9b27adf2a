"""Going through the ledger again: what its lines should hold, given the results in force.

Pure reading; what comes of it is kept by `corrections`, judged by `audit`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ladder.rules import Standing, newcomer, rate
from ladder.rules.rating import soft_reset

if TYPE_CHECKING:
    import datetime

    from ladder.models import Pool
    from ladder.rules import Constants
    from ladder.selectors.ledger import LedgerEntry


class Line(NamedTuple):
    """A member's line of the ledger; what the formula gives is None where it was not used."""

    sequence: int
    ladder_result_id: int | None
    reset_id: int | None
    member_id: int
    opponent_id: int | None
    at: datetime.datetime
    difference: float | None
    length: int | None
    k: float | None
    expected: float | None
    score: float | None
    before: float
    after: float
    experience_before: int

    @property
    def counts(self) -> bool:
        """Tell whether it is part of the rating: all but lines of annulled results."""
        return self.score is not None or self.reset_id is not None

    @property
    def standing(self) -> Standing:
        """Where it leaves the member."""
        gained = 0 if self.score is None else self.length or 0
        return Standing(self.after, self.experience_before + gained)


FORMULA = ("difference", "length", "k", "expected", "score", "before", "after", "experience_before")
"""What a line holds beside whom and when."""


def lines(
    pool: Pool, entries: Iterable[LedgerEntry], *, standings: dict[int, Standing] | None = None
) -> Iterator[tuple[Line, ...]]:
    """Yield the lines of each entry: of a result two, the first player's first.

    `standings` are where members stand before; it is kept up to date, and who is not in it is
    a newcomer. Raises `RatingError` where the ledger holds something that cannot be rated.
    """
    known = {} if standings is None else standings
    constants, beginning = pool.constants, newcomer(pool.constants)
    for entry in entries:
        if entry.ladder_result_id is None:
            made = _reset(entry, known, beginning)
        elif entry.score is None:
            made = _annulled(entry, known, beginning)
        else:
            made = _rated(entry, known, beginning, constants)
        for line in made:
            known[line.member_id] = line.standing
        yield made


def _rated(
    entry: LedgerEntry,
    standings: Mapping[int, Standing],
    beginning: Standing,
    constants: Constants,
) -> tuple[Line, ...]:
    sequence, result, _, (first, second), score, length, at, *_rest = entry
    own, other = rate(
        standings.get(first, beginning),
        standings.get(second, beginning),
        score=score,  # type: ignore[arg-type]  # the caller has looked
        length=length,
        constants=constants,
    )
    return (
        Line(sequence, result, None, first, second, at, *own),
        Line(sequence, result, None, second, first, at, *other),
    )


def _annulled(
    entry: LedgerEntry, standings: Mapping[int, Standing], beginning: Standing
) -> tuple[Line, ...]:
    """Leave both members where they are."""
    first, second = entry.members
    return tuple(
        _unmoved(entry, member, opponent, standings.get(member, beginning))
        for member, opponent in ((first, second), (second, first))
    )


def _unmoved(entry: LedgerEntry, member: int, opponent: int, standing: Standing) -> Line:
    return Line(
        sequence=entry.sequence,
        ladder_result_id=entry.ladder_result_id,
        reset_id=None,
        member_id=member,
        opponent_id=opponent,
        at=entry.at,
        difference=None,
        length=entry.length,
        k=None,
        expected=None,
        score=None,
        before=standing.rating,
        after=standing.rating,
        experience_before=standing.experience,
    )


def _reset(
    entry: LedgerEntry, standings: Mapping[int, Standing], beginning: Standing
) -> tuple[Line, ...]:
    made = []
    for member in entry.members:
        standing = standings.get(member, beginning)
        made.append(
            Line(
                sequence=entry.sequence,
                ladder_result_id=None,
                reset_id=entry.reset_id,
                member_id=member,
                opponent_id=None,
                at=entry.at,
                difference=None,
                length=None,
                k=None,
                expected=None,
                score=None,
                before=standing.rating,
                after=soft_reset(standing.rating, target=entry.target, keep=entry.keep),
                experience_before=standing.experience,
            )
        )
    return tuple(made)
