"""Two bots of docs/examples play many matches of mixed rulesets to the end, over REST and sockets.

`python -m bench.reference_bots [--games N] [--grown-up]` starts a site of its own, lets one of the
two challenge the other by REST, some matches at once, and checks the invariants afterwards.
"""

import argparse
import asyncio
import importlib.util
import json
import sys
import time
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from bench import bots, load
from tests.infrastructure.sites import ROOT, Site

AT_ONCE = 4
LIMIT_S = 3600


@dataclass(slots=True)
class Told:
    """What came of the matches."""

    finished: int = 0
    rulesets: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    events: int = 0


def example() -> ModuleType:
    """Load the bot as its reader would run it."""
    spec = importlib.util.spec_from_file_location("bot", ROOT / "docs" / "examples" / "bot.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


async def play(site: Site, *, games: int, limit_s: float = LIMIT_S) -> Told:
    """Let two bots play so many matches; each ruleset in turn."""
    first, second = load.guests(site, 2, "--bots")
    made = example()
    players = [made.Bot(site.ws_url, one["token"]) for one in (first, second)]
    running = [asyncio.create_task(player.run()) for player in players]
    try:
        async with asyncio.timeout(limit_s):
            matches = await _begin_all(site, first, second, players, games)
            while _over(players) < games:
                await _failed(running)
                await asyncio.sleep(0.2)
    finally:
        for task in running:
            task.cancel()
    return await asyncio.to_thread(_told, site, matches)


async def _begin_all(
    site: Site, first: Any, second: Any, players: list[Any], games: int
) -> list[int]:
    """Challenge and wait until the match has begun, as long as there is room for another."""
    matches: list[int] = []
    for number in range(games):
        # What the bots have finished is counted by them: nothing could wake this loop up.
        while len(matches) - _over(players) >= AT_ONCE:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        kind = bots.MIXED[number % len(bots.MIXED)]
        body = {"id": f"bench-{number}", "to": second["id"], **kind}
        made = await asyncio.to_thread(call, site, "challenges", first["token"], body)
        path = f"challenges/{made['challenge']}"
        # REST tells a state when asked; who wants to be told listens to a socket, as the bots do.
        while (match := await asyncio.to_thread(_match, site, path, first["token"])) is None:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        matches.append(match)
    return matches


def _over(players: list[Any]) -> int:
    return min(player.finished for player in players)


def _match(site: Site, path: str, token: str) -> int | None:
    match: int | None = call(site, path, token)["match"]
    return match


async def _failed(running: list[asyncio.Task[None]]) -> None:
    for task in running:
        if task.done():
            await task


def _told(site: Site, matches: list[int]) -> Told:
    told = Told()
    for match in matches:
        row = call(site, f"matches/{match}")["match"]
        told.finished += row["status"] == "finished"
        told.rulesets[row["ruleset"]] += 1
        told.reasons[row["reason"]] += 1
        told.events += row["version"]
    return told


def call(site: Site, path: str, token: str | None = None, body: Any = None) -> Any:
    """Ask the REST interface and return what it answers."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{site.url}/api/v1/{path}", data=data, headers=headers)
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


def main(arguments: list[str]) -> int:
    """Play and check; return 1 when a match is not over or the check complains."""
    parser = argparse.ArgumentParser(prog="bench.reference_bots", description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--grown-up", action="store_true")
    wanted = parser.parse_args(arguments)
    with load.running_site(grown_up=wanted.grown_up) as (site, _ws_urls):
        begun = time.perf_counter()
        told = asyncio.run(play(site, games=wanted.games))
        seconds = time.perf_counter() - begun
        print(f"{told.finished} of {wanted.games} matches over, {told.events} events, ", end="")
        print(f"{seconds:.0f} s; {dict(told.rulesets)}; ends {dict(told.reasons)}")
        return int(told.finished < wanted.games) or load.check(site)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
