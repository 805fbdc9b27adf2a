"""The referee at the boundary: one millisecond before, at, and after every limit."""

import pytest

from games.engine import commands
from games.engine.clock import ControlKind, TimeControl
from games.models import Heartbeat, Instance, Lease, Match, MatchEvent, Outage
from games.services import audit, clocks, connections, presence, settling
from games.services.answers import Ok
from ladder.services import audit as ladder_audit
from tests.games import making

pytestmark = pytest.mark.django_db

TEN_HOURS = 36_000_000
LEASE = 15_000


def at(hand, moment):
    """Move the clock with the referee at work all the time."""
    hand.ms = moment
    making.swept()


@pytest.fixture
def game(hand):
    made = making.game()
    made.be_here(until=hand.ms + 2 * TEN_HOURS)
    return made


# Rules V14, V15: the limit


@pytest.mark.parametrize(("early", "passed"), [(1, False), (0, True), (-1, True)])
def test_a_limit_has_passed_at_its_last_millisecond_plus_one(hand, game, early, passed):
    at(hand, game.row.deadline_at - early)

    clocks.sweep()

    assert ("limit_passed" in game.kinds) is passed
    assert game.row.status == "live"


@pytest.mark.parametrize(("early", "code"), [(1, "time_not_over"), (0, None), (-1, None)])
def test_a_claim_wins_from_the_limit_on_sweep_or_no_sweep(hand, game, early, code):
    turn = game.state.turn
    at(hand, game.row.deadline_at - early)

    answer = game.send(commands.Claim(1 - turn))

    assert getattr(answer, "code", None) == code
    if code is None:
        assert (game.row.reason, game.row.winner) == ("claimed", 1 - turn)


@pytest.mark.parametrize("late", [-1, 0, 1, 30_000])
def test_a_late_step_that_comes_first_is_valid_and_starts_a_new_limit(hand, game, late):
    turn = game.state.turn
    at(hand, game.row.deadline_at + late)

    answer = game.step()

    assert isinstance(answer, Ok)
    assert ("limit_passed" in game.kinds) is (late >= 0)
    assert game.row.deadline_at == hand.ms + making.MINUTE
    assert game.send(commands.Claim(1 - turn)).code != "claimed"


def test_a_limit_is_judged_once_and_the_next_deadline_is_the_ten_hours(hand, game):
    at(hand, game.row.deadline_at)
    clocks.sweep()

    clocks.sweep()
    at(hand, hand.ms + 5_000)
    clocks.sweep()

    assert game.kinds.count("limit_passed") == 1
    assert game.row.deadline_at == game.state.clock.idle_ends > hand.ms


def test_the_loser_of_a_claim_race_is_told_that_it_is_over(hand, game):
    turn = game.state.turn
    at(hand, game.row.deadline_at)
    game.send(commands.Claim(1 - turn))

    assert game.step().code == "game_over"


def test_no_draw_is_offered_after_the_limit(hand, game):
    for _ in range(4):
        game.step()
    at(hand, game.row.deadline_at)

    assert game.send(commands.OfferDraw(game.state.turn)).code == "time_over"


# Rules V16: offline at the limit


@pytest.mark.parametrize(("left", "lost"), [(-1, True), (0, True), (1, False)])
def test_who_is_offline_at_the_limit_has_lost(hand, left, lost):
    game = making.game()
    limit = game.row.deadline_at
    turn = game.state.turn
    game.be_here(seats=(turn,), until=limit + left)
    at(hand, limit)

    clocks.sweep()

    assert (game.row.reason == "absent") is lost
    if lost:
        assert game.row.winner == 1 - turn


def test_the_verdict_looks_at_the_limit_and_not_at_the_sweep(hand):
    game = making.game()
    limit = game.row.deadline_at
    game.be_here(until=limit + 1)
    at(hand, limit + 900)

    clocks.sweep()

    assert game.row.status == "live"
    at(hand, limit + 100_000)
    clocks.sweep()
    assert game.row.status == "live", "who vanishes later can be claimed, not lost at once"


def test_one_who_was_offline_at_the_limit_comes_too_late_sweep_or_no_sweep(hand):
    game = making.game()
    at(hand, game.row.deadline_at + 500)
    game.be_here()

    assert game.step().code == "game_over"
    assert game.row.reason == "absent"


def test_when_both_are_offline_the_player_on_turn_loses(hand):
    game = making.game()
    turn = game.state.turn
    at(hand, game.row.deadline_at)

    clocks.sweep()

    assert game.row.winner == 1 - turn


