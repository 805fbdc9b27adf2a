"""Rating results as they come: of finished matches, and of pairings entered from the board.

Lock order: matches and pairings (held by the caller) → the pools → rating rows by ascending
member id.
"""

from __future__ import annotations

import logging
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from accounts.models import Member
from games.signals import Finished
from ladder.enums import CorrectionKind, RatingStatus
from ladder.models import LadderResult, Pool, Rating, RatingChange
from ladder.rules.results import WIN
from ladder.selectors import ledger
from ladder.selectors.ledger import LedgerEntry
from ladder.services import corrections, replaying
from ladder.services.corrections import Effect

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable, Mapping, Sequence

    from games.models import Match, Result
    from ladder.models import Pairing
    from ladder.services.replaying import Line

logger = logging.getLogger(__name__)


class Outcome(NamedTuple):
    """What is rated: two members, the first one's score, the match length, when it ended."""

    ruleset: str
    members: tuple[int, int]
    score: float
    length: int
    at: datetime.datetime
    result: Result | None = None
    pairing: Pairing | None = None


def rate(*, match: Match, result: Result) -> tuple[RatingChange, ...]:
    """Rate one result as `rate_all` does."""
    seats = tuple(match.seats.order_by("side", "place"))
    return rate_all([Finished(match, result, seats)])


def rate_all(finished: Sequence[Finished]) -> tuple[RatingChange, ...]:
    """Write both members' lines of the ledger for each result, and their new ratings.

    In the order given; returns the lines. Nothing is written, and nothing returned, for a result
    that does not count. The caller holds the matches' locks and their transaction; a second call
    for the same result breaks the constraint of `LadderResult.result` and undoes that transaction.
    """
    return _enter([_outcome(one) for one in finished if _counts(one)])


def _counts(one: Finished) -> bool:
    return ledger.rating_status(match=one.match, result=one.result) is RatingStatus.RATED


def _outcome(one: Finished) -> Outcome:
    first, second = (seat.member_id for seat in one.seats)
    score = ledger.SCORE_OF_FIRST[one.result.winner]
    match, result = one.match, one.result
    length = match.options["length"]
    return Outcome(match.ruleset, (first, second), score, length, result.finished_at, result)


def rate_pairing(
    *, pairing: Pairing, now: datetime.datetime, official_id: int | None = None, why: str = ""
) -> tuple[RatingChange, ...]:
    """Rate the result that was entered from the board for a decided pairing of two members.

    Returns the lines written: none when the pairing does not count for the ladder (an unrated
    tournament, a guest, a walkover, both lost, a person and a bot who do not both allow it, a
    match played here, which is rated by itself).
    Where the pairing was rated before, the new result is a correction in the name of
    `official_id` for the reason `why`, both needed then.

    The caller holds the locks of the pairing and its tournament, and the transaction;
    `round.stage.tournament`, `first` and `second` should be joined.
    """
    status = ledger.pairing_status(pairing)
    if status is not RatingStatus.RATED:
        return ()
    score = (pairing.first_result or 0) / WIN
    rated = LadderResult.objects.filter(pairing=pairing).first()
    if rated is not None:
        if ledger.score_in_force(rated) != score:
            corrections.change(
                ladder_result=rated,
                kind=CorrectionKind.CORRECT,
                score=score,
                official_id=official_id,
                why=why,
                now=now,
            )
        return tuple(ledger.changes_of(rated))
    tournament = pairing.round.stage.tournament
    length = ledger.length_of(pairing)
    members = ledger.members_of(pairing)
    return _enter([Outcome(tournament.ruleset, members, score, length, now, pairing=pairing)])


def preview_pairing(*, pairing: Pairing, now: datetime.datetime) -> tuple[Effect, ...]:
    """Return what rating a pairing for the first time would do to its two members. Reads only.

    Empty where `rate_pairing` would write nothing.
    """
    if ledger.pairing_status(pairing) is not RatingStatus.RATED:
        return ()
    ruleset, members = pairing.round.stage.tournament.ruleset, ledger.members_of(pairing)
    pool = Pool.objects.filter(ruleset=ruleset).first() or Pool(ruleset=ruleset)
    rows = Rating.objects.filter(pool__ruleset=ruleset, member__in=members)
    known = {row.member_id: row.standing for row in rows}
    score, length = (pairing.first_result or 0) / WIN, ledger.length_of(pairing)
    entry = LedgerEntry(pool.last_sequence + 1, 0, None, members, score, length, now)
    named = Member.objects.in_bulk(members)
    return tuple(
        Effect(named[line.member_id], line.before, line.after)
        for lines in replaying.lines(pool, [entry], standings=known)
        for line in lines
    )


