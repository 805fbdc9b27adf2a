"""What officials make of results that count: annul, correct, undo; and what that would change.

Lock order: what the caller holds (match, pairing, tournament) → the pool → rating rows by
ascending member id. A correction replays everything after the earliest result that it touches,
in one transaction.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from django.db import transaction

from accounts import permissions
from accounts.enums import NoticeKind
from accounts.models import Member
from accounts.services import notices
from games.instants import to_datetime
from ladder.enums import CorrectionKind
from ladder.models import Correction, LadderResult, Pool
from ladder.rules.rating import SCORES
from ladder.selectors import ledger
from ladder.services import rewriting, rewriting_kept
from vrhcaby import clock
from vrhcaby.errors import DomainError

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable, Mapping, Sequence

logger = logging.getLogger(__name__)


class ReasonMissing(DomainError):
    """An official must say why."""

    code = "reason_missing"


class NothingToCorrect(DomainError):
    """The result already is as it is to become."""

    code = "nothing_to_correct"


class NothingToUndo(DomainError):
    """No correction of this result is in force."""

    code = "nothing_to_undo"


class BadScore(DomainError):
    """A result is a win, a draw or a loss of the first player."""

    code = "bad_score"


class CannotBeDrawn(DomainError):
    """What was played knows no draw."""

    code = "cannot_be_drawn"


class CorrectedMeanwhile(DomainError):
    """The result was corrected after the page was shown; `details` tell by whom and to what."""

    code = "corrected_meanwhile"


class NoSuchResult(DomainError):
    """There is no such result in the ledger."""

    code = "no_such_result"


class Act(NamedTuple):
    """One correction wanted: of which result, and the first player's score, None to annul."""

    ladder_result: LadderResult
    kind: CorrectionKind
    score: float | None
    undoes: Correction | None = None


