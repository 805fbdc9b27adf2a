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
from websockets.exceptions import ConnectionClosed, WebSocketException

NO_USE = (4001, 4004)
"""After these close codes trying again is in vain: the token has ended, there is no such match."""

PAUSE_S = 1
"""How long to be silent after an error: what comes too often is dropped, and so is what is busy."""

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
        self.told = ""

    async def run(self) -> None:
        """Stay in the lobby for ever; come back after a lost connection."""
        for attempt in itertools.count():
            try:
                async with connect(f"{self.server}/ws/lobby/") as line:
                    await self.say(line, "hello", token=self.token)
                    async for text in line:
                        await self.in_lobby(line, json.loads(text))
            except (OSError, ConnectionClosed) as lost:
                if is_in_vain(lost):
                    raise
            await asyncio.sleep(min(30, 2**attempt))

    async def in_lobby(self, line, frame: dict) -> None:
        """Accept what is offered, sit down when asked, go where a match has begun."""
        match frame:
            case {"type": "alive?"}:
                await self.say(line, "alive")
            case {"type": "lobby" | "lobby_changed", "you": you}:
                await self.look_around(line, frame, you)
            case {"type": "ready?", "challenge": challenge}:
                await self.say(line, "ready", id=new_id(), challenge=challenge, ready=True)
            case {"type": "go", "match": match}:
                self.go(match)
            case {"type": "refused" | "error", "text": text}:
                self.told = text
                print(text, file=sys.stderr)

    async def look_around(self, line, lobby: dict, you: int) -> None:
        """Go on with matches that are played already, accept what others offer."""
        for row in lobby["live"]:
            if you in row["member_ids"]:
                self.go(row["match"])
        for row in lobby["challenges"]:
            if you != row["challenger_id"]:
                await self.accept(line, row["id"])

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
            except (OSError, ConnectionClosed) as lost:
                if is_in_vain(lost):
                    return
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
            if frame["type"] in ("refused", "error"):
                # An error came instead of an answer: what was said has been dropped.
                await asyncio.sleep(PAUSE_S if frame["type"] == "error" else 0)
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


def is_in_vain(lost: Exception) -> bool:
    """Tell whether the server closed the line for good."""
    return getattr(getattr(lost, "rcvd", None), "code", None) in NO_USE


def choose(frame: dict, seat: int) -> dict | None:
    """Return what a seat does now, out of what the server says is possible; None: nothing."""
    if frame["state"]["phase_of_game"] == "between":
        return after_a_game(frame["state"], seat)
    if frame["clock"]["seat"] != seat:
        return None
    for choice in sorted(possible(frame, seat), key=lambda one: rank(one["kind"])):
        if choice["kind"] == "place":
            return {"kind": "place", "die": random.choice(choice["dice"])}
        if choice["kind"] in DECIDES:
            return {"kind": choice["kind"]}
    return some_steps(frame["legal"])


def after_a_game(state: dict, seat: int) -> dict | None:
    """Between two games of a money session: play on, or get up."""
    if state["ready"][seat]:
        return None
    return {"kind": "leave" if state["game"] >= MOST_GAMES else "next_game"}


def some_steps(legal: dict) -> dict | None:
    """Return a whole turn where turns are sent at once, one step elsewhere."""
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


def main() -> str | int:
    """Run until interrupted; return why it cannot go on."""
    token = os.environ.get("VRHCABY_TOKEN")
    if len(sys.argv) != 2 or not token:
        return "Usage: VRHCABY_TOKEN=vrh_… python bot.py wss://club.example.org"
    bot = Bot(sys.argv[1], token)
    try:
        asyncio.run(bot.run())
    except WebSocketException as lost:
        # What the server said stands there already.
        return 1 if bot.told else f"The server does not let this bot in: {lost}."
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
