"""The referee under load: many live clocks, a thousand of which end in one second.

`python -m bench.sweep [--live 100000] [--due 1000] [--profile]` makes them on a PostgreSQL of its
own, times one sweep alone, then lets a worker and beat meet another thousand, and prints how late
each verdict was. Every due match is a rated loss: the dearest verdict there is. Exit code 1 when
verdicts of worker and beat are later than their limits, or one of either sweep is missing.
"""

import argparse
import json
import math
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from bench.goals import Goal, exit_code
from tests.infrastructure import required
from tests.infrastructure.postgresql import PostgreSQL
from tests.infrastructure.redis import Redis
from tests.infrastructure.sites import ROOT, GrownUpSite

P99_MS, MOST_MS = 1_500, 3_000
"""The latest verdict may come so late; of a thousand at once all but ten sooner."""

PATIENCE_S = 60
LEAST_LEAD_MS, MAKING_MS = 70_000, 50
"""How long before the limits the making begins: so much, and so much for each match."""

_LAGS = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute(
        "SELECT at - (data->>'limit_at')::bigint FROM games_matchevent"
        " WHERE kind = 'limit_passed' AND (data->>'limit_at')::bigint >= {at}"
    )
    print([late for (late,) in cursor.fetchall()])
"""
_ALONE = """
import cProfile, pstats, time
from games.services import clocks
from vrhcaby import clock
with clock.frozen({at} + 1_000):
    from games.models import Heartbeat
    Heartbeat.objects.update(swept_at={at})
    profile = cProfile.Profile() if {profile} else None
    if profile: profile.enable()
    begun, used = time.perf_counter(), time.process_time()
    swept = clocks.sweep()
    seconds, used = time.perf_counter() - begun, time.process_time() - used
    if profile: profile.disable(); pstats.Stats(profile).sort_stats("cumulative").print_stats(60)
    begun = time.perf_counter()
    clocks.sweep()
    empty = time.perf_counter() - begun
print(f"alone: {{swept.judged}} verdicts in {{seconds:.2f}} s, {{used:.2f}} s of its own", end="; ")
print(f"an empty sweep {{empty * 1000:.1f}} ms")
print(swept.judged)
"""


def due(site: GrownUpSite, *options: str) -> int:
    """Make matches and return when their limits end, in milliseconds."""
    command = [sys.executable, "-m", "bench.due", *options]
    done = subprocess.run(
        command, cwd=ROOT, env=site.environ, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return int(json.loads(done.stdout)["at"])


def alone(site: GrownUpSite, count: int, *, profile: bool) -> Goal:
    """Time one sweep in a process of its own, its clock a second after the limits."""
    at = due(site, "--due", str(count), "--at", str(int(time.time() * 1000) - 600_000))
    program = _ALONE.format(at=at, profile=profile)
    told, _, judged = site.run(program).strip().rpartition("\n")
    print(told, flush=True)
    return Goal("verdicts of a sweep alone", int(judged), count, least=True)


def with_worker(site: GrownUpSite, count: int) -> list[Goal]:
    """Let the limits end while one worker and beat run; tell how late the verdicts were."""
    for name in ("worker-clocks", "beat"):
        site.start_one(name)
    lead_ms = LEAST_LEAD_MS + count * MAKING_MS
    at = due(site, "--due", str(count), "--at", str(int(time.time() * 1000) + lead_ms))
    time.sleep(max(0.0, at / 1000 - time.time()))
    until = time.monotonic() + PATIENCE_S
    while len(found := lags(site, at)) < count and time.monotonic() < until:
        time.sleep(1)
    if len(found) < count:
        print(site.log("worker-clocks")[-2000:])
    return goals(found, count)


def goals(late: list[int], count: int) -> list[Goal]:
    """Return what verdicts so many milliseconds late reach, of so many that were due."""
    most = max(late, default=math.nan)
    cuts = statistics.quantiles(late, n=100) if len(late) > 1 else [most] * 99
    found = [
        Goal("verdicts of worker and beat", len(late), count, least=True),
        Goal("late at p99", cuts[98], P99_MS, " ms"),
        Goal("late at most", most, MOST_MS, " ms"),
    ]
    print(f"worker and beat: late p50 {cuts[49]:.0f} ms")
    for goal in found:
        print(f"  {goal.line()}")
    return found


def lags(site: GrownUpSite, at: int) -> list[int]:
    """Return how late each verdict of limits from `at` on was, in milliseconds."""
    return list(json.loads(site.run(_LAGS.format(at=at))))


def main(arguments: list[str]) -> int:
    """Run both measurements; return 1 when a limit is not kept."""
    parser = argparse.ArgumentParser(prog="bench.sweep", description=__doc__)
    parser.add_argument("--live", type=int, default=100_000)
    parser.add_argument("--due", type=int, default=1_000)
    parser.add_argument("--profile", action="store_true")
    wanted = parser.parse_args(arguments)
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory()))
        postgresql = PostgreSQL(required.postgresql_binaries())
        redis = Redis(required.redis_binary())
        for server in (postgresql, redis):
            ending.callback(server.remove)
            server.start()
        site = GrownUpSite(folder, postgresql=postgresql, redis=redis)
        ending.callback(site.stop)
        site.manage("migrate", "--verbosity", "0")
        due(site, "--live", str(wanted.live))
        print(f"{wanted.live} live clocks, {wanted.due} rated losses in one second", flush=True)
        judged = alone(site, wanted.due, profile=wanted.profile)
        return exit_code([judged, *with_worker(site, wanted.due)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
