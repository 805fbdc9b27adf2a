"""A day of a million games, simulated, on so many shards: what each process and table must bear.

`python -m bench.shards [--games 1000000] [--shards 16] [--moves-per-process 250]` draws when games
start, over a day with an evening, how long they are and on which shard (a hash of the number), and
prints the busiest minute, the busiest shard and the processes that it needs: the figures behind
docs/scaling.md. No database: counting alone. Seeded, so that it gives the same again.
"""

import argparse
import hashlib
import math
import random
import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass

DAY_S = 86_400
STEPS_A_GAME = 160
"""Steps of a game of vrhcáby, as `bench.load` counts them: 140 to 180."""

SECONDS_A_STEP = (2.0, 9.0)
EVENING_H = 20.5
EVENING_WIDTH_H = 3.0
EVENING_SHARE = 0.6
ROWS_A_STEP = 1.9
"""Events a step brings: itself, and often a roll or the end of a turn."""

BYTES_A_STEP = 440
"""Its events, at 115 bytes each, and its command, in the tables alone."""

ASKED_EVERY_S = 5
"""A socket answers so often that it lives, and each answer renews a lease."""


@dataclass(frozen=True, slots=True)
class Load:
    """Moves in each second of the day: of all shards, and of each."""

    whole: array
    shards: list[array]
    live_at_peak: int


def shard_of(match_id: int, shards: int) -> int:
    """Return the shard of a match: by a hash, so that neighbours in number are apart."""
    return int.from_bytes(hashlib.blake2b(b"%d" % match_id, digest_size=4).digest()) % shards


def starts(games: int, chance: random.Random) -> Iterator[float]:
    """Yield seconds of the day at which games begin: some all day, most of an evening."""
    for _ in range(games):
        hour = chance.uniform(0, 24)
        if chance.random() < EVENING_SHARE:
            hour = chance.gauss(EVENING_H, EVENING_WIDTH_H) % 24
        yield hour * 3600


def simulate(games: int, shards: int, *, sample: int, seed: int) -> Load:
    """Play one game in `sample` and count it `sample` times; return moves by second."""
    chance = random.Random(seed)
    whole = array("l", bytes(8 * DAY_S))
    each = [array("l", bytes(8 * DAY_S)) for _ in range(shards)]
    live = array("l", bytes(8 * DAY_S))
    for match_id, start in enumerate(starts(games // sample, chance)):
        at, shard = start, each[shard_of(match_id, shards)]
        for _ in range(max(40, int(chance.gauss(STEPS_A_GAME, 30)))):
            second = int(at) % DAY_S
            whole[second] += 1
            shard[second] += 1
            at += chance.uniform(*SECONDS_A_STEP)
        for minute in range(int(start), int(at), 60):
            live[minute // 60 * 60 % DAY_S] += 1
    return Load(whole, each, max(live) * sample)


def smoothed(load: array, *, sample: int) -> float:
    """Return moves a second in the busiest minute; seconds of a sample are too rough."""
    minutes = (sum(load[at : at + 60]) for at in range(0, DAY_S, 60))
    return max(minutes) * sample / 60


def main(arguments: list[str]) -> None:
    """Print what a day asks for."""
    parser = argparse.ArgumentParser(prog="bench.shards")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--shards", type=int, default=16)
    parser.add_argument("--moves-per-process", type=float, default=250)
    parser.add_argument("--sample", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args(arguments)
    load = simulate(wanted.games, wanted.shards, sample=wanted.sample, seed=wanted.seed)
    peak = smoothed(load.whole, sample=wanted.sample)
    busiest = max(smoothed(shard, sample=wanted.sample) for shard in load.shards)
    steps = sum(load.whole) * wanted.sample
    processes = math.ceil(peak / (wanted.moves_per_process * 0.5))
    print(f"{wanted.games} games: {steps * ROWS_A_STEP / 1e6:.0f} million events a day,", end=" ")
    print(f"{steps * BYTES_A_STEP / 1e9:.0f} GB before indexes")
    print(f"busiest minute: {peak:.0f} moves/s, {load.live_at_peak} live games,", end=" ")
    print(f"{2 * load.live_at_peak / ASKED_EVERY_S:.0f} leases renewed a second")
    print(f"{wanted.shards} shards: mean {peak / wanted.shards:.0f} moves/s,", end=" ")
    print(f"busiest {busiest:.0f} ({busiest * wanted.shards / peak:.2f} × the mean)")
    print(f"{processes} web processes at half of {wanted.moves_per_process:.0f} moves/s each")


if __name__ == "__main__":
    main(sys.argv[1:])