def test_a_lease_that_began_after_the_limit_does_not_count(hand):
    game = making.game()
    limit = game.row.deadline_at
    at(hand, limit + 1)
    game.be_here()

    clocks.sweep()

    assert game.row.reason == "absent"


# Rules V17: ten hours


@pytest.mark.parametrize(("early", "over"), [(1, False), (0, True), (-1, True)])
def test_ten_hours_without_a_step_end_the_game(hand, game, early, over):
    game.step()
    turn, idle_ends = game.state.turn, game.state.clock.idle_ends
    at(hand, idle_ends - TEN_HOURS + making.MINUTE)
    clocks.sweep()
    at(hand, idle_ends - early)

    clocks.sweep()

    assert (game.row.reason == "idle") is over
    if over:
        assert game.row.winner == 1 - turn
        assert game.row.result.rated


def test_a_step_after_ten_hours_comes_too_late_without_any_sweep(hand, game):
    at(hand, game.state.clock.idle_ends)

    assert game.step().code == "game_over"
    assert game.row.reason == "idle"


# Rules V20: a draw offer lapses


@pytest.mark.parametrize(("early", "accepted"), [(1, True), (0, False), (-1, False)])
def test_an_offer_may_be_accepted_until_it_lapses(hand, game, early, accepted):
    for _ in range(4):
        game.step()
    turn = game.state.turn
    game.send(commands.OfferDraw(turn))
    at(hand, game.row.deadline_at - early)

    answer = game.send(commands.Accept(1 - turn))

    assert isinstance(answer, Ok) is accepted
    assert ("draw_lapsed" in game.kinds) is not accepted


def test_a_lapse_costs_nobody_anything_online_or_not(hand):
    game = making.game()
    game.play_steps(4)
    turn = game.state.turn
    hand.advance(20_000)
    making.swept()
    game.send(commands.OfferDraw(turn))
    at(hand, game.row.deadline_at)

    clocks.sweep()

    assert game.row.status == "live"
    assert game.state.turn == turn
    assert game.state.clock.left(hand.ms) == 40_000


# Rules V23: outages


def test_the_first_start_ever_is_no_outage(hand):
    clocks.sweep()

    assert not Outage.objects.exists()
    assert Heartbeat.objects.get().enforcing_since == hand.ms


def test_the_heartbeat_is_written_also_when_nothing_is_due(hand):
    clocks.sweep()
    hand.advance(1_000)
    clocks.sweep()

    assert Heartbeat.objects.get().swept_at == hand.ms


@pytest.mark.parametrize(("gap", "outage"), [(4_999, False), (5_000, False), (5_001, True)])
def test_a_gap_of_more_than_five_seconds_is_an_outage(hand, gap, outage):
    clocks.sweep()
    hand.advance(gap)

    clocks.sweep()

    assert Outage.objects.exists() is outage


def test_an_outage_is_given_back_once_and_before_anything_is_judged(hand, game):
    deadline = game.row.deadline_at
    hand.advance(45_000)
    making.swept()
    hand.advance(20_000)

    clocks.sweep()
    clocks.sweep()

    assert game.row.status == "live"
    assert game.row.deadline_at == deadline + 20_000
    assert game.kinds.count("clock_credited") == 1
    assert game.row.last_outage == Outage.objects.get()


@pytest.mark.parametrize(("early", "passed"), [(1, False), (0, True), (-1, True)])
def test_after_the_credit_the_limit_is_exact_again(hand, game, early, passed):
    limit = game.row.deadline_at
    hand.advance(10_000)
    clocks.sweep()
    at(hand, limit + 10_000 - early)

    clocks.sweep()

    assert ("limit_passed" in game.kinds) is passed


def test_an_outage_is_credited_by_several_sweeps_where_one_cannot_see_all(hand, monkeypatch):
    monkeypatch.setattr(clocks, "BATCH", 1)
    monkeypatch.setattr(clocks, "MOST_BATCHES", 2)
    games = [making.game() for _ in range(3)]
    making.swept()
    hand.advance(20_000)

    assert clocks.sweep().credited == 2
    assert not Heartbeat.objects.get().credited
    assert clocks.sweep().credited == 1
    clocks.sweep()

    assert Heartbeat.objects.get().credited
    assert {game.kinds.count("clock_credited") for game in games} == {1}


