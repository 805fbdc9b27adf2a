"""The pulse of a process: what it keeps, when it tells, how it goes on."""

import asyncio
import sys
import time
from types import SimpleNamespace

import pytest
from django.db import IntegrityError, OperationalError

from games import gate, pulse, selectors
from games.services import connections


class Told:
    """Stands for the database: remembers what it was told."""

    def __init__(self, monkeypatch):
        self.opened, self.flushed, self.tried = [], [], 0
        self.away = self.refuses = False
        monkeypatch.setattr(connections, "opened", self._open)
        monkeypatch.setattr(connections, "flush", self._flush)
        self.versions = {}
        monkeypatch.setattr(selectors, "versions", lambda matches: dict(self.versions))

    def _open(self, **lease):
        if self.away:
            raise OperationalError("away")
        self.opened.append(lease)
        return 1_000 * len(self.opened)

    async def beats(self, more=2):
        """Wait until the heart has told, or tried to tell, so many times more."""
        until = self.tried + more
        async with asyncio.timeout(10):
            while self.tried < until:  # noqa: ASYNC110  (the heart itself sleeps)
                await asyncio.sleep(0.005)

    def _flush(self, **beats):
        self.tried += 1
        if self.refuses:
            raise IntegrityError("no such match")
        if self.away:
            raise OperationalError("away")
        self.flushed.append(beats)

    @property
    def heard(self):
        """All beats that were told, in order."""
        return [one for beats in self.flushed for one in beats["heard"]]


@pytest.fixture
def told(monkeypatch):
    monkeypatch.setattr(pulse, "FLUSH_EVERY_S", 0.02)
    monkeypatch.setattr(pulse, "FLUSH_AT_LEAST_S", 0.01)
    monkeypatch.setattr(pulse, "ASK_EVERY_S", 0.05)
    monkeypatch.setattr(pulse, "database_sync_to_async", as_async)
    return Told(monkeypatch)


def as_async(function):
    async def call(*args, **kwargs):
        return function(*args, **kwargs)

    return call


def connection(*, plays=True, member_id=1, match_id=7):
    asked, shut = [], []

    async def ask(version, away):
        asked.append("away" if away else version)

    async def close():
        shut.append(True)

    made = pulse.Connection(
        ask=ask, shut=close, member_id=member_id, match_id=match_id, plays=plays
    )
    return made, asked


async def test_a_player_is_leased_when_he_comes_and_asked_from_then_on(told):
    heart = pulse.Pulse()
    player, asked = connection()

    await heart.enter(player)
    await told.beats(7)

    assert [lease["match_id"] for lease in told.opened] == [7]
    assert len(asked) >= 1


async def test_beats_are_told_together_and_once(told):
    heart = pulse.Pulse()
    players = [connection(member_id=number)[0] for number in (1, 2)]
    for player in players:
        await heart.enter(player)
        await heart.heard(player)
        await heart.heard(player)

    await told.beats()

    assert sorted(one.member_id for one in told.heard) == [1, 2]
    assert told.flushed[0]["instance_id"] == heart.instance_id


async def test_the_instance_is_renewed_also_when_nobody_was_heard(told):
    heart = pulse.Pulse()
    player, _ = connection()
    await heart.enter(player)
    heart.leave(player)

    await told.beats()

    assert len(told.flushed) >= 2
    assert told.heard == []


@pytest.mark.parametrize(
    ("gap_s", "leases", "told_soon"), [(9.9, 1, 0), (10.1, 1, 1), (15.1, 2, 0)]
)
async def test_a_beat_after_a_gap(told, monkeypatch, gap_s, leases, told_soon):
    monkeypatch.setattr(pulse, "FLUSH_EVERY_S", 60)
    monkeypatch.setattr(pulse, "FLUSH_AT_LEAST_S", 0.02)
    heart = pulse.Pulse()
    player, _ = connection()
    await heart.enter(player)
    player.heard -= gap_s

    await heart.heard(player)

    await asyncio.sleep(0.2)

    assert len(told.opened) == leases
    assert len(told.heard) == told_soon


