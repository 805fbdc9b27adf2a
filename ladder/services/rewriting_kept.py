"""Keeping what a replay changed: ledger lines, ratings, and the numbers beside the seats.

The caller holds the pool's lock. A hundred thousand results are a matter of seconds: PostgreSQL
takes the lines by COPY, and the rest goes in statements over many rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import apps
from django.db import connection

from ladder.models import HISTORY_LENGTH, Rating, RatingChange
from ladder.rules import newcomer
from ladder.services.replaying import Line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ladder.models import Pool
    from ladder.services.rewriting import Course, Rewriting

BATCH = 1000


def keep(pool: Pool, rewriting: Rewriting, *, number: int) -> None:
    """Write the changed lines as those of correction `number`, and all that follows from them."""
    write_lines(pool, rewriting.changed, number=number)
    _follow(pool, rewriting)
    _write_seats(pool, number)


def write_lines(pool: Pool, lines: Sequence[Line], *, number: int) -> None:
    """Insert lines of the ledger as those of correction `number`, 0 for original ones."""
    if connection.vendor == "postgresql":
        _copy_lines(pool, lines, number)
        return
    rows = (RatingChange(pool=pool, correction=number, **line._asdict()) for line in lines)
    RatingChange.objects.bulk_create(rows, batch_size=BATCH)


def _copy_lines(pool: Pool, lines: Sequence[Line], number: int) -> None:
    meta = RatingChange._meta
    # A foreign key may be named by its column, so that the names of `Line` are those of columns.
    columns = ("pool_id", "correction", *Line._fields)
    names = ", ".join(connection.ops.quote_name(column) for column in columns)
    table = connection.ops.quote_name(meta.db_table)
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
        for line in lines:
            copy.write_row((pool.pk, number, *line))


def _follow(pool: Pool, rewriting: Rewriting) -> None:
    """Bring ratings to where the replay leaves them, by ascending member id."""
    moved = {line.member_id for line in rewriting.changed}
    written = []
    for rating in pool.ratings.filter(member__in=moved).order_by("member_id").iterator():
        course = rewriting.courses[rating.member_id]
        if course.lines_before == course.lines_since:
            rating.rating, rating.experience = course.standing
            rating.history = _history(rating, course)
        else:
            _read_again(rating)
        written.append(rating)
    write_ratings(written)


def write_ratings(ratings: Sequence[Rating]) -> None:
    """Update many ratings, in the order given: by ascending member id."""
    for rating in ratings:
        # An upsert is one statement for a thousand rows; the row is found by pool and member.
        rating.pk = None
    Rating.objects.bulk_create(
        ratings,
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["pool", "member"],
        update_fields=["rating", "experience", "history", "last_result", "last_rated_at"],
    )


def _history(rating: Rating, course: Course) -> list[float]:
    """Replace the last ratings, as many as there are lines in the replayed part."""
    kept = rating.history[: max(0, len(rating.history) - course.lines_since)]
    return [*kept, *course.latest][-HISTORY_LENGTH:]


def _read_again(rating: Rating) -> None:
    """Take everything from the ledger: for a member who lost a line, or got one back."""
    lines = RatingChange.objects.in_force().filter(pool=rating.pool_id, member=rating.member_id)
    newest = list(lines.order_by("-sequence")[:HISTORY_LENGTH])
    rating.history = [line.after for line in reversed(newest)]
    rating.rating, rating.experience = newcomer(rating.pool.constants)
    if newest:
        rating.rating, rating.experience = newest[0].after, newest[0].experience_after
    last = lines.of_results().order_by("-sequence").first()
    rating.last_result_id = last.ladder_result_id if last else None
    rating.last_rated_at = last.at if last else None


def _write_seats(pool: Pool, number: int) -> None:
    """Show beside the seats of matches what their lines say now; nothing where none is left.

    Only results of the ledger show ratings, so these columns are under the pool's lock.
    """
    tables = {
        name: apps.get_model(label)._meta.db_table
        for name, label in (
            ("seat", "games.Seat"),
            ("result", "games.Result"),
            ("entry", "ladder.LadderResult"),
            ("change", "ladder.RatingChange"),
        )
    }
    with connection.cursor() as cursor:
        cursor.execute(_SEATS.format(**tables), [pool.pk, number])


_SEATS = """
    UPDATE {seat} SET
        rating_before = CASE WHEN line.score IS NULL THEN NULL ELSE line.before END,
        rating_after = CASE WHEN line.score IS NULL THEN NULL ELSE line.after END
    FROM {change} line
        JOIN {entry} entry ON entry.id = line.ladder_result_id
        JOIN {result} result ON result.id = entry.result_id
    WHERE line.pool_id = %s AND line.correction = %s
        AND {seat}.match_id = result.match_id AND {seat}.member_id = line.member_id
"""
