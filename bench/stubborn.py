"""Players who play on whatever happens to the servers, and keep a journal of what was promised.

A command that was sent and not answered is sent again, the same under the same id, on the next
connection: the site promises that it then happens once.
"""

import asyncio
import itertools
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

PAUSE_S = 0.4
SILENCE_S = 12.0
PASSING = {"busy", "unavailable", "clocks_paused"}
LOST = (OSError, TimeoutError, WebSocketException, InvalidHandshake, EOFError)


@dataclass(slots=True)
class Journal:
    """What the players saw: acknowledged commands, ends, refusals, lost connections."""

    acknowledged: list[tuple[int, int, str, int]] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    lines_lost: int = 0


@dataclass(slots=True)
class Sent:
    """A command on its way, until it is answered."""

    frame: dict[str, Any]
    at: float


@dataclass(slots=True)
class Player:
    """A member at one match after another; `servers` are the addresses of sockets."""

    servers: list[str]
    member_id: int
    session: str
    chance: random.Random
    journal: Journal
    pace_s: float
    ids: Iterator[int] = field(default_factory=itertools.count)
    sent: Sent | None = None
    shown: dict[str, Any] | None = None
    you: int = 0
    promised: int = 0
    over: set[int] = field(default_factory=set)

    async def find_match(self, other: "Player", *, challenges: bool) -> int:
        """Return the match of the two that runs, made by way of the lobby if there is none."""
        while True:
            try:
                async with await self._line("/ws/lobby/") as lobby:
                    return await self._arrange(lobby, other, challenges=challenges)
            except LOST:
                await self._lost()

    async def play(self, match: int) -> str:
        """Play a match to its end and return the reason of the end."""
        self.sent, self.shown, self.promised = None, None, 0
        while True:
            try:
                async with await self._line(f"/ws/hra/{match}/") as table:
                    return await self._sit(table, match)
            except LOST:
                await self._lost()

    async def _arrange(self, lobby: ClientConnection, other: "Player", *, challenges: bool) -> int:
        await say(lobby, type="hello")
        while True:
            frame = await self._next(lobby)
            if frame["type"] == "go" and frame["match"] not in self.over:
                return int(frame["match"])
            if frame["type"] == "ready?":
                await self._wish(lobby, type="ready", challenge=frame["challenge"], ready=True)
            if frame["type"] in {"refused", "error"}:
                await asyncio.sleep(PAUSE_S)
                await say(lobby, type="hello")
            if frame["type"] not in {"lobby", "lobby_changed"}:
                continue
            both = {self.member_id, other.member_id}
            for row in frame["live"]:
                # A lobby may show for a moment what has just ended.
                if set(row["member_ids"]) == both and row["match"] not in self.over:
                    return int(row["match"])
            await self._meet(lobby, frame, other, challenges=challenges)

    async def _meet(
        self, lobby: ClientConnection, frame: Any, other: "Player", *, challenges: bool
    ) -> None:
        made = [row for row in frame["challenges"] if row["target_id"] is not None]
        if challenges and not any(row["challenger_id"] == self.member_id for row in made):
            await self._wish(lobby, type="challenge", ruleset="vrhcaby", to=other.member_id)
        for row in made if not challenges else ():
            if row["challenger_id"] == other.member_id and not row["asking"]:
                await self._wish(lobby, type="accept", challenge=row["id"])

    async def _sit(self, table: ClientConnection, match: int) -> str:
        await say(table, type="hello", since=None)
        if self.sent is not None:
            await say(table, **self.sent.frame)
        while True:
            frame = await self._next(table)
            await self._heard(table, frame)
            shown = self.shown
            if shown is None:
                continue
            if shown["state"]["phase"] == "over":
                self.over.add(match)
                return str(shown["result"]["reason"])
            if self.sent is None and self._may_claim(shown):
                await self._send(table, match, kind="claim")
            elif self.sent is None and self._may_step(shown):
                await asyncio.sleep(self.pace_s * self.chance.random() * 2)
                await self._step(table, match, shown)

    def _may_step(self, shown: Any) -> bool:
        """Whether it is his turn, as of what he knows to have happened."""
        his = shown["clock"]["seat"] == self.you and shown["legal"]["steps"]
        return bool(his) and shown["version"] >= self.promised

    def _may_claim(self, shown: Any) -> bool:
        """Whether he is shown that the other's time is over: nobody here dawdles, so by a fault."""
        clock = shown["clock"]
        claimable = clock.get("claimable") and clock["seat"] != self.you
        return bool(claimable) and shown["version"] >= self.promised

    async def _heard(self, table: ClientConnection, frame: Any) -> None:
        match frame["type"]:
            case "snapshot":
                self.you = frame["you"]
                self.shown = frame
            case "events" if self.shown is not None:
                await self._follow(table, frame)
            case "alive?" if (frame.get("version") or 0) > (self.shown or {}).get("version", 0):
                await say(table, type="hello", since=None)
            case "ok" if self.sent is not None and frame["id"] == self.sent.frame["id"]:
                self._acknowledge(frame)
            case "refused" | "error":
                await self._refused(table, frame)

    async def _follow(self, table: ClientConnection, frame: Any) -> None:
        known = self.shown["version"] if self.shown else 0
        if frame["version"] > known + len(frame["events"]):
            await say(table, type="hello", since=None)
        if frame["version"] > known:
            self.shown = frame

    def _acknowledge(self, frame: Any) -> None:
        sent = self.sent
        if sent is not None:
            key = (sent.frame["match"], self.member_id, sent.frame["id"], frame["version"])
            self.journal.acknowledged.append(key)
            self.journal.waits.append(time.monotonic() - sent.at)
            self.promised = frame["version"]
        self.sent = None

    async def _refused(self, table: ClientConnection, frame: Any) -> None:
        """Send again what a passing failure refused; look anew after any other refusal."""
        self.journal.refused[frame["code"]] += 1
        await asyncio.sleep(PAUSE_S)
        if self.sent is not None and frame["code"] in PASSING:
            await say(table, **self.sent.frame)
            return
        self.sent = None
        await say(table, type="hello", since=None)

    async def _step(self, table: ClientConnection, match: int, shown: Any) -> None:
        origin, target, die, _ = self.chance.choice(shown["legal"]["steps"])
        await self._send(table, match, kind="step", **{"from": origin, "die": die, "to": target})

    async def _send(self, table: ClientConnection, match: int, **command: Any) -> None:
        frame = {"type": "command", "id": self._key(), "match": match, **command}
        self.sent = Sent(frame, time.monotonic())
        await say(table, **frame)

    async def _wish(self, lobby: ClientConnection, **frame: Any) -> None:
        await say(lobby, id=self._key(), **frame)

    def _key(self) -> str:
        return f"{self.session[:8]}-{next(self.ids)}"

    async def _next(self, line: ClientConnection) -> Any:
        async with asyncio.timeout(SILENCE_S):
            frame = json.loads(await line.recv())
        if frame["type"] == "alive?":
            await say(line, type="alive")
        return frame

    async def _line(self, path: str) -> ClientConnection:
        server = self.chance.choice(self.servers)
        headers = {"Cookie": f"sessionid={self.session}", "Origin": server.replace("ws", "http", 1)}
        return await connect(
            server + path,
            additional_headers=headers,
            compression=None,
            max_size=None,
            open_timeout=5,
            close_timeout=1,
        )

    async def _lost(self) -> None:
        self.journal.lines_lost += 1
        await asyncio.sleep(PAUSE_S * (1 + self.chance.random()))


async def say(line: ClientConnection, **frame: Any) -> None:
    """Send a frame."""
    await line.send(json.dumps(frame))


async def play_on(first: Player, second: Player) -> None:
    """Let two play one match after another, until cancelled."""
    while True:
        matches = await asyncio.gather(
            first.find_match(second, challenges=True), second.find_match(first, challenges=False)
        )
        reasons = await asyncio.gather(first.play(matches[0]), second.play(matches[1]))
        first.journal.ends[reasons[0]] += 1
