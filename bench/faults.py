"""What can happen to a site: each fault is done and mended by one function."""

import random
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass

import redis

from bench.latency import Line
from tests.infrastructure import ports
from tests.infrastructure.postgresql import PostgreSQL
from tests.infrastructure.redis import Redis
from tests.infrastructure.sites import GrownUpSite

STOPPED_S = 10.0
SLOW_S = 0.3
SECOND_BEAT_S = 8.0
NO_WEB_S = 150.0
"""Longer than a step, and the minute for which a player who was lost is waited for at least."""

WORKERS = ("worker-clocks", "worker-default")


@dataclass(slots=True)
class Victim:
    """A site and what it stands on."""

    site: GrownUpSite
    postgresql: PostgreSQL
    redis: Redis
    lines: list[Line]
    chance: random.Random

    @property
    def webs(self) -> list[str]:
        """The names of the web processes."""
        return list(self.site.ports)

    def kill(self, name: str, *, away_s: float) -> None:
        """Kill a process of the site, and start it again after a while."""
        self.site.kill(name)
        time.sleep(away_s)
        self.start(name)

    def start(self, name: str) -> None:
        """Start a process, and wait for it if it listens."""
        self.site.start_one(name)
        if name in self.site.ports:
            self.site.wait(name)

    def hold(self, name: str) -> None:
        """Stop a process for a while, as a machine that swaps would."""
        process = self.site.processes[name]
        process.send_signal(signal.SIGSTOP)
        time.sleep(STOPPED_S)
        process.send_signal(signal.SIGCONT)


def kill_a_web_process(victim: Victim) -> None:
    victim.kill(victim.chance.choice(victim.webs), away_s=1)


def no_web_process(victim: Victim) -> None:
    """The referee goes on judging, and nobody can come back to his table for minutes."""
    for name in victim.webs:
        victim.site.kill(name)
    time.sleep(NO_WEB_S)
    for name in victim.webs:
        victim.start(name)


def kill_the_clocks(victim: Victim) -> None:
    victim.kill("worker-clocks", away_s=victim.chance.uniform(1, 9))


def kill_a_worker(victim: Victim) -> None:
    victim.kill("worker-default", away_s=2)


def kill_beat(victim: Victim) -> None:
    victim.kill("beat", away_s=victim.chance.uniform(1, 9))


def kill_postgresql(victim: Victim) -> None:
    victim.postgresql.kill()
    time.sleep(victim.chance.uniform(1, 6))
    victim.postgresql.start()


def kill_redis(victim: Victim) -> None:
    victim.redis.kill()
    time.sleep(victim.chance.uniform(1, 6))
    victim.redis.start()


def flush_redis(victim: Victim) -> None:
    with redis.Redis.from_url(victim.redis.url(0)) as server:
        server.flushall()


def stop_a_process(victim: Victim) -> None:
    victim.hold(victim.chance.choice([*victim.webs, *WORKERS, "beat"]))


def a_second_beat(victim: Victim) -> None:
    site = victim.site
    first = site.processes["beat"]
    site.start_one("beat")
    second = site.processes["beat"]
    time.sleep(SECOND_BEAT_S)
    ports.end(second)
    site.processes["beat"] = first


def rolling_restart(victim: Victim) -> None:
    for name in [*victim.webs, *WORKERS, "beat"]:
        ports.end(victim.site.processes[name], seconds=20)
        victim.start(name)


def slow_lines(victim: Victim) -> None:
    for line in victim.lines:
        line.delay_s = SLOW_S
    time.sleep(STOPPED_S)
    for line in victim.lines:
        line.delay_s = 0.0


Fault = Callable[[Victim], None]

ALL: tuple[Fault, ...] = (
    kill_a_web_process,
    kill_the_clocks,
    kill_beat,
    kill_postgresql,
    kill_redis,
    stop_a_process,
    flush_redis,
    a_second_beat,
    kill_a_worker,
    rolling_restart,
    slow_lines,
)

LONG: tuple[Fault, ...] = (no_web_process,)
"""Too long for a short run."""

BY_NAME: dict[str, Fault] = {fault.__name__: fault for fault in (*ALL, *LONG)}
