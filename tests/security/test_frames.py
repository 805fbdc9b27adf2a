"""Nonsense on the sockets: an error each, the socket stays, until a limit closes it politely."""

import asyncio
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import gate, wire
from games.consumers import GameConsumer, LobbyConsumer
from tests.games import making, talking

NASTY = {
    "not JSON": "{",
    "empty": "",
    "a number": "7",
    "null": "null",
    "a list": "[]",
    "no type": "{}",
    "unknown type": '{"type": "drop table"}',
    "type of another kind": '{"type": 7}',
    "NaN": '{"type": "hello", "since": NaN}',
    "infinity": '{"type": "hello", "since": 1e999}',
    "a float for a number": '{"type": "hello", "since": 1.0}',
    "5000 digits": '{"type": "hello", "since": ' + "9" * 5000 + "}",
    "minus": '{"type": "hello", "since": -1}',
    "deep list": "[" * 4000 + "]" * 4000,
    "deep object": '{"type": "hello", "since": ' + '{"a":' * 700 + "1" + "}" * 700 + "}",
    "NUL in a text": '{"type": "say", "id": "a", "room": "lobby", "text": "a\\u0000"}',
    "raw NUL": '{"type": "hello"}\x00',
    "lone surrogate": '{"type": "say", "id": "a", "room": "lobby", "text": "\\ud800"}',
    "unknown field": '{"type": "hello", "since": null, "admin": true}',
    "proto": '{"type": "hello", "__proto__": {"admin": true}}',
    "bad id": '{"type": "say", "id": "<b>", "room": "lobby", "text": "x"}',
    "bad room": '{"type": "say", "id": "a", "room": "../lobby", "text": "x"}',
    "BOM": '\ufeff{"type": "alive"}',
}


def test_every_kind_of_nonsense_is_a_bad_frame():
    for text in NASTY.values():
        for read in (wire.game_frame, wire.lobby_frame):
            with pytest.raises(wire.BadFrame):
                read(text)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
async def test_nonsense_gets_an_error_and_the_socket_stays(text):
    async with talking.page("/ws/lobby/") as page:
        await page.say_text(text)
        answer = await page.next("error")
        shown = await page.hello()

    assert answer["code"] == "bad_frame"
    assert answer["text"]
    assert shown["type"] == "lobby"


@pytest.mark.django_db(transaction=True)
async def test_binary_is_nonsense_too():
    async with talking.page("/ws/lobby/") as page:
        await page.say_bytes(b'{"type": "hello"}')
        assert (await page.next("error"))["code"] == "bad_frame"
        assert (await page.hello())["type"] == "lobby"


@pytest.mark.django_db(transaction=True)
async def test_after_twenty_in_a_row_the_socket_is_closed_with_a_word():
    async with talking.page("/ws/lobby/") as page:
        for _ in range(gate.BAD_FRAMES_IN_A_ROW):
            await page.say_text("{")
        codes = [(await page.next("error"))["code"] for _ in range(gate.BAD_FRAMES_IN_A_ROW + 1)]
        closed = await page.next("close")

    assert codes[-1] == "too_many_bad_frames"
    assert closed["code"] == gate.CLOSE_BAD_FRAMES


class Still:
    """Consumers that understand frames and do nothing about them."""

    def __init__(self, kind):
        self.said = []
        self.taken = []
        self.consumer = kind()
        self.consumer.language = "en"
        self.consumer.turnstile = gate.Gate(0.0)
        self.consumer.send = self._send
        self.consumer.close = self._close
        self.consumer.take = self._take
        self.closed = None

    async def _send(self, text_data):
        self.said.append(json.loads(text_data))

    async def _close(self, code):
        self.closed = code

    async def _take(self, frame, arrived):
        self.taken.append(frame)


WORDS = st.sampled_from(
    ["hello", "command", "say", "chat", "alive", "accept", "challenge", "rematch", "seed", "ready"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
KEYS = st.sampled_from(
    ["id", "match", "kind", "from", "to", "die", "steps", "room", "text", "quick", "challenge",
     "since", "seed", "options", "control", "rated", "ruleset", "limit_s", "ready", "level", "on"]
)  # fmt: skip
FRAMES = st.builds(
    lambda word, fields: json.dumps({"type": word, **fields}),
    WORDS,
    st.dictionaries(KEYS, VALUES, max_size=5),
)


@given(
    texts=st.lists(FRAMES | st.text(max_size=200) | st.sampled_from([*NASTY.values()]), max_size=60)
)
def test_whatever_comes_is_taken_or_answered_and_never_raises(texts):
    for kind in (GameConsumer, LobbyConsumer):
        still = Still(kind)

        async def run(still=still):
            for text in texts:
                await still.consumer.receive(text_data=text)

        asyncio.run(run())

        assert {frame["type"] for frame in still.said} <= {"error"}
        assert {frame["code"] for frame in still.said} <= {
            "bad_frame",
            "frame_too_large",
            "too_often",
            "too_many_bad_frames",
        }
        assert still.closed in (None, gate.CLOSE_BAD_FRAMES)


@pytest.mark.django_db(transaction=True)
async def test_huge_but_well_formed_numbers_are_refused_by_the_services():
    member = await talking.sync_to_async(making.member)()
    top = 2**53 - 1
    async with talking.page("/ws/lobby/", member_id=member.pk) as page:
        answers = []
        for kind in ("accept", "decline", "withdraw", "ready"):
            await page.say({"type": kind, "id": kind, "challenge": top})
            answers.append(await page.next("refused", "error", "ok"))
        await page.say({"type": "challenge", "id": "c", "ruleset": "vrhcaby", "to": top})
        answers.append(await page.next("refused", "error", "ok"))

    assert [answer["type"] for answer in answers] == ["refused"] * 5
