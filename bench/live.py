"""A step from the socket of one player to the socket of the other, against the floor.

`python -m bench.live [--database postgresql|sqlite] [--tables 50 200] [--seconds 10]` starts
Daphne, first with the floor (bench.floor), then with the site, on the same database and layer,
and prints both: moves a second when every table has one under way, and the time of a move at
fixed paces. What counts is the ratio; the machine decides the figures. Few tables are not driven
faster than the site lets a socket send. Exit code 1 when a ratio misses its goal, or a thousand
tables that wait take more memory than theirs.
"""

import argparse
import asyncio
import math
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bench.goals import Goal, exit_code
from bench.live_tables import FloorTable, SiteTable
from bench.load import guests
from tests.infrastructure import ports, required
from tests.infrastructure.postgresql import PostgreSQL
from tests.infrastructure.redis import Redis
from tests.infrastructure.sites import Site

PACES = (10, 50, 200)
MOST_PER_TABLE = 10
"""Moves a second of a table: well below what a player's socket may send."""

LEAST_TO_SATURATE = 50
"""Tables; fewer could not keep a process busy within what each may send."""

LIMIT_S = 600
"""For a step, so that nobody loses while a thousand tables are laid."""

DRAIN_S = 2.0

LEAST_RATE, MOST_P50, MOST_P99 = 0.9, 1.3, 1.5
"""What the site must reach of the floor's moves a second, and of its times."""

LEAST_MOVES = 200
"""Of fewer the p99 is the slowest one or two, and is not judged."""

MANY_TABLES, MOST_MIB = 1_000, 120
"""So many tables that wait may take so much memory beside an idle process."""


@dataclass(slots=True)
class Measured:
    """Times of moves in seconds, from one socket to the other."""

    times: list[float] = field(default_factory=list)
    refused: int = 0
    ended: int = 0
    seconds: float = 1.0

    @property
    def rate(self) -> float:
        """Moves a second."""
        return len(self.times) / self.seconds

    @property
    def p50_and_p99(self) -> tuple[float, float]:
        """Times that half, and all but a hundredth, of the moves did not exceed, in seconds."""
        if len(self.times) < 2:
            return math.nan, math.nan
        cuts = statistics.quantiles(self.times, n=100)
        return cuts[49], cuts[98]

    def line(self) -> str:
        """Return rate and times as text."""
        if len(self.times) < 2:
            return "nothing measured"
        p50, p99 = self.p50_and_p99
        text = f"{self.rate:7.1f}/s   p50 {p50 * 1000:7.1f} ms   p99 {p99 * 1000:7.1f} ms"
        return text + (f"   refused {self.refused}" if self.refused else "")


async def saturate(tables: list[Any], seconds: float) -> Measured:
    """Let every table move again as soon as its move has arrived."""
    measured = Measured(seconds=seconds)
    end = time.perf_counter() + seconds

    async def keep_moving(table: Any) -> None:
        while (begun := time.perf_counter()) < end and not table.over:
            await table.move()
            if time.perf_counter() < end:
                measured.times.append(time.perf_counter() - begun)

    await asyncio.gather(*map(keep_moving, tables))
    return measured


async def pace(tables: list[Any], per_second: int, seconds: float) -> Measured:
    """Let the tables together make so many moves a second."""
    measured = Measured(seconds=seconds)
    begun = time.perf_counter()
    interval = len(tables) / per_second

    async def move_at_times(number: int, table: Any) -> None:
        at = begun + number / per_second
        while at < begun + seconds and not table.over:
            await asyncio.sleep(max(0.0, at - time.perf_counter()))
            sent = time.perf_counter()
            await table.move()
            measured.times.append(time.perf_counter() - sent)
            at += interval

    await asyncio.gather(*(move_at_times(*one) for one in enumerate(tables)))
    return measured


async def measure(
    kind: Callable[[str, dict[str, Any]], Any],
    ws_url: str,
    seats: list[dict[str, Any]],
    seconds: float,
    *,
    ready: Callable[[], None],
) -> dict[str, Measured]:
    """Open the tables, say that they are, let them run, and return what was measured."""
    tables = [kind(ws_url, seat) for seat in seats]
    for table in tables:
        await table.open()
    await asyncio.sleep(DRAIN_S)
    ready()
    results = {}
    if len(tables) >= LEAST_TO_SATURATE:
        results["saturation"] = await saturate(tables, seconds)
    for per_second in (one for one in PACES if one <= MOST_PER_TABLE * len(tables)):
        await asyncio.sleep(DRAIN_S)
        playing = [table for table in tables if not table.over]
        results[f"{per_second} a second"] = await pace(playing, per_second, seconds)
    for table in tables:
        await table.close()
    return results


