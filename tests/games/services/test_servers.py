"""Rules V23 where web processes are missing: nobody is judged absent who could not come back."""

import pytest

from games import limits
from games.engine import commands
from games.engine.clock import ControlKind, TimeControl
from games.models import Instance, Lease
from games.services import audit, clocks, connections, presence, servers
from games.services.servers import Life
from tests.games import making

pytestmark = pytest.mark.django_db

MINUTE = 60_000
LEASE = limits.LEASE_MS


def at(hand, moment):
    """Move the clock with the referee at work all the time."""
    hand.ms = moment
    making.swept()


def process(name, *, started=0, renewed):
    return Instance.objects.create(id=name, started=started, renewed=renewed)


def held_by(instance, game, seat, *, heard):
    """Let a process have heard a player last at a moment."""
    Lease.objects.filter(match=game.match_id, member=game.members[seat]).delete()
    return Lease.objects.create(
        connection=f"of-{instance.pk}",
        member_id=game.members[seat],
        match_id=game.match_id,
        instance=instance,
        since=making.NOON,
        expires=heard + LEASE,
    )


def back(game, seat, *, on):
    """Let a player come back to a process."""
    connections.opened(
        connection=f"back-{on}",
        member_id=game.members[seat],
        match_id=game.match_id,
        instance_id=on,
    )


@pytest.fixture
def lost(hand):
    """A game whose player on turn was held by a process that died 20 s before his limit.

    Returns the game, the limit, and the moment of the last sign of life.
    """
    game = making.game()
    limit = game.row.deadline_at
    died = limit - 20_000
    held_by(process("dead", renewed=died), game, game.state.turn, heard=died - 1_000)
    return game, limit, died


def sweep_at(hand, *moments):
    for moment in moments:
        at(hand, moment)
        clocks.sweep()


def test_a_minute_is_too_short_while_no_web_process_is_there(hand, lost):
    game, limit, _ = lost

    sweep_at(hand, *(limit + minutes * MINUTE for minutes in range(4)))

    assert game.row.status == "live"
    assert game.kinds.count("presence_unknown") == 4
    assert game.row.deadline_at == limit + 4 * MINUTE
    assert list(audit.check()) == []


def test_nor_may_he_be_claimed_meanwhile(hand, lost):
    game, limit, _ = lost
    sweep_at(hand, limit)
    at(hand, limit + MINUTE + 1)

    answer = game.send(commands.Claim(1 - game.state.turn))

    assert answer.code == "presence_unknown"
    assert game.kinds[-1] == "presence_unknown"


def test_the_minute_begins_when_a_process_is_back(hand, lost):
    game, limit, _ = lost
    sweep_at(hand, limit)
    process("new", started=limit + 50_000, renewed=limit + 2 * MINUTE)

    sweep_at(hand, limit + MINUTE)
    assert game.row.status == "live", "it has been there for ten seconds"

    sweep_at(hand, limit + 2 * MINUTE)
    assert game.row.reason == "absent"


def test_who_returns_late_gets_all_back_that_he_could_not_use(hand, lost):
    game, limit, died = lost
    sweep_at(hand, limit, limit + MINUTE, limit + 2 * MINUTE)
    now = limit + 2 * MINUTE + 5_000
    at(hand, now)

    back(game, game.state.turn, on="new")

    assert game.row.deadline_at == limit + now - (died - 1_000)
    assert list(audit.check()) == []


@pytest.mark.parametrize(("heard_before", "minutes"), [(MINUTE, 9), (MINUTE - 1, 10)])
def test_nobody_is_waited_for_once_he_was_not_heard_for_ten_minutes(hand, heard_before, minutes):
    game = making.game()
    limit = game.row.deadline_at
    died = process("dead", renewed=limit - 20_000)
    held_by(died, game, game.state.turn, heard=limit - heard_before)

    sweep_at(hand, *(limit + past * MINUTE for past in range(minutes)))
    assert game.row.status == "live"

    sweep_at(hand, limit + minutes * MINUTE)
    assert game.row.reason == "absent"


