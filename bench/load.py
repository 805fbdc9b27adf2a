"""Thirty games of bots at once over real sockets, to the end; then the invariants must hold.

`python -m bench.load [--games N] [--seed N] [--mixed] [--grown-up]` starts a site of its own: the
embedded one, or PostgreSQL, Redis, two web processes, workers and beat.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from bench import bots
from tests.infrastructure import required
from tests.infrastructure.postgresql import PostgreSQL
from tests.infrastructure.redis import Redis
from tests.infrastructure.sites import ROOT, EmbeddedSite, GrownUpSite, Site


@contextmanager
def running_site(*, grown_up: bool) -> Iterator[tuple[Site, list[str]]]:
    """Start a site; give it and the addresses of its web processes' sockets."""
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory())) / "data"
        if grown_up:
            postgresql = PostgreSQL(required.postgresql_binaries())
            ending.callback(postgresql.remove)
            postgresql.start()
            redis = Redis(required.redis_binary())
            ending.callback(redis.remove)
            redis.start()
            site: Any = GrownUpSite(folder, postgresql=postgresql, redis=redis)
        else:
            site = EmbeddedSite(folder)
        ending.callback(site.stop)
        site.start()
        yield site, getattr(site, "ws_urls", [site.ws_url])


def guests(site: Site, count: int, *options: str) -> list[Any]:
    """Make members with sessions, or tables of two, in a site's database."""
    command = [sys.executable, "-m", "bench.guests", str(count), *options]
    done = subprocess.run(
        command, cwd=ROOT, env=site.environ, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def main(arguments: list[str]) -> int:
    """Run the load and the check; return 1 when the check complains."""
    parser = argparse.ArgumentParser(prog="bench.load", description=__doc__)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--grown-up", action="store_true")
    parser.add_argument("--mixed", action="store_true", help="every ruleset, not vrhcáby alone")
    wanted = parser.parse_args(arguments)
    kinds = bots.MIXED if wanted.mixed else (bots.VRHCABY,)
    with running_site(grown_up=wanted.grown_up) as (site, ws_urls):
        players = guests(site, 2 * wanted.games)
        begun = time.perf_counter()
        told = asyncio.run(bots.play_all(ws_urls, players, seed=wanted.seed, kinds=kinds))
        seconds = time.perf_counter() - begun
        print(f"{wanted.games} games, {told.steps} steps in {seconds:.1f} s: ", end="")
        print(f"{told.steps / seconds:.0f} steps/s; ends {dict(told.reasons)}; ", end="")
        print(f"refused {dict(told.refused)}; {told.reconnections} reconnections")
        return check(site)


def check(site: Site) -> int:
    """Run check_invariants on a site; print what it says and return its exit code."""
    command = [sys.executable, "manage.py", "check_invariants"]
    done = subprocess.run(
        command, cwd=ROOT, env=site.environ, capture_output=True, text=True, check=False
    )
    print(done.stdout + done.stderr or "check_invariants: silent")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
