"""What the clock decides: at the boundary, once, and never on time that was not the players'."""

import dataclasses

import pytest

from games.engine import commands as c
from games.engine import events as e
from games.engine.clock import ControlKind, TimeControl
from games.engine.decide import start
from games.engine.evolve import fold
from games.engine.rules import MatchOptions, PastLimit, preset
from games.engine.settle import Presence, settle
from games.engine.state import Phase, claimable, deadline
from tests.games.engine.scenes import HOURS, MINUTE, SECOND, T0, Table, opening_table

LIMIT = T0 + MINUTE
IDLE = T0 + 10 * HOURS
TO_FOUR = ((24, 6), (18, 5), (24, 4), (20, 2))


def offered(at: int = T0 + 10 * SECOND) -> Table:
    table = opening_table()
    table.step(*TO_FOUR)
    table.do(c.OfferDraw(0), at=at)
    return table


# V14 to V16: the limit


def test_v14_the_limit_passes_at_sixty_seconds_exactly() -> None:
    table = opening_table()

    assert table.settle(LIMIT - 1) == []
    assert table.settle(LIMIT) == ["limit_passed"]


@pytest.mark.parametrize("late", [0, 1, 5000])
def test_v15_a_passed_limit_can_be_claimed_and_the_claim_wins(late: int) -> None:
    table = opening_table()
    assert not claimable(table.state, LIMIT + late)

    table.settle(LIMIT + late, "online")
    assert table.events[-1] == e.LimitPassed(at=LIMIT + late, seat=0, online=True, limit_at=LIMIT)
    assert claimable(table.state, LIMIT + late)
    assert table.do(c.Claim(1), at=LIMIT + late) == ["game_ended", "match_ended"]

    assert (table.state.winner, table.state.reason) == (1, "claimed")


def test_v15_the_player_whose_limit_passed_cannot_claim() -> None:
    table = opening_table()
    table.settle(LIMIT)

    assert table.refused(c.Claim(0), at=LIMIT) == "nothing_to_claim"


def test_v15_a_late_step_is_valid_and_takes_the_claim_away() -> None:
    table = opening_table()
    table.settle(LIMIT)

    table.step((24, 6), at=LIMIT + 1)

    assert not claimable(table.state, LIMIT + 1)
    assert table.refused(c.Claim(1), at=LIMIT + 2) == "time_not_over"
    assert deadline(table.state) == LIMIT + 1 + MINUTE


def test_v14_each_step_starts_the_limit_anew_and_so_does_the_turn() -> None:
    table = opening_table()
    for seconds, (origin, die) in enumerate(TO_FOUR, start=1):
        table.step((origin, die), at=T0 + seconds * SECOND)
        assert deadline(table.state) == T0 + seconds * SECOND + MINUTE
        assert table.state.clock.seat == table.state.turn


def test_v16_who_is_offline_as_his_limit_passes_loses_at_once() -> None:
    table = opening_table()

    assert table.settle(LIMIT, "offline") == ["limit_passed", "game_ended", "match_ended"]

    assert table.events[-3] == e.LimitPassed(at=LIMIT, seat=0, online=False, limit_at=LIMIT)
    assert (table.state.winner, table.state.reason) == (1, "absent")
    assert table.refused(c.Step(0, 24, 6), at=LIMIT + 500) == "game_over"


def test_v16_presence_is_asked_of_the_player_on_turn_as_of_the_limit() -> None:
    table = opening_table()
    asked: list[tuple[int, int]] = []

    def presence(seat: int, at: int) -> Presence:
        asked.append((seat, at))
        return "online"

    settle(table.state, at=LIMIT + 700, presence=presence)

    assert asked == [(0, LIMIT)]


def test_v16_the_verdict_is_given_once_and_vanishing_later_changes_nothing() -> None:
    table = opening_table()
    table.settle(LIMIT, "online")

    assert table.settle(LIMIT + 30 * SECOND, "offline") == []
    assert claimable(table.state, LIMIT + 30 * SECOND)


def test_v16_when_both_are_offline_the_player_on_turn_loses() -> None:
    table = opening_table(lots=1)

    table.settle(LIMIT, "offline")

    assert table.state.winner == 0


def test_a_claim_only_ruleset_does_not_lose_offline_at_once() -> None:
    table = Table([(2, 1)], rules="standard")
    assert table.rules.past_limit is PastLimit.CLAIM

    assert deadline(table.state) == T0 + 2 * MINUTE
    assert table.settle(T0 + 2 * MINUTE, "offline") == ["limit_passed"]
    table.do(c.Claim(1), at=T0 + 2 * MINUTE)
    assert table.state.reason == "claimed"


def test_a_turn_of_a_double_has_the_time_of_four_dice() -> None:
    table = Table([(2, 1), (3, 3)], rules="standard")
    table.do(c.Turn(0, ((13, 2), (6, 1))), at=T0 + SECOND)

    assert deadline(table.state) == T0 + SECOND + 4 * MINUTE


# V17: ten hours


