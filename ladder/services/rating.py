"""Rating results as they come: of finished matches, and of pairings entered from the board.

Lock order: match and pairing (held by the caller) → the pool → rating rows by ascending member id.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NamedTuple

from ladder.enums import CorrectionKind, RatingStatus
from ladder.models import LadderResult, Pool, Rating, RatingChange
from ladder.rules.results import WIN
from ladder.selectors import ledger
from ladder.selectors.ledger import LedgerEntry
from ladder.services import corrections, replaying

if TYPE_CHECKING:
    import datetime
    from collections.abc import Mapping

    from games.models import Match, Result
    from ladder.models import Pairing
    from ladder.services.replaying import Line

logger = logging.getLogger(__name__)


class Outcome(NamedTuple):
    """What is rated: two members, the first one's score, the match length, when it ended."""

    members: tuple[int, int]
    score: float
    length: int
    at: datetime.datetime


def rate(*, match: Match, result: Result) -> tuple[RatingChange, ...]:
    """Write both members' lines of the ledger and their new ratings; return the lines.

    Nothing is written, and nothing returned, for a result that does not count. The caller holds
    the match's lock and its transaction; a second call for the same result breaks the constraint
    of `LadderResult.result` and undoes that transaction.
    """
    if ledger.rating_status(match=match, result=result) is not RatingStatus.RATED:
        return ()
    first, second = (seat.member_id for seat in match.seats.order_by("side", "place"))
    outcome = Outcome(
        members=(first, second),
        score=ledger.SCORE_OF_FIRST[result.winner],
        length=match.options["length"],
        at=result.finished_at,
    )
    return _enter(match.ruleset, outcome, result=result)


def rate_pairing(
    *, pairing: Pairing, now: datetime.datetime, official_id: int | None = None, why: str = ""
) -> tuple[RatingChange, ...]:
    """Rate the result that was entered from the board for a decided pairing of two members.

    Returns the lines written: none when the pairing does not count for the ladder (an unrated
    tournament, a guest, a walkover, both lost, a match played here, which is rated by itself).
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
    outcome = Outcome(ledger.members_of(pairing), score, ledger.length_of(pairing), now)
    return _enter(pairing.round.stage.tournament.ruleset, outcome, pairing=pairing)


def _enter(
    ruleset: str, outcome: Outcome, *, result: Result | None = None, pairing: Pairing | None = None
) -> tuple[RatingChange, ...]:
    """Lock, rate, write the result, its lines and both ratings."""
    pool, ratings = _locked(ruleset, outcome.members)
    pool.last_sequence += 1
    pool.save(update_fields=["last_sequence"])
    entered = LadderResult.objects.create(
        pool=pool,
        sequence=pool.last_sequence,
        result=result,
        pairing=pairing,
        first_id=outcome.members[0],
        second_id=outcome.members[1],
        length=outcome.length,
        score=outcome.score,
        at=outcome.at,
    )
    standings = {member_id: rating.standing for member_id, rating in ratings.items()}
    entry = LedgerEntry(pool.last_sequence, entered.pk, None, outcome.members, *outcome[1:])
    (computed,) = replaying.lines(pool, [entry], standings=standings)
    lines = tuple(RatingChange(pool=pool, **line._asdict()) for line in computed)
    RatingChange.objects.bulk_create(lines)
    for line in computed:
        _advance(ratings[line.member_id], line)
    logger.info("%s rated: %s", entered, ", ".join(str(line) for line in lines))
    return lines


def _locked(ruleset: str, members: tuple[int, int]) -> tuple[Pool, Mapping[int, Rating]]:
    """Lock the pool, then both ratings by ascending member id; make those that are missing."""
    pool, _ = Pool.objects.select_for_update().get_or_create(ruleset=ruleset)
    ratings = Rating.objects.select_for_update().filter(pool=pool, member__in=members)
    found = {rating.member_id: rating for rating in ratings.order_by("member_id")}
    for member_id in sorted(set(members) - set(found)):
        found[member_id] = Rating.objects.create(
            pool=pool, member_id=member_id, rating=pool.start, experience=0
        )
    return pool, found


def _advance(rating: Rating, line: Line) -> None:
    """Bring a current rating to where a new line of the ledger leaves it."""
    rating.rating, rating.experience = line.standing
    rating.remember(line.after)
    rating.last_result_id = line.ladder_result_id
    rating.last_rated_at = line.at
    rating.save()
