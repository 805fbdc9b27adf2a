"""Leases: opened, prolonged, run out; server instances; spectators."""

from time import monotonic

import pytest
from django.db import OperationalError

from games import selectors
from games.limits import DEAD_AFTER_MS
from games.models import Instance, Lease
from games.services import clocks, connections, presence
from games.services.connections import Heard
from tests.games import making

pytestmark = pytest.mark.django_db

LEASE = 15_000


@pytest.fixture
def game(hand):
    made = making.game()
    Lease.objects.all().delete()
    return made


def opened(game, *, seat=0, connection="one", instance="here"):
    return connections.opened(
        connection=connection,
        member_id=game.members[seat],
        match_id=game.match_id,
        instance_id=instance,
    )


def lives_on(hand, ms, *, instance="here"):
    """Let time pass while a server lives, which it tells every second."""
    for _ in range(ms // 1_000):
        hand.advance(1_000)
        connections.flush(instance_id=instance)


def heard(game, since, *, seat=0, connection="one", ago_s=0.0):
    return Heard(
        connection=connection,
        member_id=game.members[seat],
        match_id=game.match_id,
        since=since,
        heard=monotonic() - ago_s,
    )


def verdict(game, moment, *, seat=0, now=None):
    return presence.at(game.match_id, game.members[seat], moment=moment, now=now or moment)


@pytest.mark.parametrize(
    ("after", "expected"),
    [(-1, "offline"), (0, "online"), (LEASE - 1, "online"), (LEASE, "offline")],
)
def test_a_lease_covers_from_its_begin_to_its_end(hand, game, after, expected):
    since = opened(game)
    Instance.objects.update(renewed=hand.ms + LEASE)

    assert verdict(game, since + after) == expected


def test_a_beat_prolongs_the_lease_by_when_it_was_heard(hand, game):
    since = opened(game)
    hand.advance(8_000)

    connections.flush(instance_id="here", heard=[heard(game, since, ago_s=1.0)])

    lease = Lease.objects.get()
    assert lease.since == since
    assert since + 7_000 + LEASE - 100 <= lease.expires <= since + 7_000 + LEASE


def test_a_beat_after_the_end_opens_another_lease_and_leaves_the_gap(hand, game):
    first = opened(game)
    lives_on(hand, LEASE + 5_000)
    second = opened(game)

    assert verdict(game, first + LEASE + 1, now=hand.ms) == "offline"
    assert verdict(game, second) == "online"


def test_two_tabs_are_one_player(hand, game):
    opened(game, connection="left")
    hand.advance(10_000)
    second = opened(game, connection="right")
    Instance.objects.update(renewed=second + LEASE)

    assert verdict(game, second + LEASE - 1) == "online"


def test_whom_a_dead_instance_held_is_unknown_though_his_lease_runs(hand, game):
    since = opened(game)
    moment = since + LEASE - 1
    Instance.objects.create(id="other", started=0, renewed=moment + DEAD_AFTER_MS)

    assert verdict(game, moment, now=moment + DEAD_AFTER_MS + 1) == "unknown"


def test_and_could_not_return_where_no_other_instance_lives(hand, game):
    since = opened(game)
    moment = since + LEASE - 1

    assert verdict(game, moment, now=moment + DEAD_AFTER_MS + 1) == "unreachable"


def test_a_tab_on_a_living_instance_is_enough(hand, game):
    since = opened(game, connection="left", instance="dead")
    opened(game, connection="right", instance="alive")
    moment = since + LEASE - 1
    Instance.objects.filter(pk="alive").update(renewed=moment)

    assert verdict(game, moment, now=moment + DEAD_AFTER_MS + 1) == "online"


def test_presence_in_another_match_does_not_count(hand, game):
    other = making.game()
    connections.opened(
        connection="x", member_id=game.members[0], match_id=other.match_id, instance_id="here"
    )

    assert verdict(game, hand.ms) == "offline"


def test_flushing_renews_the_instance_in_one_statement_for_all_beats(
    hand, game, django_assert_max_num_queries
):
    beats = [
        heard(game, opened(game, seat=seat, connection=f"{seat}"), seat=seat, connection=f"{seat}")
        for seat in (0, 1)
    ]
    hand.advance(2_000)

    with django_assert_max_num_queries(5):
        connections.flush(instance_id="here", heard=beats)

    assert Instance.objects.get().renewed == hand.ms
    assert {lease.expires for lease in Lease.objects.all()} <= set(
        range(hand.ms + LEASE - 100, hand.ms + LEASE + 1)
    )


def test_the_viewers_are_told_once_that_somebody_came(
    hand, game, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks() as first:
        opened(game)
    with django_capture_on_commit_callbacks() as second:
        opened(game, connection="two")

    assert (len(first), len(second)) == (1, 0)


def test_the_viewers_are_told_when_the_last_lease_has_run_out(hand, game, monkeypatch):
    told = []
    monkeypatch.setattr("games.realtime.to_match", lambda *args: told.append(args))
    since = opened(game)
    told.clear()
    making.swept()
    hand.ms = since + LEASE - 1
    presence.announce_absent(since=since, until=hand.ms)
    assert told == []

    presence.announce_absent(since=hand.ms, until=since + LEASE)

    ((match_id, frame),) = told
    assert match_id == game.match_id
    assert (frame.seat, frame.online, frame.since) == (0, False, since + LEASE)


def test_a_count_for_no_match_takes_nobodys_lease_with_it(hand, game):
    since = opened(game)
    hand.advance(8_000)

    connections.flush(
        instance_id="here",
        heard=[heard(game, since)],
        audiences={999_999: 0, game.match_id: 2},
    )

    assert Lease.objects.get().expires > since + LEASE
    assert selectors.spectators(game.match_id, now=hand.ms) == 2


def test_spectators_of_dead_instances_do_not_count(hand, game):
    connections.flush(instance_id="here", audiences={game.match_id: 2})
    connections.flush(instance_id="there", audiences={game.match_id: 3})
    assert selectors.spectators(game.match_id, now=hand.ms) == 5

    hand.advance(6_001)
    connections.flush(instance_id="here")

    assert selectors.spectators(game.match_id, now=hand.ms) == 2


def test_a_return_gives_nothing_back_when_the_opponent_is_to_act(hand, game):
    other = 1 - game.state.turn
    opened(game, seat=other, instance="dead")
    deadline = game.row.deadline_at
    hand.advance(10_000)
    making.swept()

    opened(game, seat=other, connection="back", instance="alive")

    assert game.row.deadline_at == deadline


def test_a_return_before_the_limit_gives_back_what_nobody_heard(hand, game):
    turn = game.state.turn
    opened(game, seat=turn, instance="dead")
    deadline = game.row.deadline_at
    hand.advance(10_000)
    making.swept()

    opened(game, seat=turn, connection="back", instance="alive")

    assert game.row.deadline_at == deadline + 10_000


def test_a_return_gives_back_though_the_match_is_busy_for_a_moment(hand, game, monkeypatch):
    turn = game.state.turn
    opened(game, seat=turn, instance="dead")
    deadline = game.row.deadline_at
    hand.advance(10_000)
    making.swept()
    take, tries = connections.take, []

    def busy_once(match_id):
        tries.append(match_id)
        if len(tries) == 1:
            raise OperationalError("database is locked")
        return take(match_id)

    monkeypatch.setattr(connections, "take", busy_once)
    opened(game, seat=turn, connection="back", instance="alive")

    assert len(tries) == 2
    assert game.row.deadline_at == deadline + 10_000


def test_a_server_that_was_silent_for_long_has_begun_to_live_anew(hand, game):
    opened(game)
    began = hand.ms
    hand.advance(DEAD_AFTER_MS)
    connections.flush(instance_id="here")
    assert Instance.objects.get().started == began

    hand.advance(DEAD_AFTER_MS + 1)
    connections.flush(instance_id="here")

    assert Instance.objects.get().started == hand.ms


def test_a_return_to_a_living_instance_gives_nothing_back(hand, game):
    turn = game.state.turn
    since = opened(game, seat=turn)
    deadline = game.row.deadline_at
    lives_on(hand, 20_000)
    making.swept()

    opened(game, seat=turn, connection="back")

    assert game.row.deadline_at == deadline
    assert verdict(game, since + LEASE, seat=turn, now=hand.ms) == "offline"


def test_the_lobby_hears_of_those_who_leave_it(hand, django_capture_on_commit_callbacks):
    member = making.member()
    clocks.sweep()
    connections.opened(connection="lobby", member_id=member.pk, match_id=None, instance_id="here")
    before = hand.ms
    hand.advance(LEASE)

    with django_capture_on_commit_callbacks() as callbacks:
        presence.announce_absent(since=before, until=hand.ms)

    assert len(callbacks) == 1
    assert not presence.is_here(member.pk, now=hand.ms)


def test_a_server_that_noted_its_life_late_takes_nothing_back(hand, game):
    opened(game)
    later = hand.ms + 5_000
    connections._renew("here", later)
    connections._renew("here", hand.ms)

    assert Instance.objects.get(pk="here").renewed == later
