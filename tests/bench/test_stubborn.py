"""The players of the chaos: what they journal, and that they move on what they know alone."""

import random

import pytest

from bench.stubborn import Journal, Player, Sent


class Line:
    """A socket that remembers what was sent."""

    def __init__(self):
        self.said = []

    async def send(self, text):
        self.said.append(text)


@pytest.fixture
def player():
    return Player(["ws://there"], 7, "session", random.Random(1), Journal(), 0.0)


def shown(version, *, seat=0):
    return {"version": version, "clock": {"seat": seat}, "legal": {"steps": [[1, 2, 1, False]]}}


async def test_an_acknowledged_command_is_journalled_under_its_id(player):
    player.sent = Sent({"id": "k", "match": 3}, 0.0)

    await player._heard(Line(), {"type": "ok", "id": "another", "version": 9})
    assert player.journal.acknowledged == []

    await player._heard(Line(), {"type": "ok", "id": "k", "version": 9})
    assert player.journal.acknowledged == [(3, 7, "k", 9)]
    assert player.sent is None


async def test_no_step_is_made_before_what_was_promised_is_shown(player):
    player.promised = 9

    assert not player._may_step(shown(8))
    assert player._may_step(shown(9))
    assert not player._may_step(shown(9, seat=1))


async def test_after_a_gap_everything_is_asked_for(player):
    player.shown = shown(5)
    line = Line()

    await player._heard(line, {"type": "events", "events": [{}], **shown(7)})

    assert '"hello"' in line.said[0]


async def test_a_passing_refusal_is_followed_by_the_same_command(player, monkeypatch):
    monkeypatch.setattr("bench.stubborn.PAUSE_S", 0)
    player.sent = Sent({"type": "command", "id": "k"}, 0.0)
    line = Line()

    await player._heard(line, {"type": "refused", "id": "k", "code": "unavailable"})

    assert line.said == ['{"type": "command", "id": "k"}']
    assert player.journal.refused == {"unavailable": 1}


async def test_a_claim_is_made_as_soon_as_it_is_offered_and_never_for_oneself(player):
    offered = shown(9, seat=1)
    offered["clock"]["claimable"] = True
    line = Line()

    assert player._may_claim(offered)
    assert not player._may_claim({**offered, "clock": {"seat": 0, "claimable": True}})
    assert not player._may_claim(shown(9, seat=1))
    await player._send(line, 3, kind="claim")
    assert '"kind": "claim"' in line.said[0]
    assert player.sent.frame["match"] == 3
