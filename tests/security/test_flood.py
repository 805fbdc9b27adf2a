"""One socket sends far too much: everybody else plays on, and the memory stays bounded."""

import asyncio
import json
import logging
import time
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from bench import load
from games import gate

pytestmark = [pytest.mark.own_process, pytest.mark.slow]

logger = logging.getLogger(__name__)

SECONDS = 6.0
# On any machine: whoever shares a process with a flood that is not held off waits many seconds.
OTHERS_MEDIAN_S, OTHERS_LONGEST_S = 0.5, 6.0
MOST_GROWTH_MB = 48
LARGE = json.dumps({"type": "alive", "pad": "x" * 100_000})
SMALL = json.dumps({"type": "alive"})
# Masked by a mask that changes nothing.
PING, PONG = b"\x89\x80" + bytes(4), b"\x8a\x80" + bytes(4)
BEGUN, CRUMB = b"\x01\x80" + bytes(4), b"\x00\x81" + bytes(4) + b"x"


@pytest.fixture(scope="module")
def table(embedded_site):
    """Two players' sessions at a match."""
    (seat,) = load.guests(embedded_site, 1, "--tables")
    return seat


def median(took):
    return took[len(took) // 2]


def memory_mb(site):
    """How much of the machine's memory the site's process holds now."""
    status = Path(f"/proc/{site.processes['club'].pid}/status").read_text()
    return int(next(line for line in status.splitlines() if "VmRSS" in line).split()[1]) / 1024


def line(site, seat, side):
    session = seat["members"][side]["session"]
    headers = {"Cookie": f"sessionid={session}", "Origin": site.url}
    return connect(
        f"{site.ws_url}/ws/hra/{seat['match']}/",
        additional_headers=headers,
        max_size=None,
        ping_interval=None,
    )


async def player(site, seat, until):
    """Ask for the whole table again and again; return how long each answer took."""
    took = []
    async with line(site, seat, 0) as socket:
        while time.monotonic() < until:
            asked = time.monotonic()
            await socket.send('{"type": "hello", "since": null}')
            while json.loads(await socket.recv())["type"] != "snapshot":
                pass
            took.append(time.monotonic() - asked)
            await asyncio.sleep(0.2)
    return sorted(took)


async def attacker(site, seat, until, *, frame, per_second):
    """Send frames as fast as wished, opening a new socket when one is closed; return the codes."""
    codes, sent = [], 0
    begun = time.monotonic()
    while time.monotonic() < until:
        try:
            async with line(site, seat, 1) as socket:
                reading = asyncio.create_task(swallow(socket))
                while time.monotonic() < until:
                    await socket.send(frame)
                    sent += 1
                    await asyncio.sleep(max(0.0, begun + sent / per_second - time.monotonic()))
                reading.cancel()
        except ConnectionClosed as closed:
            codes.append(closed.rcvd.code if closed.rcvd else None)
    return codes, sent


async def below_messages(site, seat, until, *, first, frame):
    """Send raw frames as fast as the network takes them; return the codes."""
    codes = []
    while time.monotonic() < until:
        with suppress(ConnectionClosed, OSError):
            async with line(site, seat, 1) as socket:
                reading = asyncio.create_task(swallow(socket))
                socket.transport.write(first)
                while time.monotonic() < until and not reading.done():
                    if not socket.transport.get_write_buffer_size():
                        socket.transport.write(frame * 200)
                    await asyncio.sleep(0.001)
                codes.append(socket.close_code)
                socket.transport.abort()
    return codes


async def swallow(socket):
    with suppress(ConnectionClosed):
        async for _message in socket:
            pass


async def send_and_listen(socket, text):
    await socket.send(text)
    while True:
        await socket.recv()


async def watch(site, until):
    """Return the most memory that the site held meanwhile."""
    most = 0.0
    while time.monotonic() < until:
        most = max(most, memory_mb(site))
        await asyncio.sleep(0.05)
    return most


async def require_that_others_play_on(site, seat, seconds, flood):
    """Let one flood for so long while another plays; return what the flood's own end tells.

    `flood` is asked with the moment of its end. Memory and the other's waiting must stay bounded.
    """
    usual = await player(site, seat, time.monotonic() + SECONDS / 2)
    before = memory_mb(site)
    until = time.monotonic() + seconds

    took, flooded, most = await asyncio.gather(
        player(site, seat, until), flood(until), watch(site, until)
    )

    told = f"p50 {median(took):.3f} s, longest {took[-1]:.3f} s"
    told += f" (before {median(usual):.3f} s, {usual[-1]:.3f} s),"
    told += f" memory {before:.0f} to {most:.0f} MB, flood {flooded}"
    logger.info("%s", told)
    assert median(took) < max(OTHERS_MEDIAN_S, 5 * median(usual)), told
    assert took[-1] < max(OTHERS_LONGEST_S, 5 * usual[-1]), told
    assert most - before < MOST_GROWTH_MB, told
    return flooded


@pytest.mark.parametrize(("frame", "per_second"), [(SMALL, 1_000), (LARGE, 200), (LARGE, 10_000)])
async def test_a_flood_hurts_nobody_else(embedded_site, table, frame, per_second):
    def flood(until):
        return attacker(embedded_site, table, until, frame=frame, per_second=per_second)

    codes, _sent = await require_that_others_play_on(embedded_site, table, SECONDS, flood)

    assert gate.CLOSE_FLOOD in codes or gate.CLOSE_BAD_FRAMES in codes
    # Who comes back again and again at once is sent away for a while too.
    assert set(codes) <= {gate.CLOSE_FLOOD, gate.CLOSE_BAD_FRAMES, gate.CLOSE_TRY_AGAIN, None}


@pytest.mark.parametrize(("first", "frame"), [(b"", PING), (b"", PONG), (BEGUN, CRUMB)])
async def test_a_flood_below_messages_hurts_nobody_else(embedded_site, table, first, frame):
    def flood(until):
        return below_messages(embedded_site, table, until, first=first, frame=frame)

    codes = await require_that_others_play_on(embedded_site, table, 2 * SECONDS, flood)

    assert gate.CLOSE_FLOOD in codes


async def test_a_message_of_megabytes_ends_the_socket_and_is_not_kept(embedded_site, table):
    before = memory_mb(embedded_site)
    async with line(embedded_site, table, 1) as socket:
        with pytest.raises(ConnectionClosed):
            await send_and_listen(socket, "x" * 8_000_000)

    assert memory_mb(embedded_site) - before < MOST_GROWTH_MB


async def test_a_socket_that_sends_slowly_what_is_too_large_stays_open(embedded_site, table):
    async with line(embedded_site, table, 1) as socket:
        await socket.send(LARGE)
        while (answer := json.loads(await socket.recv()))["type"] != "error":
            pass
        await socket.send('{"type": "hello", "since": null}')
        while (shown := json.loads(await socket.recv()))["type"] != "snapshot":
            pass

    assert answer["code"] == "frame_too_large"
    assert shown["match"] == table["match"]