@pytest.mark.parametrize("successor", [False, True])
def test_of_two_processes_both_must_be_there_again(hand, lost, successor):
    """In a rolling restart the one that is left has to take in everybody."""
    game, limit, died = lost
    process("other", renewed=limit + MINUTE)
    if successor:
        process("new", started=died + 10_000, renewed=limit + MINUTE)

    sweep_at(hand, limit, limit + MINUTE)

    assert (game.row.reason == "absent") is successor


def test_but_one_that_is_never_replaced_is_missed_for_three_minutes_only(hand, lost):
    game, limit, died = lost
    other = process("other", renewed=limit)

    for past in range(4):
        Instance.objects.filter(pk=other.pk).update(renewed=limit + past * MINUTE)
        sweep_at(hand, limit + past * MINUTE)

    assert limit + 2 * MINUTE < died + limits.WHOLE_MOST_MS < limit + 3 * MINUTE
    assert game.kinds.count("presence_unknown") == 3
    assert game.row.reason == "absent"


def test_an_outage_of_the_clocks_does_not_use_up_the_ten_minutes(hand, lost):
    game, limit, died = lost
    gap = 20 * MINUTE
    hand.ms = died
    making.swept()
    hand.ms = died + gap
    clocks.sweep()
    assert game.row.deadline_at == limit + gap

    sweep_at(hand, limit + gap, limit + gap + MINUTE)

    assert game.row.status == "live"
    assert game.kinds.count("presence_unknown") == 2


def test_a_process_that_stood_still_was_not_there(hand, lost):
    game, limit, died = lost
    process("other", renewed=died)
    at(hand, limit + 50_000)
    connections.flush(instance_id="other")
    process("new", renewed=limit + MINUTE)

    sweep_at(hand, limit + MINUTE)

    assert game.row.status == "live"


def test_whom_a_process_did_not_hear_because_it_stood_still_is_not_absent(hand):
    game = making.game()
    turn, limit = game.state.turn, game.row.deadline_at
    held_by(process("still", renewed=limit - 40_000), game, turn, heard=limit - 41_000)
    at(hand, limit - 1_000)
    connections.flush(instance_id="still")

    sweep_at(hand, limit)
    assert game.kinds[-1] == "presence_unknown"

    at(hand, limit + 2_000)
    back(game, turn, on="still")
    assert game.row.deadline_at == limit + 43_000


def test_a_process_that_had_just_begun_is_not_missed(hand, lost):
    """As when the new one is started before the old one is stopped."""
    game, limit, died = lost
    process("new", started=died - 5_000, renewed=limit + MINUTE)

    sweep_at(hand, limit, limit + MINUTE)

    assert game.row.reason == "absent"


@pytest.mark.parametrize("back", [False, True])
def test_who_was_away_could_not_return_either_while_none_was_there(hand, back):
    game = making.game()
    limit = game.row.deadline_at
    old = process("old", renewed=limit - 8_000)
    held_by(old, game, game.state.turn, heard=limit - 30_000)
    if back:
        old.renewed = limit
        old.save()

    sweep_at(hand, limit)

    assert (game.row.reason == "absent") is back


@pytest.mark.parametrize(("after", "code"), [(MINUTE, "presence_unknown"), (2 * MINUTE, None)])
def test_a_verdict_from_before_the_death_is_not_claimed_while_he_could_not_return(
    hand, after, code
):
    game = making.game()
    turn, limit = game.state.turn, game.row.deadline_at
    held_by(process("dead", renewed=limit - 2_000), game, turn, heard=limit - 4_000)
    sweep_at(hand, limit)
    assert game.kinds[-1] == "limit_passed"
    process("new", started=limit + MINUTE, renewed=limit + 2 * MINUTE)

    at(hand, limit + after)
    answer = game.send(commands.Claim(1 - turn))

    assert getattr(answer, "code", None) == code


@pytest.mark.parametrize(
    ("renewed", "moment", "stood"),
    [(100_000, 100_000, True), (96_999, 100_000, False), (97_000, 100_000, True)],
)
def test_a_process_stood_when_it_was_seen_about_then_and_for_a_minute(renewed, moment, stood):
    assert Life(started=40_000, renewed=renewed).had_stood(moment) is stood
    assert Life(started=40_001, renewed=renewed).had_stood(moment) is False


