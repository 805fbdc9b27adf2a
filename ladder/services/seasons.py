"""Seasons: an official opens and closes one; closing leaves a table behind for good.

Lock order: the season → all pools by ascending id → rating rows by ascending member id. Ratings go
on from season to season; a soft reset at the end of one is an entry of each pool's ledger.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Count, F, Q, Sum

from accounts import permissions
from accounts.models import Member
from games.instants import to_datetime
from ladder.models import (
    PROVISIONAL_BELOW,
    Pool,
    Rating,
    RatingChange,
    Season,
    SeasonPlace,
    SoftReset,
)
from ladder.selectors.ledger import LedgerEntry
from ladder.selectors.table import places
from ladder.services import replaying, rewriting_kept
from vrhcaby import clock, plain_line
from vrhcaby.errors import DomainError

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterator

logger = logging.getLogger(__name__)

MOST_KEPT = 0.95


class SeasonIsOpen(DomainError):
    """One season is open at a time."""

    code = "season_is_open"


class NoOpenSeason(DomainError):
    """There is no season to be closed."""

    code = "no_open_season"


class SeasonNameMissing(DomainError):
    """A season needs a name."""

    code = "season_name_missing"


class SeasonNameTaken(DomainError):
    """Every season has a name of its own."""

    code = "season_name_taken"


class BadKeep(DomainError):
    """A soft reset keeps a share of the distance from 0 to 0.95."""

    code = "bad_keep"


@transaction.atomic(durable=True)
def open_season(*, by_id: int, name: str) -> Season:
    """Open a season now.

    Raises `NotAnOfficial`, `SeasonIsOpen`, `SeasonNameMissing`, `SeasonNameTaken`.
    """
    # Locked together with the seasons' end: of two who open one at once the second is told.
    list(Pool.objects.select_for_update().order_by("pk"))
    now = to_datetime(clock.now())
    permissions.require_official(Member.objects.get(pk=by_id))
    if Season.objects.open().exists():
        raise SeasonIsOpen
    name = plain_line.clean(name)
    if not name:
        raise SeasonNameMissing
    if Season.objects.filter(name=name).exists():
        raise SeasonNameTaken
    season = Season.objects.create(name=name, opened_at=now, opened_by_id=by_id)
    logger.info("season %s opened by %s", season, by_id)
    return season


@transaction.atomic(durable=True)
def close_season(*, by_id: int, keep: float | None = None) -> Season:
    """Close the open season: freeze the tables of all pools; with `keep`, pull ratings together.

    `keep` is the share of each rating's distance from the pool's start that stays, 0 … 0.95; None
    leaves ratings as they are. Raises `NotAnOfficial`, `NoOpenSeason`, `BadKeep`.
    """
    season = Season.objects.select_for_update().open().first()
    pools = list(Pool.objects.select_for_update().order_by("pk"))
    now = to_datetime(clock.now())
    permissions.require_official(Member.objects.get(pk=by_id))
    if season is None:
        raise NoOpenSeason
    if keep is not None and not 0 <= keep <= MOST_KEPT:
        raise BadKeep
    season.closed_at, season.closed_by_id = now, by_id
    season.save(update_fields=["closed_at", "closed_by"])
    for pool in pools:
        SeasonPlace.objects.bulk_create(_places(season, pool), batch_size=1000)
        if keep is not None:
            _reset(season, pool, keep=keep, official_id=by_id, now=now)
    logger.info("season %s closed by %s, keeping %s", season, by_id, keep)
    return season


def _places(season: Season, pool: Pool) -> Iterator[SeasonPlace]:
    """Yield the lines of a pool's table: members with a result in the season, by rating."""
    lines = RatingChange.objects.in_force().of_results().filter(pool=pool)
    within = lines.filter(at__gte=season.opened_at, at__lt=season.closed_at)
    records = {
        row["member"]: row
        for row in within.order_by()
        .values("member")
        .annotate(
            won=Count("pk", filter=Q(score=1)),
            drawn=Count("pk", filter=Q(score=0.5)),
            lost=Count("pk", filter=Q(score=0)),
            gained=Sum(F("after") - F("before")),
        )
    }
    ratings = pool.ratings.filter(member__in=records).select_related("member")
    ranked = list(ratings.order_by("-rating", "member_id"))
    established = [rating for rating in ranked if rating.experience >= PROVISIONAL_BELOW]
    placed = dict(
        zip(
            [rating.member_id for rating in established],
            places([rating.rating for rating in established], first=1),
            strict=True,
        )
    )
    for rating in ranked:
        record = {**records[rating.member_id], "member": rating.member}
        yield SeasonPlace(
            season=season,
            pool=pool,
            place=placed.get(rating.member_id),
            rating=rating.rating,
            experience=rating.experience,
            **record,
        )


def _reset(
    season: Season, pool: Pool, *, keep: float, official_id: int, now: datetime.datetime
) -> None:
    """Enter a soft reset in the pool's ledger and bring all ratings to where it leaves them.

    Who has nothing but annulled results is among them: taken back, they come before the reset.
    """
    ratings: dict[int, Rating] = {
        rating.member_id: rating for rating in pool.ratings.order_by("member_id")
    }
    if not ratings:
        return
    pool.last_sequence += 1
    pool.save(update_fields=["last_sequence"])
    reset = SoftReset.objects.create(
        pool=pool,
        season=season,
        sequence=pool.last_sequence,
        target=pool.start,
        keep=keep,
        official_id=official_id,
        at=now,
    )
    entry = LedgerEntry(
        reset.sequence, None, reset.pk, tuple(ratings), None, 0, now, reset.target, reset.keep
    )
    standings = {member_id: rating.standing for member_id, rating in ratings.items()}
    (lines,) = replaying.lines(pool, [entry], standings=standings)
    rewriting_kept.write_lines(pool, lines, number=0)
    rewriting_kept.write_ratings([_moved(ratings[line.member_id], line) for line in lines])


def _moved(rating: Rating, line: replaying.Line) -> Rating:
    rating.rating = line.after
    rating.remember(line.after)
    return rating
