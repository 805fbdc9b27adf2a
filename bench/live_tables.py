"""Tables that the bench of the live path drives: two sockets each, at the floor or at the site."""

import asyncio
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect


class Legal(msgspec.Struct):
    """The part of a frame that says what may be played."""

    steps: list[tuple[int, int, int, bool]]


class Clock(msgspec.Struct):
    """The part of a frame that says whose move it is."""

    seat: int | None


class Frame(msgspec.Struct):
    """What a bench reads of a snapshot or of events."""

    type: str
    version: int = 0
    legal: Legal | None = None
    clock: Clock | None = None


_decode = msgspec.json.Decoder(Frame).decode


class FloorTable:
    """Two sockets at the floor's consumer, which echoes numbers."""

    def __init__(self, ws_url: str, table: dict[str, Any]) -> None:
        self._url = f"{ws_url}/floor/{table['match']}/"
        self._lines: list[ClientConnection] = []
        self._seq = 0
        self.over = False

    async def open(self) -> None:
        """Sit down."""
        self._lines = [
            await connect(self._url, compression=None, ping_interval=None) for _ in range(2)
        ]

    async def move(self) -> bool:
        """Make a move and wait until the other socket has it."""
        self._seq += 1
        mover, other = self._lines[:: 1 if self._seq % 2 else -1]
        await mover.send(str(self._seq))
        await other.recv()
        await mover.recv()
        return True

    async def close(self) -> None:
        """Get up."""
        for line in self._lines:
            await line.close()


class Page:
    """A line that is read all the time, as a page does: it says that it lives when it is asked."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._frames: asyncio.Queue[Frame] = asyncio.Queue()
        self._reading = asyncio.create_task(self._read())

    async def send(self, text: str) -> None:
        """Send a frame."""
        await self._line.send(text)

    async def next(self, *kinds: str) -> Frame:
        """Return the next frame of one of these kinds; those before it are passed over."""
        while True:
            frame = await self._frames.get()
            if frame.type in kinds:
                return frame

    async def close(self) -> None:
        """Shut the line."""
        self._reading.cancel()
        await self._line.close()

    async def _read(self) -> None:
        async for text in self._line:
            frame = _decode(text)
            if frame.type == "alive?":
                await self._line.send('{"type":"alive"}')
            else:
                self._frames.put_nowait(frame)


class SiteTable:
    """Two players' pages at a match of the site."""

    def __init__(self, ws_url: str, table: dict[str, Any]) -> None:
        self._ws_url = ws_url
        self._match = table["match"]
        self._sessions = [member["session"] for member in table["members"]]
        self._lines: list[Page] = []
        self._shown = Frame("")
        self._moves = 0
        self.over = False

    async def open(self) -> None:
        """Sit down and see the table."""
        origin = self._ws_url.replace("ws://", "http://")
        for session in self._sessions:
            headers = {"Cookie": f"sessionid={session}", "Origin": origin}
            url = f"{self._ws_url}/ws/hra/{self._match}/"
            # Whose moves wait for a thousand others' would be given up by the client's own pings.
            line = await connect(
                url, additional_headers=headers, compression=None, ping_interval=None
            )
            await line.send('{"type":"hello","since":null}')
            self._lines.append(Page(line))
        for page in self._lines:
            self._shown = await page.next("snapshot")

    async def move(self) -> bool:
        """Play the first legal step and wait until both pages show it."""
        seat = self._shown.clock.seat
        mover, other = self._lines[seat], self._lines[1 - seat]
        origin, _, die, _ = self._shown.legal.steps[0]
        self._moves += 1
        await mover.send(
            f'{{"type":"command","id":"b{self._moves}","match":{self._match},'
            f'"kind":"step","from":{origin},"die":{die}}}'
        )
        frame = await other.next("events")
        await mover.next("ok", "refused")
        self._shown = frame
        self.over = frame.clock.seat is None
        return True

    async def close(self) -> None:
        """Get up."""
        for page in self._lines:
            await page.close()
