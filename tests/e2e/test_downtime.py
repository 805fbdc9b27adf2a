"""The server is killed in the middle of a game: nobody loses by it (rules V23)."""

import json
import time
from contextlib import ExitStack

import pytest
from websockets.sync.client import connect

from bench import load
from games import pulse

LIMIT_S = 10
DOWN_MS = 20_000


class Page:
    """A player's end of a game socket, without a browser."""

    def __init__(self, line, match):
        self._line = line
        self._match = match

    def say(self, **frame):
        self._line.send(json.dumps(frame))

    def heard(self, *kinds):
        while True:
            frame = json.loads(self._line.recv(timeout=30))
            if frame["type"] == "alive?":
                self.say(type="alive")
            if frame["type"] in kinds:
                return frame

    def shown(self):
        self.say(type="hello", since=None)
        return self.heard("snapshot")

    def step(self, shown):
        origin, _, die, _ = shown["legal"]["steps"][0]
        key = f"after-{shown['version']}"
        fields = {"id": key, "match": self._match, "from": origin, "die": die}
        self.say(type="command", kind="step", **fields)
        return self.heard("ok", "refused")


@pytest.fixture
def lines():
    """A function that opens a socket of a member; all are closed at the end."""
    with ExitStack() as opened:

        def line(site, path, session):
            headers = {"Cookie": f"sessionid={session}", "Origin": site.url}
            url = f"{site.ws_url}{path}"
            return opened.enter_context(
                connect(url, additional_headers=headers, compression=None, close_timeout=0.1)
            )

        yield line


def sit_down(lines, site, match, session):
    return Page(lines(site, f"/ws/hra/{match}/", session), match)


def begin(lines, site):
    """Let two members begin a game with a short limit; return its number and their sessions."""
    sessions = [guest["session"] for guest in load.guests(site, 2)]
    hers, his = (lines(site, "/ws/lobby/", session) for session in sessions)
    challenge = {"type": "challenge", "id": "c", "ruleset": "vrhcaby", "limit_s": LIMIT_S}
    made = ask(hers, challenge)
    began = ask(his, {"type": "accept", "id": "a", "challenge": made["challenge"]})
    return began["match"], sessions


def ask(line, frame):
    line.send(json.dumps(frame))
    while True:
        answer = json.loads(line.recv(timeout=30))
        if answer["type"] in {"ok", "refused"}:
            assert answer["type"] == "ok", answer
            return answer


def events(site, match):
    """Return all events of a match, as anybody may read them."""
    _, text = site.get(f"{site.url}/hra/{match}/export.json")
    return json.loads(text)["events"]


@pytest.fixture
def site(start_embedded):
    own = start_embedded()
    yield own
    own.stop()


def test_twenty_seconds_without_a_server_cost_nobody_his_time(lines, site):
    match, sessions = begin(lines, site)
    pages = [sit_down(lines, site, match, session) for session in sessions]
    turn = pages[0].shown()["clock"]["seat"]
    site.kill("club")
    site.move_clock(DOWN_MS)
    site.start()

    again = sit_down(lines, site, match, sessions[turn])
    shown = again.shown()
    answer = again.step(shown)

    assert shown["state"]["phase"] == "live"
    assert answer["type"] == "ok"
    credited = [event["data"] for event in events(site, match) if event["kind"] == "clock_credited"]
    assert sum(credit["ms"] for credit in credited) >= DOWN_MS
    assert load.check(site) == 0


@pytest.mark.slow
def test_a_player_whom_the_dead_server_held_may_take_a_while_to_return(lines, site):
    match, sessions = begin(lines, site)
    pages = [sit_down(lines, site, match, session) for session in sessions]
    turn = pages[0].shown()["clock"]["seat"]
    # Till the server has written that it holds them, only the seats' first leases are known.
    time.sleep(2 * pulse.FLUSH_EVERY_S)
    site.kill("club")
    site.start()
    time.sleep(LIMIT_S + 4)

    kinds = [event["kind"] for event in events(site, match)]
    again = sit_down(lines, site, match, sessions[turn])
    answer = again.step(again.shown())

    assert kinds[-1] == "presence_unknown"
    assert answer["type"] == "ok"
    assert load.check(site) == 0
