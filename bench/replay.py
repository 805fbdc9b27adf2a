"""How long a correction of the first of many results takes, everything after it replayed.

Run by `python -m bench.ladder --replay 100000`: on a PostgreSQL server of its own, with matches,
seats and results behind the ledger, so that everything is written that the site writes. Beside
it stand the same sums in plain Python without any database.
"""

import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.infrastructure import required
from tests.infrastructure.postgresql import PostgreSQL

MEMBERS = 500
LIMIT_S = 30.0
AT = "2026-01-01T00:00Z"

_FILL = (
    """INSERT INTO games_diceseed (id, secret, commitment, created_at)
    SELECT i, '', lpad(i::text, 64, '0'), 0 FROM generate_series(1, {results}) i""",
    """INSERT INTO games_match (
        id, ruleset, options, rules_version, rated, source, status, state, version, trail, last_at,
        dice_id, started_at, finished_at, winner, reason)
    SELECT i, 'standard', '{{"length": 7}}', 1, true, 'challenge', 'finished', '{{}}', 0, '{{}}', 0,
        i, '{at}', '{at}', i % 2, 'borne_off'
    FROM generate_series(1, {results}) i""",
    """INSERT INTO games_result (id, match_id, winner, reason, rated, finished_at)
    SELECT i, i, i % 2, 'borne_off', true, '{at}' FROM generate_series(1, {results}) i""",
    """INSERT INTO ladder_pool (
        id, ruleset, start, scale, factor, ramp_start, ramp_span, ramp_floor, last_sequence,
        last_correction)
    VALUES (1, 'standard', 1500, 2000, 4, 5, 100, 1, {results}, 0)""",
)


@dataclass(frozen=True)
class Timing:
    """One act: the seconds it took, those of both processors in it, and the lines it wrote."""

    name: str
    seconds: float
    processor: float
    lines: int


@contextmanager
def database() -> Iterator[None]:
    """A migrated database on a fresh PostgreSQL server, as the project's settings see it."""
    with ExitStack() as ending:
        server = PostgreSQL(required.postgresql_binaries())
        ending.callback(server.remove)
        server.start()
        os.environ["DATABASE_URL"] = server.create("replay")
        os.environ["DJANGO_SETTINGS_MODULE"] = "vrhcaby.settings.test"
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        ending.callback(connection.close)
        call_command("migrate", verbosity=0)
        yield


def fill(results: int) -> None:
    """Make members, matches, results and their ledger."""
    from django.db import connection, transaction

    from accounts.models import Member
    from ladder.models import LadderResult, Pool, Rating
    from ladder.selectors import ledger
    from ladder.services import replaying, rewriting_kept

    numbers = range(1, MEMBERS + 1)
    Member.objects.bulk_create(
        Member(pk=number, username=f"m{number}", canonical=f"m{number}") for number in numbers
    )
    with connection.cursor() as cursor:
        for statement in _FILL:
            cursor.execute(statement.format(results=results, at=AT))
        _seat(cursor, results)
    pool = Pool.objects.get()
    standings: dict[int, Any] = {}
    lines = [
        line
        for pair in replaying.lines(pool, ledger.entries(pool), standings=standings)
        for line in pair
    ]
    last = {line.member_id: line for line in lines}
    history: dict[int, list[float]] = {}
    for line in lines:
        history.setdefault(line.member_id, []).append(line.after)
    with transaction.atomic():
        rewriting_kept.write_lines(pool, lines, number=0)
    Rating.objects.bulk_create(
        Rating(
            pool=pool,
            member_id=member,
            rating=standing.rating,
            experience=standing.experience,
            history=history[member][-20:],
            last_result=LadderResult(pk=last[member].ladder_result_id),
            last_rated_at=last[member].at,
        )
        for member, standing in standings.items()
    )
    with connection.cursor() as cursor:
        cursor.execute(
            """UPDATE games_seat s SET rating_before = c.before, rating_after = c.after
            FROM ladder_ratingchange c
            WHERE c.ladder_result_id = s.match_id AND c.member_id = s.member_id"""
        )
        cursor.execute("ANALYZE")


def _seat(cursor: Any, results: int) -> None:
    chance = random.Random(1892)
    pairs = [chance.sample(range(1, MEMBERS + 1), 2) for _ in range(results)]
    seats = "COPY games_seat (match_id, side, place, member_id, seed, points) FROM STDIN"
    with cursor.copy(seats) as copy:
        for number, pair in enumerate(pairs, 1):
            for side, member in enumerate(pair):
                copy.write_row((number, side, 0, member, "", 0))
    entered = (
        "COPY ladder_ladderresult (id, pool_id, sequence, result_id, first_id, second_id, length, "
        "score, at) FROM STDIN"
    )
    with cursor.copy(entered) as copy:
        for number, (first, second) in enumerate(pairs, 1):
            score = 1.0 - number % 2
            copy.write_row(
                (number, 1, number, number, first, second, 7, score, "2026-01-01T00:00Z")
            )


def timings(results: int) -> list[Timing]:
    """Preview, correct and take back the very first result."""
    from accounts.models import Member
    from ladder.models import LadderResult, RatingChange
    from ladder.services import corrections

    official = Member.objects.create_superuser("Official", id=MEMBERS + 1)
    first = LadderResult.objects.get(sequence=1)
    how: dict[str, Any] = {"ladder_result_id": first.pk, "by_id": official.pk, "why": "A test."}
    acts: list[tuple[str, Callable[[], Any]]] = [
        ("preview", lambda: corrections.preview(ladder_result=first, score=0.5)),
        ("correction of the first result", lambda: corrections.correct(score=0.5, **how)),
        ("its undoing", lambda: corrections.undo(**how)),
        ("annulment", lambda: corrections.correct(score=None, **how)),
    ]
    done = []
    for name, act in acts:
        before = RatingChange.objects.count()
        started, busy = time.perf_counter(), _processor_time()
        act()
        seconds, busy = time.perf_counter() - started, _processor_time() - busy
        done.append(Timing(name, seconds, busy, RatingChange.objects.count() - before))
    return done


def _processor_time() -> float:
    """Return the processor time of this process and of its PostgreSQL backend, in seconds."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (backend,) = cursor.fetchone()
    fields = Path(f"/proc/{backend}/stat").read_text().rsplit(")", 1)[1].split()
    ticks = int(fields[11]) + int(fields[12])
    return time.process_time() + ticks / os.sysconf("SC_CLK_TCK")


def measure(results: int) -> bool:
    """Print what each act takes; tell whether all are within the limit, and the ledger whole."""
    with database():
        fill(results)
        from ladder.services import audit

        print(f"\n{results} results of {MEMBERS} members on PostgreSQL")
        print(f"{'':<42}{'s':>10}{'busy s':>10}{'lines':>10}{'limit s':>10}")
        done = timings(results)
        for timing in done:
            print(
                f"{timing.name:<42}{timing.seconds:>10.2f}{timing.processor:>10.2f}"
                f"{timing.lines:>10}{LIMIT_S:>10.0f}"
            )
        faults = list(audit.check())
        print(f"audit of everything: {faults[:3] or 'nothing found'}")
        return not faults and all(timing.seconds <= LIMIT_S for timing in done)
