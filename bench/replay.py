"""How long a correction of the first of many results takes, everything after it replayed.

Run by `python -m bench.ladder --replay 100000`: on a PostgreSQL server of its own, with matches,
seats and results behind the ledger, so that everything is written that the site writes. Beside
it stand the same sums in plain Python without any database.
"""

import datetime
import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.beside import database

MEMBERS = 500
LIMIT_S = 30.0
AT = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)


@dataclass(frozen=True)
class Timing:
    """One act: the seconds it took, those of both processors in it, and the lines it wrote."""

    name: str
    seconds: float
    processor: float
    lines: int


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
    pool = Pool.objects.create(pk=1, ruleset="standard", last_sequence=results)
    _play(results)
    _seat(results)
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


def _play(results: int) -> None:
    """Make one finished match with its result by their models, and then as many more."""
    from bench.copying import multiply
    from games.models import DiceSeed, Match, Result

    ending = {"winner": 1, "reason": "borne_off", "rated": True, "finished_at": AT}
    seed = DiceSeed.objects.create(pk=1, commitment="1".zfill(64), created_at=0)
    terms = {"ruleset": "standard", "options": {"length": 7}, "rules_version": 1}
    how = {"source": "challenge", "status": "finished", "state": "{}", "last_at": 0, "dice_id": 1}
    match = Match.objects.create(pk=1, **terms, **how, started_at=AT, **ending)
    result = Result.objects.create(pk=1, match_id=1, **ending)
    multiply(seed, results, commitment="lpad(i::text, 64, '0')")
    multiply(match, results, dice_id="i", winner="i % 2")
    multiply(result, results, match_id="i", winner="i % 2")


def _seat(results: int) -> None:
    from bench.copying import into
    from games.models import Seat
    from ladder.models import LadderResult

    chance = random.Random(1892)
    pairs = [chance.sample(range(1, MEMBERS + 1), 2) for _ in range(results)]
    into(
        Seat,
        ("match_id", "side", "member_id"),
        ((pk, side, one) for pk, pair in enumerate(pairs, 1) for side, one in enumerate(pair)),
    )
    into(
        LadderResult,
        (
            "id",
            "pool_id",
            "sequence",
            "result_id",
            "first_id",
            "second_id",
            "length",
            "score",
            "at",
        ),
        ((pk, 1, pk, pk, *pair, 7, 1.0 - pk % 2, AT) for pk, pair in enumerate(pairs, 1)),
    )


def timings(results: int) -> list[Timing]:
    """Preview, correct and take back the very first result."""
    from accounts.models import Member
    from ladder.models import LadderResult, RatingChange
    from ladder.services import corrections

    official = Member.objects.create_superuser("Official", id=MEMBERS + 1)
    first = LadderResult.objects.get(sequence=1)
    other = 1.0 - first.score
    how: dict[str, Any] = {"ladder_result_id": first.pk, "by_id": official.pk, "why": "A test."}
    acts: list[tuple[str, Callable[[], Any]]] = [
        ("preview", lambda: corrections.preview(ladder_result=first, score=other)),
        ("correction of the first result", lambda: corrections.correct(score=other, **how)),
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
    with database("replay"):
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