@pytest.mark.parametrize(("late", "kinds"), [(-1, []), (0, ["game_ended", "match_ended"])])
def test_v17_ten_hours_without_a_step_lose_for_the_player_on_turn(
    late: int, kinds: list[str]
) -> None:
    table = opening_table()
    table.settle(LIMIT)

    assert table.settle(IDLE + late) == kinds
    if kinds:
        assert (table.state.winner, table.state.reason) == (1, "idle")


def test_v17_counts_from_the_last_step() -> None:
    table = opening_table()
    table.step((24, 6), at=T0 + 5000)
    table.settle(T0 + 5000 + MINUTE)

    assert deadline(table.state) == IDLE + 5000


def test_v17_offers_and_answers_do_not_restart_the_ten_hours() -> None:
    table = offered()
    table.do(c.Decline(1), at=T0 + 30 * SECOND)

    assert table.state.clock.idle_ends == IDLE


def test_v17_both_verdicts_are_found_after_a_long_silence() -> None:
    table = opening_table()

    assert table.settle(IDLE + 1) == ["limit_passed", "game_ended", "match_ended"]
    assert table.state.reason == "idle"


@pytest.mark.parametrize("late", [0, 1])
def test_v17_a_command_after_ten_hours_finds_the_game_over_before_any_sweep(late: int) -> None:
    table = opening_table()
    table.settle(LIMIT)

    assert table.refused(c.Step(0, 24, 6), at=IDLE + late) == "game_over"


def test_v17_waits_for_the_lapse_of_an_offer() -> None:
    long = TimeControl(ControlKind.PER_STEP, 20 * HOURS, 10 * HOURS)
    table = opening_table(control=long)
    table.step(*TO_FOUR)
    table.do(c.OfferDraw(0), at=IDLE - SECOND)

    assert deadline(table.state) == IDLE - SECOND + MINUTE
    assert table.settle(IDLE) == []
    assert table.settle(IDLE - SECOND + MINUTE) == ["draw_lapsed", "game_ended", "match_ended"]
    assert (table.state.winner, table.state.reason) == (1, "idle")


# V20: the lapse of an offer


@pytest.mark.parametrize(("late", "kinds"), [(-1, []), (0, ["draw_lapsed"]), (1, ["draw_lapsed"])])
def test_v20_an_unanswered_offer_lapses_at_sixty_seconds(late: int, kinds: list[str]) -> None:
    table = offered()
    lapse = T0 + 10 * SECOND + MINUTE

    assert table.settle(lapse + late, "offline") == kinds

    if kinds:
        assert (table.state.turn, table.state.roll, table.state.offer) == (0, (3, 1), None)
        assert (table.state.clock.start, table.state.clock.limit) == (lapse, 50 * SECOND)


def test_v20_nobody_is_judged_while_an_offer_waits() -> None:
    table = offered()

    assert deadline(table.state) == T0 + 10 * SECOND + MINUTE
    assert not claimable(table.state, LIMIT + SECOND)
    assert table.settle(LIMIT + SECOND, "offline") == []


def test_v20_the_time_left_runs_from_the_lapse_whenever_it_is_noticed() -> None:
    table = offered()
    lapse = T0 + 10 * SECOND + MINUTE

    assert table.settle(lapse + 50 * SECOND, "online") == ["draw_lapsed", "limit_passed"]

    assert table.events[-1] == e.LimitPassed(
        at=lapse + 50 * SECOND, seat=0, online=True, limit_at=lapse + 50 * SECOND
    )


# V23: downtime


def test_v23_an_outage_is_not_the_players_time() -> None:
    table = opening_table()

    assert table.credit(T0 + 20 * SECOND, T0 + 50 * SECOND) == ["clock_credited"]

    assert deadline(table.state) == LIMIT + 30 * SECOND
    assert table.state.clock.idle_ends == IDLE + 30 * SECOND
    assert table.events[-1] == e.ClockCredited(
        at=T0 + 50 * SECOND, since=T0 + 20 * SECOND, ms=30 * SECOND, cause=e.Cause.OUTAGE
    )


def test_v23_a_gap_counts_from_the_start_of_the_limit() -> None:
    table = opening_table()

    table.credit(T0 - HOURS, T0 + 20 * SECOND)

    assert deadline(table.state) == LIMIT + 20 * SECOND


def test_v23_a_limit_that_passed_in_the_gap_goes_on() -> None:
    table = opening_table()

    table.credit(T0 + 55 * SECOND, T0 + HOURS)

    assert table.settle(T0 + HOURS, "offline") == []
    assert table.state.clock.left(T0 + HOURS) == 5 * SECOND


def test_v23_the_same_gap_is_credited_once() -> None:
    table = opening_table()
    table.credit(T0 + 20 * SECOND, T0 + 50 * SECOND)

    assert table.credit(T0 + 20 * SECOND, T0 + 50 * SECOND) == []
    assert table.credit(T0 + 40 * SECOND, T0 + 55 * SECOND, e.Cause.INSTANCE) == ["clock_credited"]
    assert deadline(table.state) == LIMIT + 35 * SECOND


