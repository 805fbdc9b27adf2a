"""A step from the socket of one player to the socket of the other, against the floor.

`python -m bench.live [--database postgresql|sqlite] [--tables 50 200] [--seconds 10]` starts
Daphne, first with the floor (bench.floor), then with the site, on the same database and layer,
and prints both: moves a second when every table has one under way, and the time of a move at
fixed paces. What counts is the ratio; the machine decides the figures. Few tables are not driven
faster than the site lets a socket send.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

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


class Legal(msgspec.Struct):
    """The part of a frame that says what may be played."""

    steps: list[tuple[int, int, int, bool]]


class Clock(msgspec.Struct):
    """The part of a frame that says whose move it is."""

    seat: int | None


class Frame(msgspec.Struct):
    """What a bench reads of a snapshot or of events."""

    type: str
    version: int = 0
    legal: Legal | None = None
    clock: Clock | None = None


_decode = msgspec.json.Decoder(Frame).decode


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

    def line(self) -> str:
        """Return rate and times as text."""
        if len(self.times) < 2:
            return "nothing measured"
        cuts = statistics.quantiles(self.times, n=100)
        text = f"{self.rate:7.1f}/s   p50 {cuts[49] * 1000:7.1f} ms   p99 {cuts[98] * 1000:7.1f} ms"
        return text + (f"   refused {self.refused}" if self.refused else "")


class FloorTable:
    """Two sockets at the floor's consumer, which echoes numbers."""

    def __init__(self, ws_url: str, table: dict[str, Any]) -> None:
        self._url = f"{ws_url}/floor/{table['match']}/"
        self._lines: list[ClientConnection] = []
        self._seq = 0
        self.over = False

    async def open(self) -> None:
        """Sit down."""
        self._lines = [
            await connect(self._url, compression=None, ping_interval=None) for _ in range(2)
        ]

    async def move(self) -> bool:
        """Make a move and wait until the other socket has it."""
        self._seq += 1
        mover, other = self._lines[:: 1 if self._seq % 2 else -1]
        await mover.send(str(self._seq))
        await other.recv()
        await mover.recv()
        return True

    async def close(self) -> None:
        """Get up."""
        for line in self._lines:
            await line.close()


class Page:
    """A line that is read all the time, as a page does: it says that it lives when it is asked."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._frames: asyncio.Queue[Frame] = asyncio.Queue()
        self._reading = asyncio.create_task(self._read())

    async def send(self, text: str) -> None:
        """Send a frame."""
        await self._line.send(text)

    async def next(self, *kinds: str) -> Frame:
        """Return the next frame of one of these kinds; those before it are passed over."""
        while True:
            frame = await self._frames.get()
            if frame.type in kinds:
                return frame

    async def close(self) -> None:
        """Shut the line."""
        self._reading.cancel()
        await self._line.close()

    async def _read(self) -> None:
        async for text in self._line:
            frame = _decode(text)
            if frame.type == "alive?":
                await self._line.send('{"type":"alive"}')
            else:
                self._frames.put_nowait(frame)


class SiteTable:
    """Two players' pages at a match of the site."""

    def __init__(self, ws_url: str, table: dict[str, Any]) -> None:
        self._ws_url = ws_url
        self._match = table["match"]
        self._sessions = [member["session"] for member in table["members"]]
        self._lines: list[Page] = []
        self._shown = Frame("")
        self._moves = 0
        self.over = False

    async def open(self) -> None:
        """Sit down and see the table."""
        origin = self._ws_url.replace("ws://", "http://")
        for session in self._sessions:
            headers = {"Cookie": f"sessionid={session}", "Origin": origin}
            url = f"{self._ws_url}/ws/hra/{self._match}/"
            # Whose moves wait for a thousand others' would be given up by the client's own pings.
            line = await connect(
                url, additional_headers=headers, compression=None, ping_interval=None
            )
            await line.send('{"type":"hello","since":null}')
            self._lines.append(Page(line))
        for page in self._lines:
            self._shown = await page.next("snapshot")

    async def move(self) -> bool:
        """Play the first legal step and wait until both pages show it."""
        seat = self._shown.clock.seat
        mover, other = self._lines[seat], self._lines[1 - seat]
        origin, _, die, _ = self._shown.legal.steps[0]
        self._moves += 1
        await mover.send(
            f'{{"type":"command","id":"b{self._moves}","match":{self._match},'
            f'"kind":"step","from":{origin},"die":{die}}}'
        )
        frame = await other.next("events")
        await mover.next("ok", "refused")
        self._shown = frame
        self.over = frame.clock.seat is None
        return True

    async def close(self) -> None:
        """Get up."""
        for page in self._lines:
            await page.close()


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
        super().__init__(folder, VRHCABY_LOG_LEVEL="WARNING", **environ)
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
        taken = self.open_kib - self.idle_kib
        return (
            f"{self.idle_kib / 1024:.0f} MiB idle and {taken / 1024:.0f} MiB more with "
            f"{sockets} sockets, {taken / sockets:.0f} KiB each"
        )

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


def compare(database: str, tables: int, seconds: float) -> None:
    """Measure the floor and the site, and print both and their ratio."""
    sides = {"floor": ("bench.floor:application", FloorTable)}
    sides["site"] = ("vrhcaby.asgi:application", SiteTable)
    found: dict[str, dict[str, Measured]] = {}
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
                f"{database}, {tables} tables, {name}: {each:.2f} ms of processor a move",
                spent.memory(sockets=2 * tables),
                sep=", ",
                flush=True,
            )
    for load in found["floor"]:
        floor, site = found["floor"][load], found["site"][load]
        print(f"  {load:13} floor {floor.line()}")
        print(f"  {'':13} site  {site.line()}   {ratios(floor, site)}")


def ratios(floor: Measured, site: Measured) -> str:
    """Return rate, p50 and p99 of the site as parts of the floor's."""
    cuts = [statistics.quantiles(one.times, n=100) for one in (floor, site)]
    p50, p99 = (cuts[1][at] / cuts[0][at] for at in (49, 98))
    return f"× {site.rate / floor.rate:.2f}, p50 × {p50:.2f}, p99 × {p99:.2f}"


def main(arguments: list[str]) -> None:
    """Print the comparison for each database and number of tables."""
    parser = argparse.ArgumentParser(prog="bench.live")
    parser.add_argument("--database", nargs="+", default=["postgresql", "sqlite"])
    parser.add_argument("--tables", nargs="+", type=int, default=[50, 200])
    parser.add_argument("--seconds", type=float, default=10.0)
    wanted = parser.parse_args(arguments)
    for database in wanted.database:
        for tables in wanted.tables:
            compare(database, tables, wanted.seconds)


if __name__ == "__main__":
    main(sys.argv[1:])