def test_an_outage_of_many_matches_keeps_no_sweep_for_long(hand, monkeypatch):
    monkeypatch.setattr(clocks, "BATCH", 1)
    monkeypatch.setattr(clocks, "CREDIT_WITHIN_S", 0)
    games = [making.game() for _ in range(2)]
    due = games[1].row.deadline_at
    making.swept()
    hand.advance(20_000)

    assert clocks.sweep().credited == 1
    hand.advance(due - hand.ms + 1_000)
    making.swept()
    clocks.sweep()

    assert Heartbeat.objects.get().outage_id is not None
    assert {game.kinds.count("clock_credited") for game in games} == {1}
    assert "limit_passed" not in games[1].kinds


def test_a_limit_that_began_in_the_outage_grows_from_its_start(hand, game):
    hand.advance(10_000)
    game.step()
    deadline = game.row.deadline_at
    hand.advance(10_000)

    clocks.sweep()

    assert game.row.deadline_at == deadline + 10_000


def test_a_command_gives_the_outage_back_itself_when_it_comes_before_the_batch(hand, game):
    deadline = game.row.deadline_at
    hand.advance(70_000)
    Heartbeat.objects.update(
        swept_at=hand.ms, outage=Outage.objects.create(since=hand.ms - 70_000, until=hand.ms)
    )

    answer = game.send(commands.Claim(1 - game.state.turn))

    assert answer.code == "time_not_over"
    assert game.row.deadline_at == deadline + 70_000


def test_while_the_clocks_are_paused_nobody_loses_by_time(hand):
    game = making.game()
    turn = game.state.turn
    hand.advance(70_000)

    assert game.send(commands.Claim(1 - turn)).code == "clocks_paused"
    assert isinstance(game.step(), Ok)


# Rules V23: a server instance that died


def lease_of_instance(game, seat, *, heard, renewed):
    instance = Instance.objects.create(id="dead", started=0, renewed=renewed)
    Lease.objects.filter(match=game.match_id).delete()
    return Lease.objects.create(
        connection="gone",
        member_id=game.members[seat],
        match_id=game.match_id,
        instance=instance,
        since=making.NOON,
        expires=heard + LEASE,
    )


def a_successor_lives(*, since, until):
    """Whom the dead one held can return (where he could not, see test_servers)."""
    Instance.objects.create(id="successor", started=since, renewed=until)


def test_presence_is_unknown_when_the_instance_died_before_the_lease_ran_out(hand):
    game = making.game()
    turn, limit = game.state.turn, game.row.deadline_at
    lease_of_instance(game, turn, heard=limit - 20_000, renewed=limit - 19_000)
    at(hand, limit)

    clocks.sweep()

    assert game.kinds[-1] == "presence_unknown"
    assert game.send(commands.Claim(1 - turn)).code == "presence_unknown"


def test_presence_is_offline_when_the_instance_outlived_the_lease(hand):
    game = making.game()
    turn, limit = game.state.turn, game.row.deadline_at
    lease_of_instance(game, turn, heard=limit - 20_000, renewed=limit - 2_000)
    at(hand, limit + 2_000)

    clocks.sweep()

    assert game.row.reason == "absent"


def test_who_returns_in_time_gets_back_the_time_nobody_heard_him(hand):
    game = making.game()
    turn, limit = game.state.turn, game.row.deadline_at
    heard = limit - 20_000
    lease_of_instance(game, turn, heard=heard, renewed=heard + 1_000)
    at(hand, limit)
    clocks.sweep()
    at(hand, limit + 10_000)

    connections.opened(
        connection="back",
        member_id=game.members[turn],
        match_id=game.match_id,
        instance_id="other",
    )

    assert game.row.deadline_at == limit + 30_000
    assert isinstance(game.step(), Ok)


@pytest.mark.parametrize("ran_out", [False, True])
def test_the_sweep_waits_until_it_knows_that_a_silent_server_is_dead(hand, ran_out):
    game = making.game()
    turn, limit = game.state.turn, game.row.deadline_at
    heard = limit - LEASE - 1_000 if ran_out else limit - 5_000
    lease_of_instance(game, turn, heard=heard, renewed=limit - 3_001)
    for moment in (limit, limit + 2_999):
        at(hand, moment)
        clocks.sweep()
        assert game.kinds[-1] == "rolled", "nothing is decided yet"

    at(hand, limit + 3_000)
    clocks.sweep()

    assert game.kinds[-1] == "presence_unknown"
    assert list(audit.check()) == []


