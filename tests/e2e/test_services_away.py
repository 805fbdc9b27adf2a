"""PostgreSQL or Redis is killed under open sockets: nothing acknowledged is lost."""

import asyncio
import json
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from bench import load

pytestmark = [pytest.mark.services, pytest.mark.slow]
PATIENCE_S = 40


class Page:
    """A player's end of a game socket, without a browser."""

    def __init__(self, line, match):
        self._line = line
        self._match = match
        self._keys = 0

    async def say(self, **frame):
        await self._line.send(json.dumps(frame))

    async def heard(self, *kinds):
        async with asyncio.timeout(PATIENCE_S):
            while True:
                frame = json.loads(await self._line.recv())
                if frame["type"] == "alive?":
                    await self.say(type="alive")
                if frame["type"] in kinds:
                    return frame

    async def shown(self):
        await self.say(type="hello", since=None)
        return await self.heard("snapshot", "error")

    async def step(self, shown, key):
        origin, _, die, _ = shown["legal"]["steps"][0]
        fields = {"id": key, "match": self._match, "from": origin, "die": die}
        await self.say(type="command", kind="step", **fields)
        return await self.heard("ok", "refused", "error")


def table(site):
    """Seat two guests and return the match and their sessions."""
    (seat,) = load.guests(site, 1, "--tables")
    return seat["match"], [member["session"] for member in seat["members"]]


@asynccontextmanager
async def line(site, match, session):
    """An open socket, tried for as often as a page would try."""
    headers = {"Cookie": f"sessionid={session}", "Origin": site.url}
    url = f"{site.ws_url}/ws/hra/{match}/"
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                opened = await connect(url, additional_headers=headers, compression=None)
                break
            except InvalidStatus:
                await asyncio.sleep(0.5)
    try:
        yield opened
    finally:
        await opened.close()


async def until_ok(page, shown, key):
    """Send the same command until it is accepted."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            answer = await page.step(shown, key)
            if answer["type"] == "ok":
                return answer
            assert answer["code"] in {"unavailable", "busy"}, answer
            await asyncio.sleep(0.5)


def test_while_postgresql_is_away_a_step_is_unavailable_and_afterwards_it_counts(
    grown_up_site, postgresql
):
    match, sessions = table(grown_up_site)

    async def play():
        async with line(grown_up_site, match, sessions[0]) as first:
            shown = await Page(first, match).shown()
        mover = sessions[shown["clock"]["seat"]]
        async with line(grown_up_site, match, mover) as opened:
            page = Page(opened, match)
            shown = await page.shown()
            postgresql.kill()
            away = await page.step(shown, "k1")
            blind = await page.shown()
            postgresql.start()
            answer = await until_ok(page, shown, "k1")
            after = await page.shown()
        return away, blind, answer, after

    away, blind, answer, after = asyncio.run(play())

    assert (away["type"], away["code"]) == ("refused", "unavailable")
    assert away["text"]
    assert (blind["type"], blind["code"]) == ("error", "unavailable")
    assert after["version"] >= answer["version"]


def test_while_redis_is_away_a_step_is_kept_and_the_page_catches_up(grown_up_site, redis_server):
    match, sessions = table(grown_up_site)

    async def play():
        async with line(grown_up_site, match, sessions[0]) as first:
            shown = await Page(first, match).shown()
        turn = shown["clock"]["seat"]
        async with (
            line(grown_up_site, match, sessions[turn]) as his,
            line(grown_up_site, match, sessions[1 - turn]) as hers,
        ):
            mover, other = Page(his, match), Page(hers, match)
            shown = await mover.shown()
            await other.shown()
            redis_server.kill()
            answer = await mover.step(shown, "k1")
            seen = await other.shown()
            redis_server.start()
        return answer, seen

    answer, seen = asyncio.run(play())

    assert answer["type"] == "ok"
    assert seen["version"] == answer["version"]