def _enter(outcomes: Sequence[Outcome]) -> tuple[RatingChange, ...]:
    """Lock, rate, write the results, their lines and the ratings."""
    if not outcomes:
        return ()
    pools = _locked_pools({one.ruleset for one in outcomes})
    ratings = _locked_ratings(outcomes, pools)
    lines = [
        line
        for ruleset, pool in pools.items()
        for line in _enter_in(pool, [one for one in outcomes if one.ruleset == ruleset], ratings)
    ]
    RatingChange.objects.bulk_create(lines)
    _store(ratings.values())
    return tuple(lines)


def _enter_in(
    pool: Pool, outcomes: Sequence[Outcome], ratings: Mapping[tuple[int, int], Rating]
) -> list[RatingChange]:
    """Number the outcomes of one pool and advance the ratings by them; return lines to write."""
    entered = LadderResult.objects.bulk_create(
        _numbered(pool, one, pool.last_sequence + count) for count, one in enumerate(outcomes, 1)
    )
    pool.last_sequence += len(entered)
    pool.save(update_fields=["last_sequence"])
    entries = [
        LedgerEntry(row.sequence, row.pk, None, one.members, one.score, one.length, one.at)
        for row, one in zip(entered, outcomes, strict=True)
    ]
    known = {member: row.standing for (of, member), row in ratings.items() if of == pool.pk}
    made = []
    for row, lines in zip(entered, replaying.lines(pool, entries, standings=known), strict=True):
        changes = [_change(pool, row, line) for line in lines]
        for line in lines:
            _advance(ratings[pool.pk, line.member_id], line)
        logger.info("%s rated: %s", row, ", ".join(map(str, changes)))
        made += changes
    return made


def _numbered(pool: Pool, one: Outcome, sequence: int) -> LadderResult:
    return LadderResult(
        pool=pool,
        sequence=sequence,
        result=one.result,
        pairing=one.pairing,
        first_id=one.members[0],
        second_id=one.members[1],
        length=one.length,
        score=one.score,
        at=one.at,
    )


def _change(pool: Pool, entered: LadderResult, line: Line) -> RatingChange:
    """Return a line as a row, with the result that it is of at hand."""
    change = RatingChange(pool=pool, **line._asdict())
    change.ladder_result = entered
    return change


def _locked_pools(rulesets: set[str]) -> dict[str, Pool]:
    """Lock pools by ascending id; make those that are missing."""
    for ruleset in rulesets - set(Pool.objects.values_list("ruleset", flat=True)):
        Pool.objects.get_or_create(ruleset=ruleset)
    rows = Pool.objects.select_for_update().filter(ruleset__in=rulesets).order_by("pk")
    return {pool.ruleset: pool for pool in rows}


def _locked_ratings(
    outcomes: Sequence[Outcome], pools: Mapping[str, Pool]
) -> dict[tuple[int, int], Rating]:
    """Lock the ratings by ascending member id; those that are missing begin in memory."""
    wanted = {
        (pools[one.ruleset].pk, member): pools[one.ruleset]
        for one in outcomes
        for member in one.members
    }
    rows = Rating.objects.select_for_update().filter(
        pool__in=pools.values(), member__in={member_id for _, member_id in wanted}
    )
    found = {(row.pool_id, row.member_id): row for row in rows.order_by("member_id", "pool_id")}
    for (pool_id, member_id), pool in wanted.items():
        if (pool_id, member_id) not in found:
            made = Rating(pool_id=pool_id, member_id=member_id, rating=pool.start, experience=0)
            found[pool_id, member_id] = made
    return {key: found[key] for key in wanted}


def _store(ratings: Iterable[Rating]) -> None:
    """Write current ratings, new or old, in one statement."""
    fields = ("rating", "experience", "history", "last_result_id", "last_rated_at")
    rows = [
        Rating(
            pool_id=rating.pool_id,
            member_id=rating.member_id,
            **{name: getattr(rating, name) for name in fields},
        )
        for rating in sorted(ratings, key=attrgetter("member_id", "pool_id"))
    ]
    Rating.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["pool", "member"],
        update_fields=[name.removesuffix("_id") for name in fields],
    )


def _advance(rating: Rating, line: Line) -> None:
    """Bring a current rating to where a new line of the ledger leaves it."""
    rating.rating, rating.experience = line.standing
    rating.remember(line.after)
    rating.last_result_id = line.ladder_result_id
    rating.last_rated_at = line.at