async def test_many_beats_after_a_standstill_are_told_together(told, monkeypatch):
    monkeypatch.setattr(pulse, "FLUSH_EVERY_S", 60)
    heart = pulse.Pulse()
    players = [connection(member_id=number)[0] for number in range(20)]
    for player in players:
        await heart.enter(player)
        player.heard -= 11

    for player in players:
        await heart.heard(player)
    await told.beats(1)

    assert len(told.heard) == 20
    assert told.tried == 1


async def test_while_the_database_is_away_nothing_is_forgotten(told):
    heart = pulse.Pulse()
    player, _ = connection()
    watcher, _ = connection(plays=False, member_id=None)
    await heart.enter(player)
    await heart.enter(watcher)
    told.away = True
    await heart.heard(player)
    await told.beats()
    told.away = False

    await told.beats()

    assert len(told.heard) == 1
    assert {7: 1} in [beats["audiences"] for beats in told.flushed]


async def test_what_the_database_refuses_for_good_is_not_told_again(told):
    heart = pulse.Pulse()
    player, asked = connection()
    await heart.enter(player)
    await heart.heard(player)
    told.refuses = True
    await told.beats()
    told.refuses = False
    await told.beats(9)

    assert told.heard == []
    assert "away" not in asked


async def test_who_was_never_counted_in_is_not_counted_out(told):
    heart = pulse.Pulse()
    player, _ = connection()
    nobody, _ = connection(plays=False, member_id=None, match_id=999_999)
    await heart.enter(player)

    heart.leave(nobody)
    await told.beats()

    assert told.flushed
    assert not any(beats["audiences"] for beats in told.flushed)


async def test_pages_are_told_that_the_database_is_away_and_that_it_is_back(told, monkeypatch):
    monkeypatch.setattr(pulse, "ASK_EVERY_S", 60)
    heart = pulse.Pulse()
    player, asked = connection()
    await heart.enter(player)

    told.away = True
    await told.beats()
    told.away = False
    await told.beats()

    assert asked == ["away", None]


async def test_spectators_are_counted_and_have_no_lease(told):
    heart = pulse.Pulse()
    watchers = [connection(plays=False, member_id=member_id)[0] for member_id in (None, 5)]
    for watcher in watchers:
        await heart.enter(watcher)
        await heart.heard(watcher)
    await told.beats()
    heart.leave(watchers[0])
    await told.beats()

    assert told.opened == []
    counts = [beats["audiences"] for beats in told.flushed if beats["audiences"]]
    assert counts == [{7: 2}, {7: 1}]


async def test_members_in_the_lobby_are_leased_and_guests_are_not(told):
    heart = pulse.Pulse()
    for member_id in (1, None):
        await heart.enter(connection(plays=False, member_id=member_id, match_id=None)[0])

    assert [(one["member_id"], one["match_id"]) for one in told.opened] == [(1, None)]


async def test_each_loop_has_one_pulse():
    assert pulse.current() is pulse.current()


async def test_a_page_is_asked_with_the_version_its_match_had_a_question_ago(told):
    told.versions = {7: 12}
    heart = pulse.Pulse()
    player, asked = connection()
    lobby, asked_there = connection(plays=False, match_id=None)

    await heart.enter(player)
    await heart.enter(lobby)
    await told.beats(14)

    assert asked[0] is None
    assert asked[1] == 12
    assert set(asked_there) == {None}


async def test_a_lease_that_could_not_be_opened_does_not_prolong_the_one_before(told):
    heart = pulse.Pulse()
    player, _ = connection()
    await heart.enter(player)
    player.heard -= 20
    told.away = True
    with pytest.raises(OperationalError):
        await heart.heard(player)
    told.away = False

    await heart.heard(player)
    await heart.heard(player)
    await told.beats()

    assert len(told.opened) == 2
    assert {one.since for one in told.heard} == {2_000}


