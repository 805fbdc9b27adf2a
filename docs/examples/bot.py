"""A bot that accepts every challenge and plays it to the end, as an example of how to write one.

    pip install websockets
    VRHCABY_TOKEN=vrh_… python bot.py wss://club.example.org

It knows no rules: what may be done the server sends with every frame. Here it chooses by lot; write
a better `choose`. docs/protocol.md says what the frames mean.
"""

import asyncio
import itertools
import json
import os
import random
import sys
import uuid

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

NO_USE = (4001, 4004)
"""After these close codes trying again is in vain: the token has ended, there is no such match."""

MOST_GAMES = 3
"""After so many games of a money session it gets up."""

DECIDES = ("take", "accept", "place", "roll")
"""What to do first where there is a choice of commands; every double is taken."""


class Bot:
    """Waits in the lobby, and plays each of its matches on a line of its own."""

    def __init__(self, server: str, token: str) -> None:
        self.server, self.token = server, token
        self.matches: dict[int, asyncio.Task[None]] = {}
        self.tried: set[int] = set()
        self.finished = 0

    async def run(self) -> None:
        """Stay in the lobby for ever; come back after a lost connection."""
        for attempt in itertools.count():
            try:
                async with connect(f"{self.server}/ws/lobby/") as line:
                    await self.say(line, "hello", token=self.token)
                    async for text in line:
                        await self.in_lobby(line, json.loads(text))
            except (OSError, ConnectionClosed) as lost:
                if getattr(getattr(lost, "rcvd", None), "code", None) in NO_USE:
                    raise
            await asyncio.sleep(min(30, 2**attempt))

    async def in_lobby(self, line, frame: dict) -> None:
        """Accept what is offered, sit down when asked, go where a match has begun."""
        kind = frame["type"]
        if kind == "alive?":
            await self.say(line, "alive")
        if kind in ("lobby", "lobby_changed"):
            for match in frame["live"]:
                if frame["you"] in match["member_ids"]:
                    self.go(match["match"])
            for challenge in frame["challenges"]:
                if frame["you"] != challenge["challenger_id"]:
                    await self.accept(line, challenge["id"])
        if kind == "ready?":
            await self.say(line, "ready", id=new_id(), challenge=frame["challenge"], ready=True)
        if kind == "go":
            self.go(frame["match"])
        if kind == "refused":
            print("refused:", frame["text"], file=sys.stderr)

    async def accept(self, line, challenge: int) -> None:
        """Accept a challenge, once."""
        if challenge not in self.tried:
            self.tried.add(challenge)
            await self.say(line, "accept", id=new_id(), challenge=challenge)

    def go(self, match: int) -> None:
        """Play a match, unless it is played already."""
        if match not in self.matches:
            self.matches[match] = asyncio.create_task(self.play(match))

    async def play(self, match: int) -> None:
        """Play a match to its end; after a lost connection go on where it stands."""
        over = False
        while not over:
            try:
                async with connect(f"{self.server}/ws/hra/{match}/") as line:
                    await self.say(line, "hello", since=None, token=self.token)
                    over = await self.at_table(line, match)
            except (OSError, ConnectionClosed):
                await asyncio.sleep(1)
        self.finished += 1

    async def at_table(self, line, match: int) -> bool:
        """Answer every frame that finds us to act; return True when the match is over."""
        seat, version, asked = None, 0, None
        async for text in line:
            frame = json.loads(text)
            if frame["type"] == "alive?":
                await self.say(line, "alive")
                if frame.get("version", 0) > version:
                    await self.say(line, "hello", since=version)
            if frame["type"] == "refused":
                asked = None
                await self.say(line, "hello", since=None)
            if frame["type"] not in ("snapshot", "events") or frame["version"] < version:
                continue
            seat, version = frame.get("you", seat), frame["version"]
            if frame["result"]:
                return True
            command = choose(frame, seat)
            if command and version != asked:
                asked = version
                await self.say(line, "command", id=new_id(), match=match, **command)
        return False

    async def say(self, line, kind: str, /, **fields) -> None:
        """Send a frame."""
        await line.send(json.dumps({"type": kind, **fields}))


def choose(frame: dict, seat: int) -> dict | None:
    """Return what a seat does now, out of what the server says is possible; None: nothing."""
    if frame["state"]["phase_of_game"] == "between":
        if frame["state"]["ready"][seat]:
            return None
        return {"kind": "leave" if frame["state"]["game"] >= MOST_GAMES else "next_game"}
    if frame["clock"]["seat"] != seat:
        return None
    for choice in sorted(possible(frame, seat), key=lambda one: rank(one["kind"])):
        if choice["kind"] == "place":
            return {"kind": "place", "die": random.choice(choice["dice"])}
        if choice["kind"] in DECIDES:
            return {"kind": choice["kind"]}
    legal = frame["legal"]
    if legal["graph"]:
        return {"kind": "turn", "steps": some_turn(legal["graph"])}
    if legal["steps"]:
        origin, _target, die, _hit = random.choice(legal["steps"])
        return {"kind": "step", "from": origin, "die": die}
    return None


def possible(frame: dict, seat: int) -> list[dict]:
    """Return the commands that are possible now: those without a `code` that refuses them."""
    return [choice for choice in frame["choices"][seat] if "code" not in choice]


def rank(kind: str) -> int:
    """Return how early a kind of command is chosen."""
    return DECIDES.index(kind) if kind in DECIDES else len(DECIDES)


def some_turn(graph: list) -> list[list[int]]:
    """Walk from node 0 to a complete turn: a node without steps."""
    node, steps = 0, []
    while graph[node]:
        origin, _target, die, _hit, node = random.choice(graph[node])
        steps.append([origin, die])
    return steps


def new_id() -> str:
    """Return an id under which a command is known, should it have to be sent again."""
    return str(uuid.uuid4())


if __name__ == "__main__":
    asyncio.run(Bot(sys.argv[1], os.environ["VRHCABY_TOKEN"]).run())