@dataclass(frozen=True, slots=True)
class Effect:
    """What a correction does to one member: his rating now and then."""

    member: Member
    before: float
    after: float

    @property
    def amount(self) -> float:
        """Return the points it wins or costs him."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Preview:
    """Everybody whose rating a correction would move, the largest change first."""

    effects: tuple[Effect, ...]
    lines: int


def preview(*, ladder_result: LadderResult, score: float | None) -> Preview:
    """Tell what the ratings would be with this score (None: annulled). Reads only.

    Raises `CannotBeDrawn`.
    """
    _require_possible(ladder_result, score)
    computed = rewriting.rewriting(
        ladder_result.pool, since=ladder_result.sequence, scores={ladder_result.pk: score}
    )
    moved = {
        member_id: course
        for member_id, course in computed.courses.items()
        if course.was != course.standing
    }
    members = Member.objects.in_bulk(moved)
    effects = [
        Effect(members[member_id], course.was.rating, course.standing.rating)
        for member_id, course in moved.items()
    ]
    effects.sort(key=lambda effect: (-abs(effect.amount), effect.member.pk))
    return Preview(tuple(effects), len(computed.changed))


@transaction.atomic(durable=True)
def correct(
    *, ladder_result_id: int, by_id: int, score: float | None, why: str, known: int | None = None
) -> Correction:
    """Give a result another score, or annul it with None, for the rating alone.

    `known` is the number of the newest correction the official had seen, 0 for none.
    Raises `NotAnOfficial`, `ReasonMissing`, `BadScore`, `CannotBeDrawn`, `NothingToCorrect`,
    `CorrectedMeanwhile`, `NoSuchResult`, `LedgerBroken`.
    """
    result = _locked(ladder_result_id)
    now = to_datetime(clock.now())
    permissions.require_official(Member.objects.get(pk=by_id))
    _require_known(result, known)
    _require_possible(result, score)
    kind = CorrectionKind.ANNUL if score is None else CorrectionKind.CORRECT
    written = change(
        ladder_result=result, kind=kind, score=score, official_id=by_id, why=why, now=now
    )
    _tell(written)
    return written


@transaction.atomic(durable=True)
def undo(*, ladder_result_id: int, by_id: int, why: str, known: int | None = None) -> Correction:
    """Take back the newest correction of a result that is in force; itself another correction.

    Raises as `correct`, and `NothingToUndo`.
    """
    result = _locked(ladder_result_id)
    now = to_datetime(clock.now())
    permissions.require_official(Member.objects.get(pk=by_id))
    _require_known(result, known)
    written = change(
        ladder_result=result, kind=CorrectionKind.UNDO, official_id=by_id, why=why, now=now
    )
    _tell(written)
    return written


def change(
    *,
    ladder_result: LadderResult,
    kind: CorrectionKind,
    official_id: int | None,
    why: str,
    now: datetime.datetime,
    score: float | None = None,
) -> Correction:
    """Correct one result and replay; inner: the caller knows that the official may.

    `score` is the first player's, for `correct` only. Raises as `correct` and `undo`.
    """
    (written,) = change_all(
        acts=[(ladder_result, kind, score)], official_id=official_id, why=why, now=now
    )
    return written


def change_all(
    *,
    acts: Iterable[tuple[LadderResult, CorrectionKind, float | None]],
    official_id: int | None,
    why: str,
    now: datetime.datetime,
) -> list[Correction]:
    """Correct several results and replay each pool once; inner, as `change`.

    What already is as it is to become is refused when it is the only act, else passed over.
    """
    if not why.strip() or official_id is None:
        raise ReasonMissing
    wanted = sorted(acts, key=lambda act: (act[0].pool_id, act[0].sequence))
    written: list[Correction] = []
    for pool_id in sorted({result.pool_id for result, _, _ in wanted}):
        pool = Pool.objects.select_for_update().get(pk=pool_id)
        resolved = _resolved([act for act in wanted if act[0].pool_id == pool_id])
        if resolved:
            written += _kept(pool, resolved, official_id=official_id, why=why.strip(), now=now)
    if not written:
        raise NothingToCorrect
    return written


def in_force(ladder_result: LadderResult) -> Correction | None:
    """Return the correction that undoing would take back, None when there is none."""
    acts = ladder_result.corrections.exclude(kind=CorrectionKind.UNDO).filter(undone_by=None)
    return acts.order_by("-number").first()


def score_before(ladder_result: LadderResult) -> float | None:
    """Return the score that undoing would bring back. Raises `NothingToUndo`."""
    return _undoing(ladder_result).score


def _resolved(wanted: Sequence[tuple[LadderResult, CorrectionKind, float | None]]) -> list[Act]:
    """Fill in what an undoing brings back; leave out what changes nothing."""
    resolved = []
    for result, kind, score in wanted:
        act = _undoing(result) if kind is CorrectionKind.UNDO else Act(result, kind, score)
        if act.kind is CorrectionKind.CORRECT and act.score not in SCORES:
            raise BadScore
        if act.kind is CorrectionKind.ANNUL:
            act = act._replace(score=None)
        if act.undoes or act.score != ledger.score_in_force(result):
            resolved.append(act)
    return resolved


def _undoing(result: LadderResult) -> Act:
    undone = in_force(result)
    if undone is None:
        raise NothingToUndo
    return Act(result, CorrectionKind.UNDO, undone.score_before, undone)


def _kept(
    pool: Pool, acts: Sequence[Act], *, official_id: int, why: str, now: datetime.datetime
) -> list[Correction]:
    """Write the acts of one pool, then everything that they change."""
    scores: Mapping[int, float | None] = {act.ladder_result.pk: act.score for act in acts}
    since = min(act.ladder_result.sequence for act in acts)
    computed = rewriting.rewriting(pool, since=since, scores=scores)
    written = [
        Correction.objects.create(
            pool=pool,
            number=pool.last_correction + offset,
            ladder_result=act.ladder_result,
            kind=act.kind,
            score_before=ledger.score_in_force(act.ladder_result),
            score=act.score,
            undoes=act.undoes,
            official_id=official_id,
            why=why,
            at=now,
        )
        for offset, act in enumerate(acts, 1)
    ]
    pool.last_correction += len(written)
    pool.save(update_fields=["last_correction"])
    rewriting_kept.keep(pool, computed, number=pool.last_correction)
    logger.info("%s: %s by %s, %s lines", pool, written, official_id, len(computed.changed))
    return written


def _tell(correction: Correction) -> None:
    """Tell both players what became of their result, and why."""
    result = correction.ladder_result
    for member_id, opponent in (
        (result.first_id, result.second),
        (result.second_id, result.first),
    ):
        notices.tell(
            member_ids=[member_id],
            kind=NoticeKind.CORRECTION,
            params={
                "by": correction.official.username,
                "opponent": opponent.username,
                "kind": correction.kind,
                "why": correction.why,
            },
            path=result.get_absolute_url(),
            about=f"correction:{correction.pk}",
        )


def _locked(ladder_result_id: int) -> LadderResult:
    """Find the result and lock its pool."""
    result = LadderResult.objects.filter(pk=ladder_result_id).first()
    if result is None:
        raise NoSuchResult
    result.pool = Pool.objects.select_for_update().get(pk=result.pool_id)
    return result


def _require_possible(result: LadderResult, score: float | None) -> None:
    """Raise `CannotBeDrawn` for a draw where there is none."""
    if score == ledger.SCORE_OF_FIRST[None] and not ledger.can_be_drawn(result):
        raise CannotBeDrawn


def _require_known(result: LadderResult, known: int | None) -> None:
    """Raise `CorrectedMeanwhile` when the official has not seen the newest correction."""
    newest = result.corrections.select_related("official").order_by("-number").first()
    if known is None or newest is None or newest.number == known:
        return
    raise CorrectedMeanwhile(
        details={"by": newest.official.username, "act": newest.kind, "at": newest.at.isoformat()}
    )