async def test_it_begins_with_the_server_before_anybody_comes(told, monkeypatch):
    later = []
    reactor = SimpleNamespace(callLater=lambda seconds, call: later.append(call))
    monkeypatch.setitem(sys.modules, "twisted.internet.reactor", reactor)
    pulse.start_with_server()
    assert told.tried == 0

    (begin,) = later
    begin()

    await told.beats()


async def test_without_a_server_it_waits_for_the_first_socket(told, monkeypatch):
    monkeypatch.delitem(sys.modules, "twisted.internet.reactor", raising=False)

    pulse.start_with_server()
    await asyncio.sleep(0.1)

    assert told.tried == 0


async def test_many_sockets_are_asked_a_few_at_a_time(told, monkeypatch):
    monkeypatch.setattr(pulse, "ASK_EVERY_S", 0.4)
    monkeypatch.setattr(pulse, "ASK_AT_ONCE", 2)
    heart = pulse.Pulse()
    asked = []
    for number in range(6):
        player, _ = connection()

        async def ask(version, away, number=number):
            asked.append((number, time.monotonic()))

        player.ask = ask
        await heart.enter(player)

    async with asyncio.timeout(10):
        while len(asked) < 12:  # noqa: ASYNC110  (the heart itself sleeps)
            await asyncio.sleep(0.01)

    assert [number for number, _ in asked[:12]] == [*range(6), *range(6)]
    times = [at for _, at in asked]
    assert times[5] - times[0] >= 2 * 0.2 * 2 / 6
    assert times[1] - times[0] < times[2] - times[1]


async def test_one_open_connection_too_many_is_told_to_come_later(told):
    heart = pulse.Pulse()
    for _ in range(pulse.MOST_OPEN):
        await heart.enter(connection()[0])
    closed = []

    async def shut(code):
        closed.append(code)

    player, _ = connection()
    player.shut = shut

    await heart.enter(player)
    await heart.heard(player)

    assert closed == [gate.CLOSE_TRY_AGAIN]
    assert player.since is None
    assert len(told.opened) == pulse.MOST_OPEN


async def test_programs_that_only_read_take_no_players_place(told):
    heart = pulse.Pulse()
    for _ in range(pulse.MOST_OPEN):
        program, _ = connection()
        program.acts = False
        await heart.enter(program)
    player, _ = connection()

    await heart.enter(player)

    assert player.since is not None


async def test_who_comes_and_goes_many_times_is_let_in_again(told):
    heart = pulse.Pulse()
    elsewhere = [connection(match_id=8)[0], connection(member_id=2)[0]]
    for one in elsewhere:
        await heart.enter(one)
    for _ in range(2 * pulse.MOST_OPEN):
        player, _ = connection()
        await heart.enter(player)
        heart.leave(player)

    await heart.enter(player)

    assert player.since is not None


async def test_a_socket_that_cannot_be_asked_does_not_keep_the_others_from_it(told):
    heart = pulse.Pulse()
    broken, _ = connection()
    sound, asked = connection(member_id=2)

    async def fail(version, away):
        raise RuntimeError("gone")

    broken.ask = fail
    await heart.enter(broken)
    await heart.enter(sound)
    await told.beats(8)

    assert asked


async def test_sessions_of_many_are_asked_about_in_parts_and_every_dead_one_is_shut(
    told, monkeypatch
):
    monkeypatch.setattr(pulse, "CHECKED_AT_ONCE", 2)
    monkeypatch.setattr(pulse, "CHECKED_WITHIN_S", 0.05)
    heart, parts, shut = pulse.Pulse(), [], []

    def dead_sessions(rows):
        parts.append(list(rows))
        return {"session-0", "session-4"} & set(rows)

    monkeypatch.setattr(pulse.accounts, "dead_sessions", dead_sessions)
    for number in range(5):
        player, _ = connection(member_id=number)
        player.session = f"session-{number}"

        async def close(number=number):
            shut.append(number)

        player.shut = close
        await heart.enter(player)

    await heart.check_sessions()

    assert [len(part) for part in parts] == [2, 2, 1]
    assert shut == [0, 4]