class Server(Site):
    """One Daphne process on a database, and for the site one that sweeps."""

    def __init__(self, folder: Path, **environ: str) -> None:
        # A clock that tests may move would be read from a file at each move, as it is nowhere else.
        own = {"VRHCABY_LOG_LEVEL": "WARNING", "VRHCABY_CLOCK_OFFSET_FILE": ""}
        super().__init__(folder, **own, **environ)
        self.manage("migrate", "--verbosity", "0")

    def serve(self, application: str) -> str:
        """Start Daphne and return the address of its sockets."""
        port = ports.free_port()
        process = self.spawn(
            application, "-m", "daphne", "-b", "127.0.0.1", "-p", str(port), application
        )
        ports.wait_for(port, process, seconds=60)
        return f"ws://127.0.0.1:{port}"

    def referee(self) -> None:
        """Sweep each second, as beat and a worker would."""
        self.spawn("referee", "-m", "bench.referee")

    def cpu_seconds(self, name: str) -> float:
        """Return the processor time that a process has used."""
        stat = Path(f"/proc/{self.processes[name].pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(stat[11]) + int(stat[12])) / 100

    def memory_kib(self, name: str) -> int:
        """Return the memory that a process holds."""
        status = Path(f"/proc/{self.processes[name].pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1])


@dataclass(slots=True)
class Spent:
    """What a server's process used: processor time since `begin`, memory that sockets took."""

    server: Server
    name: str
    idle_kib: int
    at_begin: float = 0.0
    open_kib: int = 0

    def begin(self) -> None:
        """Count from now, when all sockets are open."""
        self.at_begin = self.server.cpu_seconds(self.name)
        self.open_kib = self.server.memory_kib(self.name)

    def memory(self, *, sockets: int) -> str:
        """Return what the process holds idle, what all sockets took and each, as text."""
        return (
            f"{self.idle_kib / 1024:.0f} MiB idle and {self.taken_mib:.0f} MiB more with "
            f"{sockets} sockets, {self.taken_mib * 1024 / sockets:.0f} KiB each"
        )

    @property
    def taken_mib(self) -> float:
        """What the sockets took while nothing moved."""
        return (self.open_kib - self.idle_kib) / 1024

    def seconds(self) -> float:
        """Return what was spent since."""
        return self.server.cpu_seconds(self.name) - self.at_begin


@contextmanager
def server(database: str) -> Iterator[Server]:
    """A server on a fresh database of that kind, with Redis beside PostgreSQL."""
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory()))
        environ = {"DATABASE_URL": "", "REDIS_URL": "", "CACHE_URL": ""}
        if database == "postgresql":
            postgresql = PostgreSQL(required.postgresql_binaries())
            ending.callback(postgresql.remove)
            postgresql.start()
            redis = Redis(required.redis_binary())
            ending.callback(redis.remove)
            redis.start()
            environ = {
                "DATABASE_URL": postgresql.create("live"),
                "REDIS_URL": redis.url(0),
                "CACHE_URL": redis.url(1),
            }
        running = Server(folder / "data", **environ)
        ending.callback(running.stop)
        yield running


def compare(database: str, tables: int, seconds: float) -> list[Goal]:
    """Measure the floor and the site, print both and their ratio, and return what was to reach."""
    sides = {"floor": ("bench.floor:application", FloorTable)}
    sides["site"] = ("vrhcaby.asgi:application", SiteTable)
    found: dict[str, dict[str, Measured]] = {}
    where = f"{database}, {tables} tables"
    for name, (application, kind) in sides.items():
        with server(database) as running:
            ws_url = running.serve(application)
            if name == "site":
                running.referee()
            seats = guests(running, tables, "--tables", "--limit-s", str(LIMIT_S))
            spent = Spent(running, application, running.memory_kib(application))
            found[name] = asyncio.run(measure(kind, ws_url, seats, seconds, ready=spent.begin))
            moves = sum(len(one.times) for one in found[name].values())
            each = spent.seconds() / moves * 1000
            print(
                f"{where}, {name}: {each:.2f} ms of processor a move",
                spent.memory(sockets=2 * tables),
                sep=", ",
                flush=True,
            )
    reached = [Goal(f"{where}: memory", spent.taken_mib, MOST_MIB, " MiB")]
    return ratios(where, found) + (reached if tables >= MANY_TABLES else [])


def ratios(where: str, found: dict[str, dict[str, Measured]]) -> list[Goal]:
    """Print floor and site under each load; return the goals of their ratios."""
    goals = []
    for load, floor in found["floor"].items():
        site = found["site"][load]
        of_load = parts(floor, site)
        print(f"  {load:13} floor {floor.line()}")
        print(f"  {'':13} site  {site.line()}   {', '.join(goal.line() for goal in of_load)}")
        goals += [replace(goal, name=f"{where}, {load}: {goal.name}") for goal in of_load]
    return goals


def parts(floor: Measured, site: Measured) -> list[Goal]:
    """Return rate, p50 and p99 of the site as parts of the floor's."""
    rate = site.rate / floor.rate if floor.times else math.nan
    p50, p99 = (own / least for own, least in zip(site.p50_and_p99, floor.p50_and_p99, strict=True))
    goals = [Goal("rate", rate, LEAST_RATE, " ×", least=True), Goal("p50", p50, MOST_P50, " ×")]
    if min(len(floor.times), len(site.times)) >= LEAST_MOVES:
        goals.append(Goal("p99", p99, MOST_P99, " ×"))
    return goals


def main(arguments: list[str]) -> int:
    """Print the comparison for each database and number of tables; return 1 for a missed goal."""
    parser = argparse.ArgumentParser(prog="bench.live", description=__doc__)
    parser.add_argument("--database", nargs="+", default=["postgresql", "sqlite"])
    parser.add_argument("--tables", nargs="+", type=int, default=[50, 200])
    parser.add_argument("--seconds", type=float, default=10.0)
    wanted = parser.parse_args(arguments)
    goals = []
    for database in wanted.database:
        for tables in wanted.tables:
            goals += compare(database, tables, wanted.seconds)
    return exit_code(goals)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
