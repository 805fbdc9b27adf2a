"""Who is here, with several tabs on two web processes, one of them killed, and Redis restarted."""

import asyncio
import json
from contextlib import AsyncExitStack

import pytest
import redis
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from bench import load

pytestmark = [pytest.mark.services, pytest.mark.slow]

LIMIT_S = 25
PATIENCE_S = 90
JUDGED = {"limit_passed", "presence_unknown"}


class Tab:
    """A page without a browser: it says that it lives whenever it is asked."""

    def __init__(self, line, match):
        self._line = line
        self._match = match
        self._heard = asyncio.Queue()
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self):
        try:
            async for text in self._line:
                frame = json.loads(text)
                if frame["type"] == "alive?":
                    await self._line.send('{"type": "alive"}')
                else:
                    self._heard.put_nowait(frame)
        except ConnectionClosed:
            """As when its server is killed."""

    async def shut(self):
        await self._line.close()
        await self._listening

    async def shown(self):
        await self._line.send('{"type": "hello", "since": null}')
        return await self._next("snapshot")

    async def command(self, kind, **fields):
        frame = {"type": "command", "id": f"{kind}-1", "match": self._match, "kind": kind}
        await self._line.send(json.dumps({**frame, **fields}))
        return await self._next("ok", "refused")

    async def _next(self, *kinds):
        async with asyncio.timeout(PATIENCE_S):
            while True:
                frame = await self._heard.get()
                if frame["type"] in kinds:
                    return frame


class Room:
    """Tables at a site, and the tabs that are opened at them."""

    def __init__(self, site, opened):
        self._site = site
        self._opened = opened

    async def tab(self, match, session=None, *, on="web-2"):
        port = self._site.ports[on]
        headers = {"Origin": f"http://127.0.0.1:{port}"}
        if session:
            headers["Cookie"] = f"sessionid={session}"
        line = await connect(
            f"ws://127.0.0.1:{port}/ws/hra/{match}/",
            additional_headers=headers,
            compression=None,
            close_timeout=1,
        )
        tab = Tab(line, match)
        self._opened.push_async_callback(tab.shut)
        await tab.shown()
        return tab

    async def players(self, table):
        """Return the match and the sessions of who is on turn and of who waits."""
        watching = await self.tab(table["match"])
        turn = (await watching.shown())["clock"]["seat"]
        sessions = [member["session"] for member in table["members"]]
        return table["match"], sessions[turn], sessions[1 - turn]

    async def events(self, match):
        url = f"{self._site.urls[1]}/hra/{match}/export.json"
        _, text = await asyncio.to_thread(self._site.get, url)
        return json.loads(text)["events"]

    async def verdict(self, match):
        """Wait until the limit of a match is judged; return its events up to then."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                events = await self.events(match)
                if JUDGED & {event["kind"] for event in events}:
                    return events
                await asyncio.sleep(0.5)


def kinds(events):
    return [event["kind"] for event in events]


def only(events, kind):
    (found,) = [event["data"] for event in events if event["kind"] == kind]
    return found


async def disturb(site, redis_server):
    """Kill one web process; forget what Redis holds, and kill it too."""
    site.kill("web-1")
    with redis.Redis.from_url(redis_server.url(0)) as server:
        server.flushall()
    redis_server.kill()
    await asyncio.to_thread(redis_server.start)


async def evening(site, redis_server, tables):
    """Play the four tables; return what was decided at each of them, by its name."""
    async with AsyncExitStack() as opened:
        room = Room(site, opened)
        # Who leaves comes and goes first: his leases must have run out before the limit.
        spread, held, halved, gone = [await room.players(table) for table in tables]
        leaving = [await room.tab(*one[:2]) for one in (gone, gone, halved)]
        await room.tab(*halved[:2])
        for tab in leaving:
            await tab.shut()
        await room.tab(*spread[:2], on="web-1")
        await room.tab(*spread[:2])
        for _ in range(2):
            await room.tab(*held[:2], on="web-1")
        claimants = [await room.tab(match, waits) for match, _, waits in (spread, held)]
        await disturb(site, redis_server)
        games = {"spread": spread, "held": held, "gone": gone, "halved": halved}
        judged = await asyncio.gather(*(room.verdict(match) for match, _, _ in games.values()))
        claims = [await claimant.command("claim") for claimant in claimants]
        back = await room.tab(*held[:2])
        origin, _, die, _ = (await back.shown())["legal"]["steps"][0]
        stepped = await back.command("step", **{"from": origin, "die": die})
        afterwards = await room.events(held[0])
    return dict(zip(games, judged, strict=True)), claims, stepped, afterwards


def test_who_is_here_is_judged_rightly_whatever_dies_under_the_tabs(grown_up_site, redis_server):
    tables = load.guests(grown_up_site, 4, "--tables", "--limit-s", str(LIMIT_S))
    try:
        judged, claims, stepped, afterwards = asyncio.run(
            evening(grown_up_site, redis_server, tables)
        )
    finally:
        grown_up_site.start()

    # A tab on a living process is enough; who waited may claim.
    assert only(judged["spread"], "limit_passed")["online"] is True
    assert claims[0]["type"] == "ok", claims[0]
    # Whom the dead process held has lost nothing, and gets the time back.
    assert kinds(judged["held"])[-1] == "presence_unknown"
    assert claims[1]["code"] == "presence_unknown"
    assert stepped["type"] == "ok", stepped
    assert "instance" in [
        event["data"]["cause"] for event in afterwards if event["kind"] == "clock_credited"
    ]
    # Who shut both of his tabs at a living process was not there; who shut one of two was.
    assert only(judged["gone"], "limit_passed")["online"] is False
    assert only(judged["gone"], "match_ended")["reason"] == "absent"
    assert only(judged["halved"], "limit_passed")["online"] is True
    assert "match_ended" not in kinds(judged["halved"])
    assert load.check(grown_up_site) == 0