def test_a_server_that_was_only_slow_is_believed_as_soon_as_it_speaks(hand):
    game = making.game()
    turn, limit = game.state.turn, game.row.deadline_at
    lease = lease_of_instance(game, turn, heard=limit - 5_000, renewed=limit - 4_000)
    at(hand, limit)
    clocks.sweep()
    Instance.objects.filter(pk=lease.instance_id).update(renewed=limit + 1_000)
    at(hand, limit + 1_000)

    clocks.sweep()

    assert game.kinds[-1] == "limit_passed"
    assert isinstance(game.send(commands.Claim(1 - turn)), Ok)


def test_a_step_counts_while_his_server_is_silent(hand):
    game = making.game()
    turn, limit = game.state.turn, game.row.deadline_at
    lease_of_instance(game, turn, heard=limit - 5_000, renewed=limit - 4_000)
    at(hand, limit + 500)

    assert isinstance(game.step(), Ok)
    assert game.row.status == "live"
    assert list(audit.check()) == []


def test_where_a_limit_is_a_loss_a_silent_server_loses_nobody_his_game(hand):
    control = TimeControl(ControlKind.DELAY, 12_000, reserve_ms=120_000)
    game = making.game(ruleset="standard", control=control)
    turn, limit = game.state.clock.seat, game.row.deadline_at
    lease_of_instance(game, turn, heard=limit - 5_000, renewed=limit - 4_000)
    at(hand, limit + 500)

    clocks.sweep()

    assert game.row.status == "live"


def judged_before_his_server_was_known_dead(hand):
    """The limit passes two seconds after the server's last sign of life."""
    game = making.game()
    turn, limit = game.state.turn, game.row.deadline_at
    lease_of_instance(game, turn, heard=limit - 4_000, renewed=limit - 2_000)
    at(hand, limit)
    clocks.sweep()
    assert game.kinds[-1] == "limit_passed"
    return game, turn, limit


def claim_at(hand, moment, game, turn):
    at(hand, moment)
    return getattr(game.send(commands.Claim(1 - turn)), "code", None)


@pytest.mark.parametrize(
    ("after", "code"),
    [(1_001, "presence_unknown"), (59_999, "presence_unknown"), (60_000, None)],
)
def test_a_verdict_from_before_a_death_was_known_is_claimed_after_a_minute(hand, after, code):
    game, turn, limit = judged_before_his_server_was_known_dead(hand)
    a_successor_lives(since=limit, until=limit + after)

    assert claim_at(hand, limit + after, game, turn) == code


@pytest.mark.parametrize(("after", "code"), [(13_999, "presence_unknown"), (14_000, None)])
def test_or_when_he_is_back_and_has_had_what_he_was_not_heard_for(hand, after, code):
    game, turn, limit = judged_before_his_server_was_known_dead(hand)
    at(hand, limit + 10_000)
    back(game, turn)

    assert claim_at(hand, limit + after, game, turn) == code


def test_who_is_back_may_step_though_the_verdict_stands(hand):
    game, turn, limit = judged_before_his_server_was_known_dead(hand)
    at(hand, limit + 10_000)
    back(game, turn)

    assert isinstance(game.step(), Ok)
    assert list(audit.check()) == []


def back(game, seat, *, on="other"):
    return connections.opened(
        connection=f"back-{on}",
        member_id=game.members[seat],
        match_id=game.match_id,
        instance_id=on,
    )


def sweep_until(hand, moment):
    """Let the referee look each second, as beat would."""
    while hand.ms < moment:
        hand.advance(1_000)
        clocks.sweep()


def test_who_returns_before_his_server_is_known_dead_gets_that_time_back_too(hand):
    game = making.game()
    turn, limit = game.state.turn, game.row.deadline_at
    lease_of_instance(game, turn, heard=hand.ms, renewed=hand.ms + 1_000)
    hand.advance(3_000)
    making.swept()
    back(game, turn)
    assert game.row.deadline_at == limit

    sweep_until(hand, hand.ms + 10_000)

    assert game.row.deadline_at == limit + 3_000
    assert game.kinds.count("clock_credited") == 1
    assert list(audit.check()) == []


def test_an_early_return_counts_up_to_the_return_though_he_is_credited_later(hand):
    game = making.game()
    turn = game.state.turn
    lease_of_instance(game, turn, heard=hand.ms, renewed=hand.ms + 1_000)
    hand.advance(3_000)
    making.swept()
    back(game, turn)
    hand.advance(1_000)
    game.step()
    limit = game.row.deadline_at

    sweep_until(hand, hand.ms + 10_000)

    assert game.row.deadline_at == limit