def test_a_site_that_knows_no_process_misses_none():
    known = servers.Servers(now=1_000_000)

    assert known.let_return(heard=900_000, died=None, moment=990_000)


# What is given back to who returns


def away(hand, game, *, still_from, returns):
    """Let a player leave now, his process live on but for seven seconds, and him return.

    Returns the limit from before.
    """
    turn = game.state.turn
    limit = game.row.deadline_at
    left = hand.ms
    held_by(process("here", renewed=left), game, turn, heard=left)
    for moment in range(left + 1_000, returns + 1, 1_000):
        hand.ms = moment
        making.swept()
        if not still_from < moment < still_from + 7_000:
            connections.flush(instance_id="here")
    back(game, turn, on="here")
    return limit


def test_a_standstill_after_his_lease_had_ended_gives_nothing_back(hand):
    game = making.game()

    limit = away(hand, game, still_from=hand.ms + 30_000, returns=hand.ms + 50_000)

    assert game.row.deadline_at == limit


def test_a_standstill_in_which_his_lease_ended_is_given_back(hand):
    game = making.game()
    left = hand.ms

    limit = away(hand, game, still_from=left + 10_000, returns=left + 40_000)

    assert game.row.deadline_at == limit + 40_000


@pytest.mark.parametrize(("others", "back_ms"), [(True, 600_000), (False, 3_000_000)])
def test_longer_absences_than_ten_minutes_are_his_own_where_a_server_was_there(
    hand, others, back_ms
):
    game = making.game(
        control=TimeControl(ControlKind.CORRESPONDENCE, 72 * 3_600_000, idle_ms=None)
    )
    turn, limit = game.state.turn, game.row.deadline_at
    died = hand.ms + 1_000
    held_by(process("dead", renewed=died), game, turn, heard=hand.ms)
    returns = hand.ms + 3_000_000
    if others:
        process("other", renewed=returns)
    at(hand, returns)

    back(game, turn, on="other" if others else "new")

    assert game.row.deadline_at == limit + back_ms + (1_000 if others else 0)


def test_many_leases_of_one_who_loads_a_page_again_and_again_become_one(hand):
    game = making.game()
    begun = hand.advance(100)
    for number in range(3 * connections.MOST_LEASES):
        open_one(game, number)
        hand.advance(100)
    last = hand.ms - 100

    kept = Lease.objects.filter(match=game.match_id, member=game.members[0], instance="here")
    assert kept.count() <= connections.MOST_LEASES
    assert min(lease.since for lease in kept) == begun
    assert max(lease.expires for lease in kept) == last + LEASE
    assert kept.filter(connection=f"tab-{3 * connections.MOST_LEASES - 1}", since=last).exists()


def test_leases_that_have_run_out_are_not_joined(hand):
    game = making.game()
    begun = [open_one(game, 1)]
    hand.advance(LEASE + 1_000)
    begun += [open_one(game, number) for number in range(2, connections.MOST_LEASES + 3)]

    kept = Lease.objects.filter(match=game.match_id, member=game.members[0], instance="here")
    first = kept.get(since=begun[0])
    assert first.expires == begun[0] + LEASE
    assert kept.filter(since__gt=begun[0]).count() < connections.MOST_LEASES


def open_one(game, number):
    return connections.opened(
        connection=f"tab-{number}",
        member_id=game.members[0],
        match_id=game.match_id,
        instance_id="here",
    )


def test_old_leases_of_a_live_match_are_forgotten_but_each_players_last(hand):
    game = making.game()
    open_one(game, 1)
    hand.advance(LEASE)
    open_one(game, 2)
    now = hand.ms + presence.FORGET_AFTER_MS + LEASE + 1

    presence.forget(now=now)

    kept = Lease.objects.filter(match=game.match_id, member=game.members[0])
    assert [lease.connection for lease in kept] == ["tab-2"]
    assert Lease.objects.filter(match=game.match_id, member=game.members[1]).count() == 1
