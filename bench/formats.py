"""Match files in and out beside the floor of splitting their words: `python -m bench.formats`.

The floor reads the same bytes, splits them into lines and finds every number in them by one
regular expression; it knows nothing of rules. Ours finds out the format, reads, checks every
play by the rules and scores. Contestants take turns; each one's best of several rounds counts.
"""

import argparse
import json
import re
import tarfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from games.engine.formats import actions, json_record, mat_write, reading, sgf_write
from games.engine.formats.record import Record

MATCHES = Path(__file__).parents[1] / "tests" / "data" / "formats" / "matches.tar.xz"
FLOOR = "floor: lines and numbers"
_WORD = re.compile(r"\d+|[A-Za-z]+")
Job = Callable[[], int]


def real_matches() -> list[bytes]:
    """The .mat files of other programs that the tests read too."""
    with tarfile.open(MATCHES) as archive:
        members = (it for it in archive if it.name.startswith("matches/") and it.isfile())
        opened = (archive.extractfile(it) for it in members if not it.name.endswith(".sgf"))
        return [file.read() for file in opened if file is not None]


def split(data: Sequence[bytes]) -> int:
    """The floor: the words of every line."""
    return sum(len(_WORD.findall(line)) for one in data for line in one.decode().splitlines())


def read(data: Sequence[bytes]) -> int:
    """Every match read and checked; how many games."""
    return sum(len(reading.read_match(one).record.games) for one in data)


def jobs(records: Sequence[Record], texts: Sequence[bytes]) -> dict[str, Job]:
    """What is measured, by name."""
    mats = [mat_write.to_mat(record).encode() for record in records]
    sgfs = [sgf_write.to_sgf(record).encode() for record in records]
    own = [json.dumps(json_record.to_json(record)).encode() for record in records]
    return {
        FLOOR: lambda: split(texts),
        "read real .mat files": lambda: read(texts),
        "read our .mat": lambda: read(mats),
        "read our .sgf": lambda: read(sgfs),
        "read our JSON": lambda: read(own),
        "write .mat": lambda: sum(map(len, map(mat_write.to_mat, records))),
        "write .sgf": lambda: sum(map(len, map(sgf_write.to_sgf, records))),
        "list the actions": lambda: sum(len(actions.to_actions(r)["games"]) for r in records),
    }


def best_times(measured: dict[str, Job], rounds: int) -> dict[str, float]:
    """Seconds of processor each, the best of some rounds."""
    best = dict.fromkeys(measured, float("inf"))
    for _ in range(rounds):
        for name, job in measured.items():
            began = time.process_time()
            job()
            best[name] = min(best[name], time.process_time() - began)
    return best


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    texts = real_matches()
    records = [reading.read_match(data).record for data in texts]
    games = sum(len(record.games) for record in records)
    best = best_times(jobs(records, texts), given.rounds)
    print(f"{len(records)} matches, {games} games, best of {given.rounds}")
    for name, seconds in best.items():
        print(f"  {name:26} {games / seconds:8.0f} games/s  {seconds / best[FLOOR]:6.1f} × floor")
    longest = max(texts, key=lambda data: read([data]))
    alone = best_times({"longest": lambda: read([longest])}, given.rounds)["longest"]
    print(f"  the longest match ({read([longest])} games) in {alone * 1000:.0f} ms")


if __name__ == "__main__":
    main()
