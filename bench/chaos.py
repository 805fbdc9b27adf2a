"""Fifty games while everything under them dies, by turns; then nothing may be missing.

`python -m bench.chaos [--minutes 60] [--games 50] [--pace 1] [--seed 1]`: a player thinks about
`--pace` seconds a step, and every 10 to 20 seconds comes a fault of `bench.faults`, or of those
that `--faults` names; some take minutes and come in runs of half an hour and more. At the end
every acknowledged command must be kept, nobody may have lost by time, by a claim or by absence, and
`check_invariants` must be silent.
"""

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench import faults, load
from bench.faults import Fault, Victim
from bench.latency import Line
from bench.stubborn import Journal, Player, play_on
from tests.infrastructure import required
from tests.infrastructure.postgresql import PostgreSQL
from tests.infrastructure.redis import Redis
from tests.infrastructure.sites import GrownUpSite

BETWEEN_S = (10, 20)
SETTLE_S = 25
LONG_MINUTES = 30
BY_FAULT = ("absent", "time", "idle", "claimed")
"""Ends that no player brings about, since all of them step within two seconds and claim."""

_LOSSES = """
from games.models import Match
print([[m.pk, m.reason, str(m.finished_at)] for m in Match.objects.filter(reason__in={by_fault})])
"""
_MISSING = """
import json
from games.models import Command
kept = {{(c.match_id, c.member_id, c.key): c.version for c in Command.objects.all()}}
said = json.loads(open({path!r}).read())
print(json.dumps([one for one in said if kept.get(tuple(one[:3])) != one[3]]))
"""


@dataclass(slots=True)
class Run:
    """What a run did and found."""

    journal: Journal
    faults: Counter[str]
    seconds: float

    def line(self) -> str:
        """Return it as text."""
        journal = self.journal
        cuts = statistics.quantiles(journal.waits, n=100) if len(journal.waits) > 1 else [0.0] * 99
        return (
            f"{self.seconds / 60:.1f} minutes, {sum(self.faults.values())} faults "
            f"{dict(self.faults)}\n{len(journal.acknowledged)} commands acknowledged, "
            f"p50 {cuts[49] * 1000:.0f} ms, p99 {cuts[98] * 1000:.0f} ms, longest "
            f"{max(journal.waits, default=0):.1f} s; {journal.lines_lost} connections lost; "
            f"ends {dict(journal.ends)}; refused {dict(journal.refused)}"
        )


@contextmanager
def grown_up() -> Iterator[tuple[GrownUpSite, PostgreSQL, Redis]]:
    """A site of two web processes, two workers and beat, on servers that may be killed."""
    with tempfile.TemporaryDirectory() as folder:
        postgresql = PostgreSQL(required.postgresql_binaries())
        broker = Redis(required.redis_binary())
        site = None
        try:
            postgresql.start()
            broker.start()
            site = GrownUpSite(Path(folder), postgresql=postgresql, redis=broker)
            site.start()
            yield site, postgresql, broker
        finally:
            if site is not None:
                site.stop()
            broker.remove()
            postgresql.remove()


async def torment(
    victim: Victim, wanted: Sequence[Fault], seconds: float, done: Counter[str]
) -> None:
    """Do one fault after another for so long, each kind before any comes again."""
    until = time.monotonic() + seconds
    while True:
        for fault in victim.chance.sample(wanted, len(wanted)):
            await asyncio.sleep(victim.chance.uniform(*BETWEEN_S))
            if time.monotonic() > until:
                return
            print(f"  {time.strftime('%H:%M:%S')} {fault.__name__}", flush=True)
            await asyncio.to_thread(fault, victim)
            done[fault.__name__] += 1


async def run(
    victim: Victim, wanted: Sequence[Fault], *, games: int, minutes: float, pace: float
) -> Run:
    """Let the games go on under faults; they end when all is mended and has settled."""
    journal, done = Journal(), Counter[str]()
    players = await seated(victim, games, journal, pace)
    begun = time.monotonic()
    pairs = [
        asyncio.create_task(play_on(players[at], players[at + 1]))
        for at in range(0, len(players), 2)
    ]
    trouble = asyncio.create_task(torment(victim, wanted, minutes * 60, done))
    await asyncio.wait([trouble, *pairs], return_when=asyncio.FIRST_COMPLETED)
    if trouble.done():
        await asyncio.sleep(SETTLE_S)
    seconds = time.monotonic() - begun
    for task in (trouble, *pairs):
        task.cancel()
    ends = await asyncio.gather(*pairs, return_exceptions=True)
    gave_up = [end for end in ends if isinstance(end, Exception)]
    if gave_up:
        raise ExceptionGroup("players gave up", gave_up)
    return Run(journal, done, seconds)


async def seated(victim: Victim, games: int, journal: Journal, pace: float) -> list[Player]:
    """Return players for so many games, on lines that can be made slow."""
    for port in victim.site.ports.values():
        line = Line(port)
        await line.open()
        victim.lines.append(line)
    servers = [f"ws://127.0.0.1:{line.port}" for line in victim.lines]
    return [
        Player(servers, one["id"], one["session"], random.Random(number), journal, pace)
        for number, one in enumerate(load.guests(victim.site, 2 * games))
    ]


def judge(victim: Victim, found: Run) -> list[str]:
    """Return what is not as promised."""
    ask = victim.site.manage
    program = _LOSSES.format(by_fault=BY_FAULT)
    losses = ask("shell", "--no-imports", "-c", program).strip()
    path = victim.site.folder / "acknowledged.json"
    path.write_text(json.dumps(found.journal.acknowledged))
    missing = json.loads(ask("shell", "--no-imports", "-c", _MISSING.format(path=str(path))))
    wrong = [] if losses == "[]" else [f"lost by time or absence: {losses}"]
    wrong += [f"acknowledged and not kept: {missing[:5]}, {len(missing)} in all"] if missing else []
    if not found.journal.acknowledged:
        wrong.append("nothing was played")
    if load.check(victim.site):
        wrong.append("check_invariants complains")
    return wrong


def names_of(wanted: argparse.Namespace) -> list[str]:
    """Return which faults are wanted: all, but in a short run those that take long."""
    if wanted.faults:
        return list(wanted.faults)
    chosen = faults.ALL if wanted.minutes < LONG_MINUTES else (*faults.ALL, *faults.LONG)
    return [fault.__name__ for fault in chosen]


def main(arguments: list[str]) -> int:
    """Run it; return 1 when anything is wrong."""
    parser = argparse.ArgumentParser(prog="bench.chaos", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--pace", type=float, default=1.0, help="seconds a step")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--faults", nargs="+", choices=list(faults.BY_NAME), help="these alone, not all"
    )
    parser.add_argument("--keep-logs", type=Path, help="copy the processes' logs into this folder")
    wanted = parser.parse_args(arguments)
    with grown_up() as (site, postgresql, broker):
        victim = Victim(site, postgresql, broker, [], random.Random(wanted.seed))
        found = asyncio.run(
            run(
                victim,
                [faults.BY_NAME[name] for name in names_of(wanted)],
                games=wanted.games,
                minutes=wanted.minutes,
                pace=wanted.pace,
            )
        )
        print(found.line())
        wrong = judge(victim, found)
        if wanted.keep_logs:
            wanted.keep_logs.mkdir(parents=True, exist_ok=True)
            for name in site.processes:
                (wanted.keep_logs / f"{name}.log").write_text(site.log(name))
    for complaint in wrong:
        print(f"WRONG: {complaint}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