def test_who_had_a_second_connection_all_the_time_gets_nothing(hand):
    game = making.game()
    turn, limit = game.state.turn, game.row.deadline_at
    lease_of_instance(game, turn, heard=hand.ms + 1, renewed=hand.ms + 1_000)
    back(game, turn, on="alive")
    hand.advance(3_000)
    making.swept()
    back(game, turn)

    sweep_until(hand, hand.ms + 10_000)

    assert game.row.deadline_at == limit


@pytest.mark.parametrize(("early", "lost"), [(1, False), (0, True), (-1, True)])
def test_who_does_not_return_within_a_minute_has_lost(hand, early, lost):
    game = making.game()
    turn, limit = game.state.turn, game.row.deadline_at
    lease_of_instance(game, turn, heard=limit - 20_000, renewed=limit - 19_000)
    a_successor_lives(since=limit, until=limit + 60_000)
    at(hand, limit)
    clocks.sweep()
    at(hand, limit + 60_000 - early)

    clocks.sweep()

    assert (game.row.reason == "absent") is lost


# The sweep itself


def test_many_due_matches_are_all_judged_whatever_the_batch(hand, monkeypatch):
    monkeypatch.setattr(clocks, "BATCH", 2)
    games = [making.game() for _ in range(5)]
    at(hand, hand.ms + making.MINUTE)

    swept = clocks.sweep()

    assert swept.judged == 5
    assert {game.row.reason for game in games} == {"absent"}


def test_one_match_that_cannot_be_judged_does_not_hold_up_the_others(hand, monkeypatch, caplog):
    broken, sound = making.game(), making.game()
    settle = settling.settle

    def failing(table, *known):
        if table.match_id == broken.match_id:
            raise ValueError("broken")
        settle(table, *known)

    monkeypatch.setattr(settling, "settle", failing)
    at(hand, hand.ms + making.MINUTE)

    clocks.sweep()

    assert sound.row.status == "finished"
    assert broken.row.status == "live"
    assert f"match {broken.match_id} could not be judged" in caplog.text


def test_however_many_cannot_be_judged_the_others_are(hand, monkeypatch):
    monkeypatch.setattr(clocks, "BATCH", 2)
    broken = {making.game().match_id for _ in range(3)}
    sound = making.game()
    settle = settling.settle

    def failing(table, *known):
        if table.match_id in broken:
            raise ValueError("broken")
        settle(table, *known)

    monkeypatch.setattr(settling, "settle", failing)
    at(hand, hand.ms + making.MINUTE)

    swept = clocks.sweep()

    assert sound.row.status == "finished"
    assert swept.judged == 1


def test_clocks_are_judged_even_if_nobody_can_be_told_who_is_absent(hand, monkeypatch):
    game = making.game()
    monkeypatch.setattr(presence, "announce_absent", lambda **moments: 1 / 0)
    at(hand, hand.ms + making.MINUTE)

    with pytest.raises(ZeroDivisionError):
        clocks.sweep()

    assert game.row.reason == "absent"


def test_a_finished_match_is_never_due(hand, game):
    game.send(commands.Resign(0))
    events = MatchEvent.objects.count()
    at(hand, hand.ms + 3 * TEN_HOURS)

    swept = clocks.sweep()

    assert swept.judged == 0
    assert MatchEvent.objects.count() == events
    assert not Match.objects.live().exists()
    assert list(audit.check()) == []


STATEMENTS_A_SWEEP, STATEMENTS_A_LOSS = 32, 2


def test_many_rated_losses_of_one_second_take_few_statements_and_agree(
    hand, django_assert_max_num_queries
):
    members = [making.member() for _ in range(6)]
    games = [
        making.game(members=(members[number % 6], members[(number + 1 + number // 6) % 6]))
        for number in range(24)
    ]
    making.swept()
    hand.advance(making.MINUTE + 500)
    Heartbeat.objects.update(swept_at=hand.ms - 1_000)

    most = STATEMENTS_A_SWEEP + STATEMENTS_A_LOSS * len(games)
    with django_assert_max_num_queries(most):
        judged = clocks.sweep().judged

    assert judged == len(games)
    assert {game.row.reason for game in games} == {"absent"}
    assert list(audit.check()) == []
    assert list(ladder_audit.check()) == []
