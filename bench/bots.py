"""Players made of code: they sit down in the lobby and play by the frames, as a page would."""

import asyncio
import contextlib
import itertools
import json
import random
import ssl
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

TOO_FAST_S = 1.0
ANSWER_LIMIT_S = 60.0
RESIGNS = 0.0005
OFFERS_DRAW = 0.02
ACCEPTS_DRAW = 0.1
RECONNECTS = 0.01


DOUBLES = 0.1
DROPS = 0.2
OFFERS_RESIGNATION = 0.02
LEAVES_AFTER = 2
VRHCABY = {"ruleset": "vrhcaby"}
MIXED: tuple[dict[str, Any], ...] = (
    VRHCABY,
    {"ruleset": "standard", "options": {"length": 3}},
    {"ruleset": "nasazovani"},
    {"ruleset": "hypergammon", "options": {"length": 5}},
    {
        "ruleset": "nackgammon",
        "rated": False,
        "options": {"length": None, "jacoby": True, "beavers": 2, "automatic_doubles": 1},
    },
    {"ruleset": "egyptian", "control": {"kind": "delay", "reserve_s": 600}},
)


@dataclass(slots=True)
class Told:
    """What the bots of a load have seen, counted together."""

    steps: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    reconnections: int = 0


@dataclass(slots=True)
class Bot:
    """A member with a session who plays whatever comes; `chance` decides all he does."""

    ws_url: str
    session: str
    chance: random.Random
    told: Told
    ids: Iterator[int] = field(default_factory=itertools.count)
    tls: ssl.SSLContext | None = None

    async def line(self, path: str) -> ClientConnection:
        """Open a socket as a browser of this member would."""
        origin = self.ws_url.replace("ws", "http", 1)
        headers = {"Cookie": f"sessionid={self.session}", "Origin": origin}
        return await connect(
            self.ws_url + path,
            additional_headers=headers,
            max_size=None,
            compression=None,
            ssl=self.tls,
        )

    async def challenge(self, terms: dict[str, Any]) -> int:
        """Offer a game to everybody and return the match that came of it."""
        async with await self.line("/ws/lobby/") as lobby:
            await say(lobby, type="challenge", id="c", seed=self.seed(), **terms)
            return (await heard(lobby, "go"))["match"]

    async def accept(self, challenger_id: int) -> int:
        """Wait for a challenge of a member, accept it, and return the match."""
        async with await self.line("/ws/lobby/") as lobby:
            await say(lobby, type="hello")
            while True:
                shown = await heard(lobby, "lobby", "lobby_changed")
                for row in shown["challenges"]:
                    if row["challenger_id"] == challenger_id:
                        fields = {"challenge": row["id"], "seed": self.seed()}
                        await say(lobby, type="accept", id="a", **fields)
                        return (await heard(lobby, "go"))["match"]

    async def play(self, match: int) -> str:
        """Play a match to its end and return the reason of the end."""
        version = None
        while True:
            async with await self.line(f"/ws/hra/{match}/") as table:
                await say(table, type="hello", since=version)
                with contextlib.suppress(ConnectionClosed):
                    version = await self._sit(table, match)
                    if version is None:
                        continue
            if isinstance(version, str):
                self.told.reasons[version] += 1
                return version
            self.told.reconnections += 1

    async def _sit(self, table: ClientConnection, match: int) -> Any:
        """Play until the end (its reason) or until he walks off (the version he has seen)."""
        you = None
        while True:
            frame = await heard(table, "snapshot", "events", "refused", "error")
            if frame["type"] == "error":
                # A bot is faster than a person may be: what it sent is lost, the socket is not.
                await asyncio.sleep(TOO_FAST_S)
                await say(table, type="hello", since=None)
                continue
            if frame["type"] == "refused":
                self.told.refused[frame["code"]] += 1
                await say(table, type="hello", since=None)
                continue
            you = frame.get("you", you)
            if frame["state"]["phase"] == "over":
                return frame["result"]["reason"]
            if you is None:
                await say(table, type="hello", since=None)
                continue
            if self.chance.random() < RECONNECTS:
                return frame["version"]
            await self._act(table, match, frame, you)

    async def _act(self, table: ClientConnection, match: int, frame: Any, you: int) -> None:
        possible = {one["kind"]: one for one in frame["choices"][you] if "code" not in one}
        if "next_game" in possible:
            over = frame["state"]["game"] >= LEAVES_AFTER
            await self._command(table, match, "leave" if over else "next_game")
        elif frame["clock"]["seat"] == you:
            kind, parts = self._choice(frame, possible)
            await self._command(table, match, kind, **parts)

    def _choice(self, frame: Any, possible: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """Return what he does on turn, or answers."""
        if frame["state"]["offer"] is not None:
            return self._answer(possible), {}
        if self.chance.random() < RESIGNS:
            return self.chance.choice(
                [kind for kind in ("resign", "leave") if kind in possible]
            ), {}
        if "offer_draw" in possible and self.chance.random() < OFFERS_DRAW:
            return "offer_draw", {}
        if "place" in possible:
            return "place", {"die": self.chance.choice(possible["place"]["dice"])}
        if frame["legal"]["graph"]:
            return "turn", {"steps": self._turn(frame["legal"]["graph"])}
        if frame["legal"]["steps"]:
            origin, target, die, _ = self.chance.choice(frame["legal"]["steps"])
            self.told.steps += 1
            return "step", {"from": origin, "die": die, "to": target}
        return self._before_the_roll(possible)

    def _answer(self, possible: dict[str, Any]) -> str:
        if "take" in possible:
            others = [kind for kind in ("take", "beaver", "raccoon") if kind in possible]
            return "drop" if self.chance.random() < DROPS else self.chance.choice(others)
        return "accept" if self.chance.random() < ACCEPTS_DRAW else "decline"

    def _before_the_roll(self, possible: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        if "double" in possible and self.chance.random() < DOUBLES:
            return "double", {}
        if "offer_resignation" in possible and self.chance.random() < OFFERS_RESIGNATION:
            return "offer_resignation", {"level": possible["offer_resignation"]["levels"][-1]}
        return "roll", {}

    def _turn(self, graph: list[list[Any]]) -> list[tuple[int, int]]:
        """Return a whole turn along the graph of a frame."""
        node, steps = 0, []
        while graph[node]:
            origin, _, die, _, node = self.chance.choice(graph[node])
            steps.append((origin, die))
        self.told.steps += len(steps)
        return steps

    async def _command(self, table: ClientConnection, match: int, kind: str, **parts: Any) -> None:
        key = f"{self.session[:8]}-{next(self.ids)}"
        await say(table, type="command", id=key, match=match, kind=kind, **parts)

    def seed(self) -> str:
        """Return what this bot mixes into the dice."""
        return f"{self.chance.getrandbits(64):x}"


async def say(line: ClientConnection, **frame: Any) -> None:
    """Send a frame."""
    await line.send(json.dumps(frame))


async def heard(line: ClientConnection, *kinds: str) -> Any:
    """Return the next frame of some types; answers `alive?` meanwhile."""
    async with asyncio.timeout(ANSWER_LIMIT_S):
        while True:
            frame = json.loads(await line.recv())
            if frame["type"] == "alive?":
                await say(line, type="alive")
            if frame["type"] in kinds:
                return frame


async def pair(first: Bot, second: Bot, challenger_id: int, terms: dict[str, Any]) -> None:
    """Let two bots find each other in the lobby and play."""
    matches = await asyncio.gather(first.challenge(terms), second.accept(challenger_id))
    await asyncio.gather(first.play(matches[0]), second.play(matches[1]))


async def play_all(
    ws_urls: list[str],
    guests: list[dict[str, Any]],
    *,
    seed: int,
    kinds: tuple[dict[str, Any], ...] = (VRHCABY,),
    tls: ssl.SSLContext | None = None,
) -> Told:
    """Let guests play two by two, all at once, spread over the servers; return what they saw.

    `kinds` of matches take turns.
    """
    told = Told()
    bots = [
        Bot(
            ws_urls[number % len(ws_urls)],
            guest["session"],
            random.Random(f"{seed}-{number}"),
            told,
            tls=tls,
        )
        for number, guest in enumerate(guests)
    ]
    games = [
        pair(bots[at], bots[at + 1], guests[at]["id"], kinds[at // 2 % len(kinds)])
        for at in range(0, len(guests) - 1, 2)
    ]
    await asyncio.gather(*games)
    return told