def test_v23_an_offer_gets_its_time_back_too() -> None:
    table = offered()

    table.credit(T0 + 20 * SECOND, T0 + HOURS)

    lapse = T0 + 70 * SECOND + HOURS - 20 * SECOND
    assert deadline(table.state) == lapse
    table.do(c.Decline(1), at=lapse - 1)
    assert table.state.clock.limit == 50 * SECOND


def test_v23_nothing_is_credited_to_a_match_that_is_over() -> None:
    table = opening_table()
    table.do(c.Leave(0))

    assert table.credit(T0, T0 + HOURS) == []


def unknown() -> Table:
    table = opening_table()
    assert table.settle(LIMIT, "unknown") == ["presence_unknown"]
    return table


def test_v23_unknown_presence_suspends_the_verdict_for_a_minute() -> None:
    table = unknown()

    assert table.events[-1] == e.PresenceUnknown(
        at=LIMIT, seat=0, since=LIMIT, until=LIMIT + MINUTE
    )
    assert deadline(table.state) == LIMIT + MINUTE
    assert not claimable(table.state, LIMIT + SECOND)
    assert table.refused(c.Claim(1), at=LIMIT + SECOND) == "presence_unknown"


@pytest.mark.parametrize("presence", ["unknown", "offline"])
def test_v23_after_that_minute_he_is_taken_as_offline(presence: Presence) -> None:
    table = unknown()

    assert table.settle(LIMIT + MINUTE - 1, presence) == []
    assert table.settle(LIMIT + MINUTE, presence)[0] == "limit_passed"

    assert table.events[-3] == e.LimitPassed(
        at=LIMIT + MINUTE, seat=0, online=False, limit_at=LIMIT
    )
    assert (table.state.winner, table.state.reason) == (1, "absent")


def test_v23_while_he_could_not_return_minute_follows_minute() -> None:
    table = unknown()

    assert table.settle(LIMIT + 2 * MINUTE, "unreachable") == ["presence_unknown"] * 2
    assert deadline(table.state) == LIMIT + 3 * MINUTE
    assert table.refused(c.Claim(1), at=LIMIT + 2 * MINUTE) == "presence_unknown"

    assert table.settle(LIMIT + 3 * MINUTE, "unknown")[0] == "limit_passed"
    assert table.state.reason == "absent"


def test_v23_who_returned_unnoticed_is_claimed_not_lost() -> None:
    table = unknown()

    assert table.settle(LIMIT + MINUTE, "online") == ["limit_passed"]
    assert claimable(table.state, LIMIT + MINUTE)


def test_v23_his_return_gives_the_time_since_his_last_heartbeat() -> None:
    table = unknown()
    heartbeat, back = LIMIT - 8 * SECOND, LIMIT + 20 * SECOND

    table.credit(heartbeat, back, e.Cause.INSTANCE)

    assert deadline(table.state) == LIMIT + 28 * SECOND
    assert table.state.clock.unknown_until is None
    assert table.refused(c.Claim(1), at=back) == "time_not_over"
    table.settle(LIMIT + 28 * SECOND)
    assert claimable(table.state, LIMIT + 28 * SECOND)


def test_v23_a_step_while_presence_is_unknown_plays_on() -> None:
    table = unknown()

    table.step((24, 6), at=LIMIT + SECOND)

    assert table.state.clock.unknown_until is None
    assert deadline(table.state) == LIMIT + SECOND + MINUTE


def test_v23_a_claim_only_ruleset_waits_for_the_unknown_player_too() -> None:
    rules = dataclasses.replace(preset("vrhcaby"), past_limit=PastLimit.CLAIM)
    table = opening_table(rules=rules)
    table.settle(LIMIT, "unknown")

    assert table.refused(c.Claim(1), at=LIMIT) == "presence_unknown"
    assert table.settle(LIMIT + MINUTE, "offline") == ["limit_passed"]
    table.do(c.Claim(1), at=LIMIT + MINUTE)


def test_settling_a_waiting_or_finished_match_is_nothing() -> None:
    table = opening_table()

    assert settle(table.waiting, at=IDLE, presence=lambda seat, at: "offline") == ()
    table.do(c.Resign(0))
    assert table.settle(IDLE) == []
    assert table.state.phase is Phase.OVER


def test_a_game_lost_by_silence_leaves_a_match_to_points_waiting_for_the_next() -> None:
    table = Table(
        [(2, 1), (6, 4), (3, 1)], rules="standard", options=MatchOptions(length=9), lots=0
    )

    assert table.settle(IDLE) == ["limit_passed", "game_ended"]

    assert (table.state.phase, table.state.score) == (Phase.WAITING, (0, 3))
    assert deadline(table.state) is None
    following = start(table.state, at=IDLE, dice=table.dice)
    assert [event.kind for event in following] == ["game_started", "rolled"]
    assert fold(table.state, following).game == 2
